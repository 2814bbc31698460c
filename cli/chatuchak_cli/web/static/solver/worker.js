// The worker's side: one job at a time, in the order that they come; the others wait.

import { Host } from "./module.js";
import { JOBS } from "./jobs.js";
import { PhotoHost } from "../photo/module.js";

const HOSTS = { solver: Host, photo: PhotoHost };
let giveHost = null;
const host = new Promise((resolve, reject) => {
  giveHost = ({ module, host: name, failure }) => (module ? resolve(new HOSTS[name](module)) : reject(new Error(failure)));
});
host.catch(() => {}); // reported to every job

async function run({ id, job, argument, options }) {
  try {
    const value = await JOBS[job](await host, argument, options, (progress) => postMessage({ id, progress }));
    postMessage({ id, value });
  } catch (error) {
    const isMemory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isMemory) (await host).start(); // its memory may be damaged
    postMessage({ id, error: isMemory ? "This grid takes more memory than there is." : error.message });
  }
}

let last = Promise.resolve();
onmessage = ({ data }) => {
  if (data.job) last = last.then(() => run(data));
  else giveHost(data);
};
