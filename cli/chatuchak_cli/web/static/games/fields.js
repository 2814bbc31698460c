// Fields of forms.

import { make } from "../tables.js";
import { button } from "./parts.js";

// With `rows` it is of several lines.
export function field(label, value, onInput, more = {}) {
  const input = make(more.rows ? "textarea" : "input", { value: value ?? "", autocomplete: "off", ...more });
  input.addEventListener("input", () => onInput(input.value));
  return make("label", { className: "field" }, make("span", { textContent: label }), input);
}

// A whole number; empty is null.
export const numberField = (label, value, onInput, { min = 0 } = {}) =>
  field(label, value === null ? "" : String(value ?? 0), (text) => onInput(text === "" ? null : Math.trunc(Number(text))),
    { type: "number", min, inputMode: "numeric" });

// A button that is on or off.
export function toggle(text, isOn, onChange) {
  const made = button(text, () => {
    const now = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(now));
    onChange(now);
  }, { className: "toggle" });
  made.setAttribute("aria-pressed", String(isOn));
  return made;
}
