// A worker that does one job after the other for the page; made on first use.

// Fetch and compile a module, once for all workers.
export async function compiled(source) {
  try {
    return await WebAssembly.compileStreaming(fetch(source));
  } catch {
    // A server that does not know the type of the file, or one that is away.
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source} cannot be loaded (${response.status}).`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

export class Lane {
  // `module` is a promise of a compiled module, `host` the name of its host.
  constructor(module, host) {
    Object.assign(this, { module, host, waiting: new Map(), count: 0, worker: null });
  }

  open() {
    if (this.worker) return;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const { worker } = this;
    this.module.then(
      (module) => worker.postMessage({ module, host: this.host }),
      ({ message }) => worker.postMessage({ failure: message }),
    );
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => {
      for (const { reject } of this.waiting.values()) {
        reject(new Error("The solver could not be started in this browser."));
      }
      this.close();
    };
  }

  take({ id, value, error, progress }) {
    const job = this.waiting.get(id);
    if (!job) return;
    if (progress) {
      job.onProgress?.(progress);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) job.resolve(value);
    else job.reject(new Error(error));
  }

  ask(job, argument, { onProgress, ...options } = {}) {
    this.open();
    const id = (this.count += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      this.worker.postMessage({ id, job, argument, options });
    });
  }

  // End the worker; pending jobs are never answered.
  close() {
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }
}
