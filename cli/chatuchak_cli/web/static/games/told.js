// What the server tells in English, in the reader's language: found by its English text.
//
// A text of the catalog under `told.` is a sentence of the server's with places for values:
// {n} is a number, {letter} a color's letter, {names} people, {told} a sentence in turn, {place} a
// place in a document; what begins with a line below is of no use in other languages.

import { colorName } from "../grid.js";
import { english, knows, t } from "../texts.js";
import { say, sayPart } from "./words.js";

const SOURCE = /^the (?:sheet|file|session|request): /;
const PLACE = /^([a-z_]+(?:\[\d+\]| \d+)?(?:\.[a-z_]+(?:\[\d+\])?)*): /;
const PART = /^([a-z_]+)(?:\[(\d+)\]| (\d+))?$/;
const DEEPEST = 3; // sentences in sentences

let patterns = null; // [what a text looks like, the names of its values, its key]

// A sentence of the server's; one that the catalog does not have stays as it is. `names` are
// those of a document's players.
export function sayTold(text, names = [], depth = 0) {
  patterns ??= made();
  for (const [pattern, values, key] of patterns) {
    const found = pattern.exec(text);
    if (found) {
      return t(key, Object.fromEntries(values.map((name, at) => [name, saidValue(name, found[at + 1], names, depth)])));
    }
  }
  const bare = text.replace(SOURCE, "");
  const [start, place] = PLACE.exec(bare) ?? [];
  const words = place ? sayPlace(place, names) : "";
  if (words && depth < DEEPEST) return `${words}: ${sayTold(bare.slice(start.length), names, depth + 1)}`;
  return bare === text || depth >= DEEPEST ? text : sayTold(bare, names, depth + 1);
}

function saidValue(name, value, names, depth) {
  if (name === "n") return Number(value);
  if (name === "letter") return colorName(value);
  if (name === "told") return depth < DEEPEST ? sayTold(value, names, depth + 1) : value;
  if (name === "names") return value.split(" and ").join(` ${t("names.and")} `);
  if (name === "place") return sayPlace(value, names) || value;
  return name.startsWith("_") ? value : say(value);
}

// A place in a document, such as `players[0].grid`; empty where a part of it has no words.
function sayPlace(place, names) {
  const words = place.split(".").map((part) => {
    const [, word, index, number] = PART.exec(part) ?? [];
    if (word === "players") return names[index] || t("player", { number: Number(index ?? 0) + 1 });
    if (knows(`part.${word}`)) return sayPart(word, number);
    if (knows(`at.${word}`)) return t(`at.${word}`, { n: Number(index ?? 0) + 1, number: Number(index ?? 0) + 1 });
    return say(word ?? part);
  });
  return words.filter(Boolean).join(", ");
}

function made() {
  return Object.entries(english()).filter(([key]) => key.startsWith("told.")).flatMap(([key, entry]) => {
    const forms = typeof entry === "string" ? [entry] : Object.values(entry);
    return forms.map((form) => [patternOf(form), [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), key]);
  });
}

function patternOf(form) {
  const parts = form.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const names = [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => (name === "n" ? "(\\d+)" : "(.+?)"));
  return new RegExp(`^${parts.map((part, at) => part + (names[at] ?? "")).join("")}$`);
}
