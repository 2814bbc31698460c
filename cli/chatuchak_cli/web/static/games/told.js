// What the server tells in English, in the reader's language: found by its English text.

import { english, t } from "../texts.js";
import { say } from "./words.js";

let patterns = null; // [what a text looks like, the names of its values, its key]

// A sentence of the server's; one that the catalogue does not have stays as it is.
export function sayTold(text) {
  patterns ??= made();
  for (const [pattern, names, key] of patterns) {
    const found = pattern.exec(text);
    if (found) {
      const values = names.map((name, at) => [name, name === "n" ? Number(found[at + 1]) : say(found[at + 1])]);
      return t(key, Object.fromEntries(values));
    }
  }
  return text;
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
