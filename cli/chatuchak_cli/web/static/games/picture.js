// Pictures that the server draws, and buttons over the places on them that can be tapped.

import { button, cover, make } from "../elements.js";

const MOVE_MS = 600;

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

// How far the next box is along an axis (0: across, 1: down), as a share of the picture.
const pitchOf = (box, boxes, axis) => Math.min(1, ...boxes
  .filter((other) => other[axis] !== box[axis] && Math.abs(other[1 - axis] - box[1 - axis]) < box[3 - axis])
  .map((other) => Math.abs(other[axis] - box[axis])));

// A place to tap around the middle of a box: large enough for a finger, if its neighbors leave room.
const coverByPlace = (place, box, boxes) => {
  const [left, top, width, height] = box;
  cover(place, [left + width / 2, top + height / 2, width, height]);
  const [minWidth, minHeight] = [0, 1].map((axis) => `min(44px, ${100 * pitchOf(box, boxes, axis)}%)`);
  Object.assign(place.style, { minWidth, minHeight });
};

// A board: its picture and its places. `taps` is [{word, box, label}]; `onTap` gets the word, `onMiss`
// is called for a tap elsewhere. `ranks` is [box, number]: what is advised there.
export function board(svg, words, taps, { onTap, onMiss, ranks = [] }) {
  const frame = make("div", { className: "places" }, picture(svg, words));
  frame.style.setProperty("--ratio", ratioOf(svg));
  if (taps.length) frame.addEventListener("click", ({ target }) => target.closest("button") || onMiss?.());
  for (const { word, box, label } of taps) {
    const place = button("", () => onTap(word), { className: "place", ariaLabel: label, dataset: { word } });
    coverByPlace(place, box, taps.map((tap) => tap.box));
    const ring = make("span", { className: "tappable" }); // around what is drawn, which may be smaller
    cover(ring, box);
    frame.append(ring, place);
  }
  for (const [box, number] of ranks) {
    const mark = make("span", { className: "advised", ariaHidden: "true" }, make("b", { textContent: String(number) }));
    cover(mark, box);
    frame.append(mark);
  }
  return frame;
}

// Mark on a board what moved last: a ring where it is, and where it came from, if it was on the board.
// What others did moves there before one's eyes, unless the system asks for less motion.
export function markLast(frame, svg, [from, to], { isNew }) {
  const place = (className, box) => {
    const mark = make("span", { className });
    cover(mark, box);
    frame.append(mark);
    return mark;
  };
  if (from) place("left-behind", from);
  place("moved-last", to);
  if (!isNew || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [left, top, width, height] = to;
  const piece = place("moving", to);
  // The piece is cut out of the picture, which shows it where it is already.
  const cut = picture(svg, "");
  cover(cut, [-left / width, -top / height, 1 / width, 1 / height]);
  piece.append(cut);
  const [x, y] = from ? [(from[0] - left) / width, (from[1] - top) / height] : [0, -0.6];
  piece.animate(
    [{ transform: `translate(${100 * x}%, ${100 * y}%)`, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }],
    { duration: MOVE_MS, easing: "ease-in-out" }).finished.then(() => piece.remove(), () => {});
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
