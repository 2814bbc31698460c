// Messages: in their line by the board, and at the window's edge if that is out of sight or something
// can be undone; and a warning for as long as something is not saved.

import { events } from "./storage.js";
import { button, make } from "./elements.js";
import { t } from "./texts.js";

const SHOWN_MS = 15_000;

export class Message {
  constructor(find) {
    this.line = find("message");
    this.spoken = { text: "", kind: "" };
    this.toast = make("div", { className: "toast", hidden: true });
    document.querySelector("main").append(this.toast);
    events.addEventListener("saving", ({ detail }) => { find("unsaved").hidden = detail; });
  }

  // `undo` takes back what is told; nothing is said to be done that `isSaved` denies.
  say(text, kind = "", { undo = null, isSaved = true } = {}) {
    if (!isSaved) [text, kind] = [t("say.unsaved"), "bad"];
    this.spoken = { text, kind };
    this.line.textContent = text;
    this.line.className = `message ${kind}`;
    clearTimeout(this.timer);
    this.toast.hidden = !text || !(undo || this.isOutOfSight);
    if (this.toast.hidden) return;
    const takeBack = button(t("tools.undo"), () => {
      this.say("");
      undo();
    }, { id: "take-back", className: "strong" });
    this.toast.replaceChildren(make("span", { textContent: text }), ...(undo ? [takeBack] : []));
    this.timer = setTimeout(() => { this.toast.hidden = true; }, SHOWN_MS);
  }

  get isOutOfSight() {
    const { height, top, bottom } = this.line.getBoundingClientRect();
    return !height || top < 0 || bottom > innerHeight;
  }
}
