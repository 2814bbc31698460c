// The worker's side: jobs in the order that they come.

import { GridSolver } from "./grid_solver.js";
import { JOBS } from "./jobs.js";
import { Module } from "./module.js";

const HOSTS = { solver: GridSolver, photo: Module };
let host = null;

function run({ job, argument, options, port }) {
  try {
    port.postMessage({ value: JOBS[job](host, argument, options, (progress) => port.postMessage({ progress })) });
  } catch (error) {
    const isMemory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isMemory) host.start(); // its memory may be damaged
    port.postMessage({ error: isMemory ? "This grid takes more memory than there is." : error.message });
  }
}

onmessage = ({ data }) => {
  if (data.job) run(data);
  else host = new HOSTS[data.host](data.module);
};
