// Offline use: the service worker, and the parts of the page that stay on this device.

import { t } from "./texts.js";

// Let the page be installed and played without a network, if the browser can store it.
export async function installOffline() {
  try {
    await navigator.serviceWorker.register(new URL("./sw.js", import.meta.url));
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}

function status(isKept) {
  if (document.documentElement.dataset.inside) return "stays.inside";
  if (isKept) return "stays.yes";
  if (location.protocol === "http:" && !isSecureContext) return "stays.http";
  return location.protocol === "https:" ? "stays.untrusted" : "stays.no";
}

// Show whether the page is there without a network, once it is known whether the browser keeps it.
export function showOffline(find, isKept) {
  if (isKept === null) return;
  if (isKept) document.body.dataset.offline = "true";
  find("stays-words").textContent = t(status(isKept));
  find("stays-file").hidden = status(isKept) === "stays.inside";
}
