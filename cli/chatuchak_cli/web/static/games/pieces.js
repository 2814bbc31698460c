// What lies on a table, drawn as the things that they are, by the drawings that the page brings. What
// is drawn is named below it, for eyes and for readers.

import { boothPicture, svgElement } from "../board.js";
import { button, make } from "../elements.js";
import { say } from "./words.js";

const MAX_COUNTED = 12; // things at a glance

const isDrawn = (name) => document.getElementById(`piece-${name}`) !== null;

function drawn(name, text = "") {
  const svg = svgElement("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  svgElement("use", { href: `#piece-${name}` }, svg);
  const look = { x: 20, y: 26, "text-anchor": "middle", "font-size": 17, "font-weight": 700, fill: "#241a10" };
  if (text) svgElement("text", look, svg).textContent = text;
  return svg;
}

// Customers with what they buy: their number on a card, the goods as small pictures.
function customers(count, types) {
  return make("span", { className: "customers", ariaHidden: "true" }, make("b", { textContent: count }), ...types.map((type) => drawn(type)));
}

// The picture of a word of a game, and how many there are of it; null where nothing is drawn.
function pictureOf(word) {
  const [, number, rest] = /^(\d+) (.+)$/.exec(word) ?? [null, "1", word];
  if (rest.includes("+") && rest.split("+").every(isDrawn)) return [customers(number, rest.split("+")), 1];
  if (rest === "coins") return [drawn(rest, number), 1];
  const [, letters] = /^(?:group|mix):([RYGBP]{1,2})$/.exec(word) ?? [];
  if (letters) return [make("span", { className: "booths" }, ...[...letters].map(boothPicture)), 1];
  const [, stars] = /^general (\d+)$/.exec(word) ?? [];
  if (stars) return [drawn("general", stars), 1];
  return isDrawn(rest) ? [drawn(rest), Number(number)] : null;
}

// A card's spaces in rows, as small as a letter each.
export const cardFace = (rows) => make("span", { className: "mini", ariaHidden: "true" }, ...rows.flat().map((space) =>
  make("span", { className: `good-${space[0]}`, textContent: space })));

// A button for a piece of the game; a card shows its face, if its spaces are known.
export function pieceButton(piece, words, text, onclick, more = {}) {
  const about = { ...more, dataset: { piece } };
  if (!Object.hasOwn(words, piece)) return button(text, onclick, about);
  const made = button("", onclick, { ...about, className: `face ${more.className ?? ""}`, ariaLabel: `${text}: ${words[piece]}` });
  made.append(cardFace(rowsOf(words[piece])), make("span", { textContent: text }));
  return made;
}

// The rows of spaces of a card's description, such as "S B c* / G . C".
export const rowsOf = (words) => words.split(" / ").map((row) => row.split(" "));

function piece(word) {
  const [picture, count] = pictureOf(word) ?? [];
  if (!picture) return null;
  const dataset = count > 1 ? { count: `×${count}` } : {};
  return make("span", { className: "piece", dataset }, picture, make("span", { className: "name", textContent: say(word) }));
}

// A cell's words as pieces; null where they name none.
export function pieces(cell) {
  if (typeof cell !== "string") return null;
  const all = cell.split(", ").map(piece);
  return all.every(Boolean) ? make("span", { className: "pieces" }, ...all) : null;
}

// A number of things, as so many of them; null where they are too many to be counted at a glance.
export function heap(what, number) {
  if (!["coins", "houses", "helpers"].includes(what) || !(number >= 0 && number <= MAX_COUNTED)) return null;
  return make("span", { className: "pieces heap" }, make("b", { textContent: String(number) }),
    ...Array.from({ length: number }, () => drawn(what)));
}

// The time track: its numbers in a row, the tent on one of them.
export function track(cell) {
  return make("span", { className: "track" }, ...String(cell).split(" ").map((number) => {
    const isHere = number.startsWith("[");
    return make("span", { textContent: number.replace(/[[\]]/g, ""), ariaCurrent: isHere ? "true" : null });
  }));
}
