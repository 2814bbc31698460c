// The worker's side: one job at a time, in the order that they come; the others wait.

import { GridSolver } from "./grid_solver.js";
import { JOBS } from "./jobs.js";
import { Module } from "./module.js";

const HOSTS = { solver: GridSolver, photo: Module };
let host = null;
let last = Promise.resolve();

async function run({ job, argument, options, port }) {
  try {
    port.postMessage({ value: await JOBS[job](host, argument, options, (progress) => port.postMessage({ progress })) });
  } catch (error) {
    const isMemory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isMemory) host.start(); // its memory may be damaged
    port.postMessage({ error: isMemory ? "This grid takes more memory than there is." : error.message });
  }
}

onmessage = ({ data }) => {
  if (data.job) last = last.then(() => run(data));
  else host = new HOSTS[data.host](data.module);
};
