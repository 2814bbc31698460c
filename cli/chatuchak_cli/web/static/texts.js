// The page's texts: one catalog a language, texts/<code>.json. What one lacks is English.

import { fetchJson } from "./load.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };
const FALLBACK = "en";

const catalogs = {}; // promises, by language
let catalog = {};
let language = FALLBACK;
let plurals = new Intl.PluralRules(FALLBACK);

// The language to begin with: the one chosen here before, or the browser's first that there is.
export function firstLanguage(chosen) {
  const wished = [chosen, ...navigator.languages].map((code) => String(code).slice(0, 2));
  return wished.find((code) => Object.hasOwn(LANGUAGES, code)) ?? FALLBACK;
}

const folders = [new URL("./texts/", import.meta.url)];

// Take texts from another folder too; before the first are spoken.
export const alsoFrom = (folder) => folders.push(folder);

function fetchCatalog(code) {
  catalogs[code] ??= Promise.all(folders.map((folder) => fetchJson(new URL(`${code}.json`, folder))))
    .then((parts) => Object.assign({}, ...parts));
  catalogs[code].catch(() => delete catalogs[code]); // and try again
  return catalogs[code];
}

// Take in a language's texts, and write them on the page.
export async function speak(code) {
  const [english, own] = await Promise.all([fetchCatalog(FALLBACK), fetchCatalog(code).catch(() => ({}))]);
  catalog = { ...english, ...own };
  language = code;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  translate(document);
  for (const other of Object.keys(LANGUAGES)) fetchCatalog(other); // for a change without the server
}

function translate(root) {
  for (const element of root.querySelectorAll("[data-text]")) {
    const text = t(element.dataset.text);
    if (element.textContent !== text) element.textContent = text; // as the page came, mostly
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    const name = element instanceof HTMLImageElement ? "alt" : "aria-label";
    element.setAttribute(name, t(element.dataset.label));
  }
}

// A copy of a template of the page in this language, with nodes or texts in the places of its slots.
export function fromTemplate(id, slots = {}) {
  const content = document.getElementById(id).content.cloneNode(true);
  translate(content);
  for (const [name, nodes] of Object.entries(slots)) {
    content.querySelector(`slot[name="${name}"]`).replaceWith(...[nodes].flat());
  }
  return content;
}

// Show it in an element. Returns a function that finds its elements by their ids.
export function showTemplate(element, id, slots) {
  element.replaceChildren(fromTemplate(id, slots));
  return (part) => element.querySelector(`#${part}`);
}

export const currentLanguage = () => language;

export const knows = (key) => Object.hasOwn(catalog, key);

// A text, with values put in where it has {names}; `n` chooses between one and many. Without it, another one.
export function t(key, values = {}, otherwise = key) {
  const entry = catalog[key] ?? otherwise;
  const pattern = typeof entry === "string" ? entry : entry[plurals.select(values.n)] ?? entry.other;
  return pattern.replace(/\{(\w+)\}/g, (place, name) =>
    Object.hasOwn(values, name) ? written(values[name]) : place);
}

// A rank's name in this language, where it is one of the game's; others have it as it is.
export const rankName = (name) => t(`rank_name.${name.toLowerCase().replaceAll(" ", "_")}`, {}, name);

function written(value) {
  return typeof value === "number" || typeof value === "bigint" ? writer(Intl.NumberFormat).format(value) : String(value);
}

// What writes numbers or dates in one form: kept, since making it takes longer than all its uses.
const writers = new Map();
function writer(Kind, form) {
  const name = JSON.stringify([Kind.name, language, form]);
  if (!writers.has(name)) writers.set(name, new Kind(language, form));
  return writers.get(name);
}

export const dates = (form) => writer(Intl.DateTimeFormat, form);

// A number with some digits behind the point.
export const decimal = (value, digits = 1) =>
  writer(Intl.NumberFormat, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

// Words in a sentence: "red, green, and blue".
export const listed = (words) => writer(Intl.ListFormat).format(words.map(String));

// Seconds as 1:05, or 1:02:03.
export function shownTime(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// A day as people write it, of "2026-11-22".
export const shownDay = (day) => dates({ dateStyle: "medium" }).format(new Date(`${day}T12:00`));

export const moves = (n) => t("moves", { n });

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
