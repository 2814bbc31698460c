// What a person sets once: the language, whether time is shown, whether letters act as keys.

import { Stored, events, is, isBoolean, isString } from "./storage.js";
import { make } from "./tables.js";
import { LANGUAGES, firstLanguage, speak } from "./texts.js";

export const LANGUAGE = new Stored("language", is(isString), { otherwise: "" });
const KEYS = new Stored("keys", is(isBoolean), { otherwise: true });
const CLOCK = new Stored("clock", is(isBoolean), { otherwise: true });

export class Settings {
  constructor(find, { onLanguage }) {
    this.onLanguage = onLanguage;
    this.language = find("language");
    this.keys = find("keys");
    this.clock = find("clock");
    for (const [code, name] of Object.entries(LANGUAGES)) {
      this.language.append(make("option", { value: code, textContent: name, lang: code }));
    }
    this.language.addEventListener("change", () => {
      LANGUAGE.write(this.language.value);
      this.speak();
    });
    this.keys.addEventListener("change", () => KEYS.write(this.keys.checked));
    this.clock.addEventListener("change", () => {
      CLOCK.write(this.clock.checked);
      this.show();
    });
    events.addEventListener("news", ({ detail }) => {
      this.show();
      if (detail === LANGUAGE.name) this.speak();
    });
    this.show();
  }

  show() {
    this.language.value = firstLanguage(LANGUAGE.value);
    this.keys.checked = KEYS.value;
    this.clock.checked = CLOCK.value;
    document.body.classList.toggle("timeless", !CLOCK.value);
  }

  get lettersAct() {
    return this.keys.checked;
  }

  async speak() {
    await speak(this.language.value);
    this.onLanguage();
  }
}
