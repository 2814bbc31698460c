// The games' own words, as actions and tables have them, in the reader's language.

import { colorName, place } from "../grid.js";
import { knows, t } from "../texts.js";

const usual = (seat) => t("player", { number: seat + 1 });
let naming = usual;
let playing = "";

// Speak of a game, and call players as its view does; by their numbers without one.
export function speakOf(game = "", name = usual) {
  [playing, naming] = [game, name];
}

// A word of a game, or several separated by commas.
export function say(words) {
  if (typeof words === "number") return t("number", { n: words });
  return words.split(", ").map(sayOne).join(", ");
}

// Words with values in them: their patterns, and what is said of the values.
const PATTERNS = [
  [/^(\d+) ([a-z].*)$/, (count, counted) => `${count} ${sayOne(counted)}`],
  [/^player (\d)$/, (player) => naming(Number(player) - 1)],
  [/^(group|mix):([RYGBP]{1,2})$/, (kind, letters) => t(`word.${kind}`, { colors: [...letters].map(colorName).join(" + ") })],
  [/^color:([RYGBP]) (\d+)$/, (color, worst) => `${colorName(color)}: ${worst}`],
  [/^general (\d+)$/, (stars) => t("word.general", { stars })],
  [/^e(\d+)$/, (number) => (playing === "river-market" ? t("word.end_spot", { spot: number }) : `e${number}`)], // else a space, such as of Mercado
];

function sayOne(word) {
  const [pattern, spoken] = PATTERNS.find(([pattern]) => pattern.test(word)) ?? [];
  if (pattern) return spoken(...pattern.exec(word).slice(1));
  if (word.includes("+")) return word.split("+").map(sayOne).join(" / ");
  const [first, ...rest] = word.split(" ");
  if (rest.length && knows(`word.${first}`)) return [t(`word.${first}`), ...rest.map(sayOne)].join(" ");
  return t(`word.${word}`, {}, /^[a-z]+(-[a-z]+)+$/.test(word) ? word.replaceAll("-", " ") : word);
}

// The words of a picture in the reader's language; those that differ from the drawn ones are written in a font.
const WORDS = /<g class="word" transform="translate\((\S+) (\S+)\)">\s*<g data-text="([^"]+)" transform="[^"]*scale\(([^)]+)\)" fill="none" stroke="([^"]+)" stroke-width="([^"]+)".*?<\/g>\s*<\/g>/gs;
const spaced = (word) => word.replaceAll("-", " ").toLowerCase();

export function translatePicture(svg) {
  return svg.replace(WORDS, (drawn, x, y, name, scale, color, stroke) => {
    const word = t(`word.${name}`, {}, name);
    if (spaced(word) === spaced(name)) return drawn;
    const font = `font-family="'DejaVu Sans', Verdana, sans-serif" font-size="${14 * scale}" font-weight="${stroke > 1.6 ? "bold" : "normal"}"`;
    return `<text x="${x}" y="${y}" fill="${color}" ${font} text-anchor="middle">${word}</text>`;
  });
}

// What an action won or lost, such as `group:R from the center`; nothing where the end tells it.
export function sayEvent(event) {
  const [what, ...how] = event.split(" ");
  return t(`event.${how.join("_")}`, { what: sayOne(what) }, "");
}

// A part of a setup: by a seat, such as `hand 0`, or a number of customers.
export const sayPart = (kind, number) =>
  t(`part.${kind}`, { number: number === undefined ? "" : kind === "customers" ? number : Number(number) + 1 });

// An action's parts: what is done, and with what, in the order in which a person chooses them.
// Where all play at once, an action begins with its player, who is no choice.
export function partsOf(action) {
  const words = action.replace(/^\d /, "").split(" ");
  if (["bring", "arrive"].includes(words[0])) {
    return [words[0], words.slice(1, 3).join(" "), ...words.slice(3)];
  }
  if (["card", "last-card", "discarded", "event"].includes(words[0])) {
    return [words[0], words.slice(1).join(" ")];
  }
  return words;
}

// What is done by an action, alone.
export const sayVerb = (game, verb) => t(`verb.${game}.${verb}`, {}, verb);

// A whole action.
export function sayAction(game, action) {
  const [verb, ...rest] = partsOf(action);
  const [a = "", b = "", c = ""] = rest.map((part) => say(part));
  return t(`act.${game}.${verb}`, { a, b, c, place: place(Number(a)) }, action);
}

// A space of a stand, such as `S*`: its good, and whether a mouse is there.
export const saySpace = (space) => say(space[0]) + (space.length > 1 ? `, ${t("sheet.mouse")}` : "");
