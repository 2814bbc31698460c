// Offline use: the service worker, and the parts of the page that stay on this device.

import { t } from "./texts.js";

let isKept = null; // whether the browser keeps the page; not known yet

// Let the page be installed and played without a network, if the browser can store it.
export async function installOffline(find) {
  try {
    await navigator.serviceWorker.register(new URL("./sw.js", import.meta.url));
    await navigator.serviceWorker.ready;
    isKept = true;
  } catch {
    isKept = false;
  }
  showOffline(find);
}

function status() {
  if (document.documentElement.dataset.inside) return "stays.inside";
  if (isKept) return "stays.yes";
  if (location.protocol === "http:" && !isSecureContext) return "stays.http";
  return location.protocol === "https:" ? "stays.untrusted" : "stays.no";
}

// Show whether the page is there without a network, once it is known whether the browser keeps it.
export function showOffline(find) {
  if (isKept === null) return;
  if (isKept) document.body.dataset.offline = "true";
  find("stays-words").textContent = t(status());
}
