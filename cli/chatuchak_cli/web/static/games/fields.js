// Fields of forms.

import { button, make } from "../elements.js";

// With `rows` it is of several lines.
export function field(label, value, onInput, more = {}) {
  const input = make(more.rows ? "textarea" : "input",
    { value: value ?? "", autocomplete: "off", oninput: () => onInput(input.value), ...more });
  return make("label", { className: "field" }, make("span", { textContent: label }), input);
}

// A whole number; empty is null.
export const numberField = (label, value, onInput, { min = 0 } = {}) =>
  field(label, value === null ? "" : String(value ?? 0), (text) => onInput(text === "" ? null : Math.trunc(Number(text))),
    { type: "number", min, inputMode: "numeric" });

// A button that is on or off.
export function toggle(text, isOn, onChange) {
  const made = button(text, () => {
    made.ariaPressed = made.ariaPressed !== "true";
    onChange(made.ariaPressed === "true");
  }, { className: "toggle", ariaPressed: isOn });
  return made;
}
