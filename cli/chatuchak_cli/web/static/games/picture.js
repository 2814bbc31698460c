// Pictures that the server draws, and buttons over the places on them that can be tapped.

import { make } from "../tables.js";

// The picture's address; as a picture of its own nothing in it can reach the page.
export const addressOf = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export function picture(svg, words) {
  const image = make("img", { src: addressOf(svg), alt: words, className: "picture" });
  image.style.setProperty("--ratio", ratioOf(svg));
  return image;
}

// How much wider than high a picture is.
function ratioOf(svg) {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [null, 1, 1];
  return width / height;
}

// A board: its picture and its places. `taps` is [{word, box, label}]; `onTap` gets the word.
export function board(svg, words, taps, onTap) {
  const frame = make("div", { className: "places" }, picture(svg, words));
  frame.style.setProperty("--ratio", ratioOf(svg));
  for (const { word, box, label } of taps) {
    const button = make("button", { type: "button", className: "place" });
    button.setAttribute("aria-label", label);
    button.dataset.word = word;
    const [left, top, width, height] = box.map((part) => `${100 * part}%`);
    Object.assign(button.style, { left, top, width, height });
    button.addEventListener("click", () => onTap(word));
    frame.append(button);
  }
  return frame;
}

// A picture as PNG, three times as large so that it is sharp on phones.
export async function pngOf(svg) {
  const image = new Image();
  image.src = addressOf(svg);
  await image.decode();
  const canvas = make("canvas", { width: 3 * image.naturalWidth, height: 3 * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
