// What of the page stays on this device when the network is away, and how more of it would.

import { t } from "./texts.js";

export class Staying {
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
