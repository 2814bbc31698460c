// What a person sets once: the language, whether time is shown, whether letters act as keys; and everything
// that the page has stored, as one file.

import { onTransfer, readJson, saveJson } from "./files.js";
import {
  Stored, choosePerson, events, is, isBoolean, isListOf, isObject, isString, mapOf, people, restoreAll, storedValues,
  takeDamage, withoutNull,
} from "./storage.js";
import { make, options } from "./elements.js";
import { LANGUAGES, firstLanguage, speak, t } from "./texts.js";
import { showMessage } from "./message.js";

const MAX_NAME = 40;
const BACKUP = "chatuchak-backup";
const MAX_BACKUP_BYTES = 5_000_000;
const LANGUAGE = new Stored("language", is(isString), { otherwise: "" });
const KEYS = new Stored("keys", is(isBoolean), { otherwise: true });
const CLOCK = new Stored("clock", is(isBoolean), { otherwise: true });

// Values of the games' page, which a backup contains too.
export const COMPANION = new Stored("games.companion", is(isObject), { isPerTab: true });
export const SEATS = new Stored("games.seats", mapOf(is(isListOf(isString))), { otherwise: {} }); // who sat where last, by game
export const NAMES = new Stored("games.names", is(isListOf(isString)), { otherwise: [] }); // what those were called
// Whether games and score sheets use the user's own box instead of the server's game data.
export const IS_OWN_BOX = new Stored("games.box", is(isBoolean), { otherwise: false });

// Let `select` choose the language.
export function offerLanguages(select, onChoose) {
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, textContent: name, lang: code })));
  select.value = firstLanguage(LANGUAGE.value);
  select.addEventListener("change", () => {
    LANGUAGE.write(select.value);
    onChoose();
  });
}

// Have a field show a stored value, and store what is entered.
export function keepField(field, stored, property, onChange = () => {}) {
  const show = () => { field[property] = stored.value; };
  show();
  events.addEventListener("news", show);
  field.addEventListener("change", () => {
    stored.write(field[property]);
    onChange();
  });
}

export class Settings {
  constructor(find, { onLanguage }) {
    Object.assign(this, { onLanguage, language: find("language"), keys: find("keys"), people: find("people") });
    offerLanguages(this.language, () => this.speak());
    this.people.addEventListener("change", () => this.choosePerson(this.people.value));
    keepField(this.keys, KEYS, "checked");
    keepField(find("clock"), CLOCK, "checked", () => this.show());
    events.addEventListener("news", ({ detail }) => {
      this.show();
      if (detail === LANGUAGE.name) this.speak();
    });
    const save = () => saveJson("chatuchak.json", { format: BACKUP, version: 1, values: withoutNull(storedValues()) });
    onTransfer(find, "backup", { save, load: (text) => this.restore(text), maxBytes: MAX_BACKUP_BYTES });
    this.show();
  }

  restore(text) {
    const { format, version, values } = readJson(text);
    if (format !== BACKUP || version !== 1 || !isObject(values)) throw new Error(t("backup.none"));
    const before = storedValues();
    restoreAll(withoutNull(values));
    const [words, kind] = takeDamage() ? ["backup.damaged", "bad"] : ["backup.loaded", "good"];
    showMessage(t(words), kind, { undo: () => restoreAll(before) });
  }

  // Go on as another person, or as a new one.
  choosePerson(value) {
    const isNew = value === "new";
    const name = isNew ? prompt(t("people.name"))?.trim().slice(0, MAX_NAME) : "";
    const isSaved = isNew ? !name || choosePerson(people.names.length, [...people.names, name]) : choosePerson(Number(value));
    if (!isSaved) showMessage(t("say.unsaved"), "bad");
    this.show();
  }

  show() {
    this.people.replaceChildren(...options([...people.names.map((name, at) => [at, name || t("people.first")]), ["new", t("people.new")]]));
    this.people.value = people.at;
    this.language.value = firstLanguage(LANGUAGE.value);
    document.body.classList.toggle("timeless", !CLOCK.value);
  }

  async speak() {
    await speak(this.language.value);
    this.show();
    this.onLanguage();
  }
}
