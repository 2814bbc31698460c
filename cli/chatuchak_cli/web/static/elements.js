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

// A table's row: its head and its cells.
export const tableRow = (head, cells) => make("tr", {}, make("th", { scope: "row", textContent: head }),
  ...cells.map((textContent) => make("td", { textContent })));

export const options = (choices) => choices.map(([value, textContent]) => make("option", { value, textContent }));

// Place an element on a box of its parent, [left, top, width, height] in shares.
export function cover(element, box) {
  const [left, top, width, height] = box.map((part) => `${100 * part}%`);
  Object.assign(element.style, { left, top, width, height });
}

// Have an element be dragged: `start` returns what `move` and `end` get.
export function onDrag(element, { start, move, end }) {
  let held = null;
  const drop = () => {
    if (held !== null) end(held);
    held = null;
  };
  return Object.assign(element, {
    onpointerdown: (event) => {
      element.setPointerCapture(event.pointerId);
      held = start(event);
    },
    onpointermove: (event) => held !== null && move(event, held),
    onpointerup: drop,
    onpointercancel: drop,
  });
}

// Elements that belong together, with a label for screen readers.
export const group = (className, label, children, more = {}) =>
  make("div", { className, role: "group", ariaLabel: label, ...more }, ...children);
