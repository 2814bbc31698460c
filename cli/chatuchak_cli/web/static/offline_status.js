// Offline use: the service worker, and the parts of the page that stay on this device.

import { t } from "./texts.js";

// Let the page be installed and played without a network, if the browser can store it.
export async function installOffline() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register(new URL("./sw.js", import.meta.url));
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}

export class OfflineStatus {
  constructor(find) {
    this.find = find;
    this.isKept = null; // not known yet
  }

  // Take in whether the browser keeps the page.
  tell(isKept) {
    this.isKept = isKept;
    if (isKept) document.body.dataset.offline = "true";
    this.show();
  }

  get key() {
    if (document.documentElement.dataset.inside) return "stays.inside";
    if (this.isKept) return "stays.yes";
    if (location.protocol === "http:" && !isSecureContext) return "stays.http";
    return location.protocol === "https:" ? "stays.untrusted" : "stays.no";
  }

  show() {
    if (this.isKept === null) return;
    this.find("stays-words").textContent = t(this.key);
    this.find("stays-file").hidden = this.key === "stays.inside";
  }
}
