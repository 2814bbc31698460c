// Elements, made by their properties.

// Properties that are objects, such as `dataset` and `style`, are assigned part by part.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "object" && value !== null) Object.assign(element[name], value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

export const button = (text, onclick, more = {}) =>
  make("button", { type: "button", textContent: text, onclick, ...more });

// A form field with its label.
export const labeled = (label, input) => make("label", { className: "field" }, make("span", { textContent: label }), input);

export const options = (choices) => choices.map(([value, textContent]) => make("option", { value, textContent }));

// Elements that belong together, with a label for screen readers.
export const group = (className, label, children, more = {}) =>
  make("div", { className, role: "group", ariaLabel: label, ...more }, ...children);
