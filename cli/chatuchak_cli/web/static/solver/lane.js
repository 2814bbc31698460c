// A worker that does one job after the other for the page; made on first use.

import { t } from "../texts.js";

async function compile(source) {
  const response = await fetch(source).catch(() => ({ ok: false }));
  if (!response.ok) throw new Error(t("say.no_data"));
  return WebAssembly.compile(await response.arrayBuffer());
}

// A module, fetched and compiled once for all workers; again after a failure.
const modules = {};
export const compiled = (source) => (modules[source] ??= compile(source).catch((error) => {
  delete modules[source];
  throw error;
}));

export class Lane {
  // `source` is the address of a module, `host` the name of its host.
  constructor(source, host) {
    Object.assign(this, { source, host, worker: null, isClosed: false });
  }

  // Do a job after those before it. Each job has a channel for its progress and its answer.
  async ask(job, argument, { onProgress, ...options } = {}) {
    const module = await compiled(this.source);
    if (this.isClosed) return new Promise(() => {});
    if (!this.worker) {
      this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.worker.postMessage({ module, host: this.host });
    }
    const { worker } = this;
    const { port1: port, port2 } = new MessageChannel();
    worker.postMessage({ job, argument, options, port: port2 }, [port2]);
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.worker = null; // the next job starts another one
        reject(new Error(t("say.no_data")));
      };
      worker.addEventListener("error", fail);
      port.onmessage = ({ data: { value, error, progress } }) => {
        if (progress) {
          onProgress?.(progress);
          return;
        }
        worker.removeEventListener("error", fail);
        port.close();
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      };
    });
  }

  // End the worker; pending jobs are never answered.
  close() {
    this.isClosed = true;
    this.worker?.terminate();
  }
}
