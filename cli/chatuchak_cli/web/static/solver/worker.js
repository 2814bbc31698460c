// The worker's side: one job at a time, in the order that they come; the others wait.

import { Host } from "./module.js";
import { JOBS } from "./jobs.js";
import { PhotoHost } from "../photo/module.js";

const HOSTS = { solver: Host, photo: PhotoHost };
let giveHost = null;
const host = new Promise((resolve, reject) => {
  giveHost = ({ module, host: name, failure }) => (module ? resolve(new HOSTS[name](module)) : reject(new Error(failure)));
});
host.catch(() => {}); // told to whoever asks
const canceled = new Set();
let last = Promise.resolve();

// Let messages in: a task of its own, without the wait that timers have.
const channel = new MessageChannel();
let resume = null;
channel.port1.onmessage = () => resume();
const breathe = () =>
  new Promise((resolve) => {
    resume = resolve;
    channel.port2.postMessage(null);
  });

async function run({ id, job, argument, options }) {
  const control = {
    breathe,
    isCanceled: () => canceled.has(id),
    tell: (progress) => postMessage({ id, progress }),
  };
  try {
    const value = await JOBS[job](await host, argument, options, control);
    postMessage({ id, value });
  } catch (error) {
    let { message } = error;
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      (await host).start(); // what it had in memory may be damaged
      message = "This grid takes more memory than there is.";
    }
    postMessage({ id, error: message, name: error.name });
  } finally {
    canceled.delete(id);
  }
}

onmessage = ({ data }) => {
  if (data.module || data.failure) giveHost(data);
  else if (data.cancel !== undefined) canceled.add(data.cancel);
  else last = last.then(() => run(data));
};
