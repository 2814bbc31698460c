// Messages: in their line by the board, and at the window's edge if that is out of sight or something
// can be undone; and a warning for as long as something is not saved.

import { events } from "./storage.js";
import { button, make } from "./elements.js";
import { t } from "./texts.js";

const SHOWN_MS = 15_000;

const find = (id) => document.getElementById(id);
const toast = make("div", { className: "toast", hidden: true });
document.querySelector("main").append(toast);
events.addEventListener("saving", ({ detail }) => { find("unsaved").hidden = detail; });

let last = { text: "", kind: "" };
let timer = 0;

export const lastMessage = () => last;

// Show a message instead of the last one. `undo` takes back the reported change; one that is not saved
// is a fault.
export function showMessage(text, kind = "", { undo = null, isSaved = true } = {}) {
  last = isSaved ? { text, kind } : { text: t("say.unsaved"), kind: "bad" };
  const line = find("message");
  line.textContent = last.text;
  line.className = `message ${last.kind}`;
  clearTimeout(timer);
  toast.hidden = !last.text || !(undo || isOutOfSight(line));
  if (toast.hidden) return;
  const takeBack = button(t("tools.undo"), () => {
    showMessage("");
    undo();
  }, { id: "take-back", className: "strong" });
  toast.replaceChildren(make("span", { textContent: last.text }), ...(undo ? [takeBack] : []));
  timer = setTimeout(() => { toast.hidden = true; }, SHOWN_MS);
}

export const showError = ({ message }) => showMessage(message, "bad");

// Call `use` when a form is submitted; its error is shown.
export function onSubmit(form, use) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    Promise.resolve().then(use).catch(showError);
  });
}

// Scroll to an element above the message's line, if the window has room for both.
export function showWithMessage(element) {
  const height = find("message").getBoundingClientRect().bottom - element.getBoundingClientRect().top;
  if (height <= innerHeight) element.scrollIntoView({ block: "nearest" });
}

export function isOutOfSight(element) {
  const { height, top, bottom } = element.getBoundingClientRect();
  return !height || top < 0 || bottom > innerHeight;
}
