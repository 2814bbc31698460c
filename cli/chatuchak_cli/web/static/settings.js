// What a person sets once: the language, whether time is shown, whether letters act as keys.

import { keep, recall } from "./storage.js";
import { make } from "./tables.js";
import { LANGUAGES, firstLanguage, speak } from "./texts.js";

export class Settings {
  constructor(find, { onLanguage }) {
    this.onLanguage = onLanguage;
    this.language = find("language");
    this.keys = find("keys");
    this.clock = find("clock");
    for (const [code, name] of Object.entries(LANGUAGES)) {
      this.language.append(make("option", { value: code, textContent: name, lang: code }));
    }
    this.language.value = firstLanguage(recall("language", ""));
    this.language.addEventListener("change", () => {
      keep("language", this.language.value);
      this.speak();
    });
    this.keys.checked = recall("keys", true) !== false;
    this.keys.addEventListener("change", () => keep("keys", this.keys.checked));
    this.clock.checked = recall("clock", true) !== false;
    this.clock.addEventListener("change", () => {
      keep("clock", this.clock.checked);
      this.showClock();
    });
    this.showClock();
  }

  get lettersAct() {
    return this.keys.checked;
  }

  showClock() {
    document.body.classList.toggle("timeless", !this.clock.checked);
  }

  async speak() {
    await speak(this.language.value);
    this.onLanguage();
  }
}
