// Fetching and compiling the solver's module: once, for all workers.

export async function compiled() {
  const source = new URL("./solver.wasm", import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(source));
  } catch {
    // A server that does not know the type of the file, or one that is away: told apart here.
    const response = await fetch(source);
    if (!response.ok) throw new Error(`The solver cannot be loaded (${response.status}).`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
