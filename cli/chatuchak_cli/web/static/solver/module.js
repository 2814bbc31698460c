// A WebAssembly module of kernels: arrays in its memory, and calls. Its section "kernels" has their types and the
// constants (tools/kernels/codegen.py).

const WORD_BYTES = 8;
const MAX_WORDS = 1024; // of the arguments or the result of a call
const VIEWS = {
  bool: Uint8Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, int32: Int32Array, uint32: Uint32Array,
  int64: BigInt64Array, uint64: BigUint64Array, float32: Float32Array, float64: Float64Array,
};
const RESULT = { data: 24, shape: 32 }; // bytes of an array in a result

const product = (numbers) => numbers.reduce((total, number) => total * number, 1);

class ModuleArray {
  constructor(module, type, shape, at) {
    const bytes = VIEWS[type].BYTES_PER_ELEMENT;
    const strides = shape.map((_, axis) => bytes * product(shape.slice(axis + 1)));
    Object.assign(this, { module, type, shape, at, strides, words: [0, 0, product(shape), bytes, at, ...shape, ...strides].map(BigInt) });
  }

  // Its items, until the next call or array.
  get view() {
    return new VIEWS[this.type](this.module.wasm.memory.buffer, this.at, product(this.shape));
  }

  get numbers() {
    return Array.from(this.view, Number);
  }

  // Some of its rows.
  rows(first, end) {
    return new ModuleArray(this.module, this.type, [end - first, ...this.shape.slice(1)], this.at + first * this.strides[0]);
  }
}

// Append the types and the words of an argument, as the library's `flatten`.
function flatten(value, kinds, words) {
  if (value instanceof ModuleArray) {
    kinds.push(`${value.type}[${value.shape.length}] `);
    words.push(...value.words);
  } else if (typeof value === "object") {
    for (const part of Object.values(value)) flatten(part, kinds, words);
  } else {
    kinds.push("int64 ");
    words.push(BigInt(value));
  }
}

// The types of a compiled module's kernels, and its constants.
export const sectionOf = (module) => JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "kernels")[0]));

export class Module {
  constructor(module) {
    Object.assign(this, { module, ...sectionOf(module) });
    this.start();
  }

  // Start over, with fresh memory: at first, and after a call that failed.
  start() {
    this.wasm = new WebAssembly.Instance(this.module).exports;
    this.wasm.reset(0);
    this.words = this.wasm.allocate(MAX_WORDS * WORD_BYTES);
  }

  // A new array of given items, or of zeros.
  array(type, shape, items = null) {
    const bytes = VIEWS[type].BYTES_PER_ELEMENT * product(shape);
    const made = new ModuleArray(this, type, shape, this.wasm.allocate(bytes));
    if (!items) new Uint8Array(this.wasm.memory.buffer, made.at, bytes).fill(0);
    else made.view.set(type.endsWith("int64") ? Array.from(items, BigInt) : items);
    return made;
  }

  // Call a kernel. Named tuples are objects.
  call(name, ...given) {
    const { takes, returns } = this.kernels[name];
    const [kinds, words] = [[], []];
    flatten(given, kinds, words);
    if (kinds.join("") !== takes) throw new TypeError(`${name} takes ${takes}; got ${kinds.join("")}`);
    new BigInt64Array(this.wasm.memory.buffer, this.words, words.length).set(words);
    const word = this.wasm[name](this.words);
    if (typeof returns === "object") return this.read(returns, { at: this.words });
    return returns === "uint64" ? BigInt.asUintN(64, word) : Number(word);
  }

  // Read a part of a result from its place on, in numba's layout.
  read(type, place) {
    if (typeof type === "object") return Object.fromEntries(Object.entries(type).map(([name, part]) => [name, this.read(part, place)]));
    const [items, dimensions] = type.split(/[[\]]/);
    const bytes = new DataView(this.wasm.memory.buffer, place.at);
    const integer = (offset) => Number(bytes.getBigInt64(offset, true));
    place.at += dimensions ? RESULT.shape + 2 * WORD_BYTES * dimensions : WORD_BYTES;
    if (!dimensions) return integer(0);
    const shape = Array.from({ length: dimensions }, (_, axis) => integer(RESULT.shape + WORD_BYTES * axis));
    return new ModuleArray(this, items, shape, bytes.getUint32(RESULT.data, true));
  }
}
