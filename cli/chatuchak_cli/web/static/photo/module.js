// The host of photo.wasm, for a worker.

export class PhotoHost {
  constructor(module) {
    this.module = module;
  }

  // Start with fresh memory.
  start() {
    this.wasm = new WebAssembly.Instance(this.module).exports;
    this.wasm.reset(0);
  }

  // Call an export with a picture {pixels, width, height} of RGB bytes and arrays of numbers: [its
  // answer, the arrays afterward].
  call(name, { pixels, width, height }, arrays) {
    this.start();
    const { wasm } = this;
    const imageAt = wasm.allocate(pixels.length);
    const places = arrays.map(({ length }) => wasm.allocate(8 * length));
    const stored = () => arrays.map(({ length }, at) => new Float64Array(wasm.memory.buffer, places[at], length));
    new Uint8Array(wasm.memory.buffer, imageAt, pixels.length).set(pixels);
    stored().forEach((numbers, at) => numbers.set(arrays[at]));
    const answer = wasm[name](imageAt, height, width, ...places);
    return [answer, stored().map((numbers) => numbers.slice())];
  }
}
