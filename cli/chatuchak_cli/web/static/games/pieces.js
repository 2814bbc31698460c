// What lies on a table, drawn as the things that they are: goods, restaurants, customers, coins,
// markers, stars, helpers and houses. What is drawn is named below it, for eyes and for readers.

import { boothPicture } from "../board.js";
import { make } from "../tables.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 40;

// Grounds as the games' boards have them, and shapes on a square of 40: [tag, attributes].
const circle = (cx, cy, r, fill) => ["circle", { cx, cy, r, fill }];
const path = (d, fill, more = {}) => ["path", { d, fill, ...more }];
const GOODS = {
  fish: ["#cfd8dc", path("M6 20Q16 8 27 20Q16 32 6 20ZM26 20L35 12V28Z", "#455a64"), circle(13, 18, 1.6, "#fff")],
  flower: ["#1b5e20", ...[[20, 11], [29, 17.5], [25.5, 28], [14.5, 28], [11, 17.5]].map(([x, y]) => circle(x, y, 6, "#f8bbd0")), circle(20, 20.5, 5, "#fdd835")],
  tomato: ["#ffccbc", circle(20, 22, 12, "#c62828"), path("M20 14L12 9M20 14L28 9M20 14V7", "none", { stroke: "#2e7d32", "stroke-width": 3 })],
  meat: ["#d7ccc8", path("M9 17Q9 8 20 8Q32 8 31 19Q30 29 20 26L13 33L8 29L14 23Q9 22 9 17Z", "#6d3f35"), circle(22, 16, 4, "#ffccbc")],
  grape: ["#e1bee7", ...[[12, 14], [20, 14], [28, 14], [16, 21], [24, 21], [20, 28]].map(([x, y]) => circle(x, y, 4.6, "#6a1b9a"))],
  veggies: ["#dcedc8", path("M20 34L13 16H27Z", "#ef6c00"), path("M20 16L13 7M20 16V6M20 16L27 7", "none", { stroke: "#2e7d32", "stroke-width": 3 })],
  cloth: ["#bbdefb", path("M9 10H31V30Q26 26 20 30T9 30Z", "#1565c0"), path("M9 17H31M9 23H31", "none", { stroke: "#fff", "stroke-width": 2 })],
  lilies: ["#b2dfdb", path("M20 31Q6 26 9 12Q17 15 20 24Q23 15 31 12Q34 26 20 31Z", "#ad1457"), path("M20 31Q13 18 20 8Q27 18 20 31Z", "#f48fb1")],
};
const IMPROVES = { "sushi-bar": "fish", "tea-house": "flower", pizzeria: "tomato", "burger-joint": "meat", "wine-bar": "grape" };
const COIN = [circle(20, 20, 16, "#fbc02d"), ["circle", { cx: 20, cy: 20, r: 12, fill: "none", stroke: "#8d6e00", "stroke-width": 2 }]];
const STAR = path("M20 4L25 15L37 16L28 24L31 36L20 29L9 36L12 24L3 16L15 15Z", "#f9a825");
const PUB = [path("M10 12H26V34H10Z", "#fff8e1"), path("M26 17H33V28H26", "none", { stroke: "#fff8e1", "stroke-width": 3 }), circle(14, 11, 4, "#fff"), circle(21, 10, 5, "#fff")];
const HOUSE = path("M6 20L20 7L34 20H30V34H10V20Z", "#8d6e63");
const HELPER = [circle(20, 11, 7, "#1b5e20"), path("M8 35Q8 19 20 19Q32 19 32 35Z", "#1b5e20")];

function drawn(ground, shapes, text = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  svg.setAttribute("aria-hidden", "true");
  const add = ([tag, attributes]) => {
    const one = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    svg.append(one);
    return one;
  };
  if (ground) add(["rect", { x: 1, y: 1, width: 38, height: 38, rx: 7, fill: ground, stroke: "#5d4a3a" }]);
  shapes.forEach(add);
  if (text) add(["text", { x: 20, y: 26, "text-anchor": "middle", "font-size": 17, "font-weight": 700, fill: "#241a10" }]).textContent = text;
  return svg;
}

// Customers with what they buy: their number on a card, the goods as small pictures.
function customers(count, types) {
  const card = make("span", { className: "customers" }, make("b", { textContent: count }));
  card.setAttribute("aria-hidden", "true");
  card.append(...types.map((type) => drawn(GOODS[type][0], GOODS[type].slice(1))));
  return card;
}

// The picture of a word of a game, and how many there are of it; null where nothing is drawn.
function pictureOf(word) {
  const [, number, rest] = /^(\d+) (.+)$/.exec(word) ?? [null, "1", word];
  if (rest.includes("+") && rest.split("+").every((type) => type in GOODS)) return [customers(number, rest.split("+")), 1];
  if (rest === "coins") return [drawn(null, COIN, number), 1];
  if (rest in GOODS) return [drawn(GOODS[rest][0], GOODS[rest].slice(1)), Number(number)];
  if (rest in IMPROVES) return [drawn("#fdd835", GOODS[IMPROVES[rest]].slice(1)), Number(number)];
  if (rest === "pub") return [drawn("#fdd835", PUB), Number(number)];
  const [, letters] = /^(?:group|mix):([RYGBP]{1,2})$/.exec(word) ?? [];
  if (letters) return [make("span", { className: "booths" }, ...[...letters].map(boothPicture)), 1];
  if (word === "path") return [drawn("#efdcb8", [path("M6 30H16V20H26V10H35", "none", { stroke: "#5d4a3a", "stroke-width": 5 })]), 1];
  if (word === "rectangle") return [drawn("#efdcb8", [path("M8 11H32V29H8Z", "none", { stroke: "#5d4a3a", "stroke-width": 5 })]), 1];
  const [, stars] = /^general (\d+)$/.exec(word) ?? [];
  return stars ? [drawn(null, [STAR], stars), 1] : null;
}

function piece(word) {
  const found = pictureOf(word);
  if (!found) return null;
  const [picture, count] = found;
  const made = make("span", { className: "piece" }, picture, make("span", { className: "name", textContent: say(word) }));
  if (count > 1) made.dataset.count = `×${count}`;
  return made;
}

// A cell's words as pieces; null where they name none.
export function pieces(cell) {
  if (typeof cell !== "string") return null;
  const all = cell.split(", ").map(piece);
  return all.every(Boolean) ? make("span", { className: "pieces" }, ...all) : null;
}

// A number of things, as so many of them; null where they are too many to be counted at a glance.
export function heap(what, number) {
  const shapes = { coins: COIN, houses: [HOUSE], helpers: HELPER }[what];
  if (!shapes || typeof number !== "number" || number < 0 || number > 12) return null;
  const made = make("span", { className: "pieces heap" }, make("b", { textContent: String(number) }));
  made.append(...Array.from({ length: number }, () => drawn(null, shapes)));
  return made;
}

// The time track: its numbers in a row, the tent on one of them.
export function track(cell) {
  return make("span", { className: "track" }, ...String(cell).split(" ").map((number) => {
    const isHere = number.startsWith("[");
    const made = make("span", { textContent: number.replace(/[[\]]/g, "") });
    if (isHere) made.setAttribute("aria-current", "true");
    return made;
  }));
}
