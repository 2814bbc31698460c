// The beginning: every game, saved files, and the game that was played last.

import { onFile, readJson } from "../files.js";
import { button, make } from "../elements.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { heading, link } from "./parts.js";
import { SHORT_LETTERS, meant } from "./phones.js";
import { picture } from "./picture.js";
import { rulesOf } from "./rules.js";
import { COMPANION, LAST } from "./stored.js";

export class Home {
  constructor(element, _, { say }) {
    this.element = element;
    this.say = say;
    this.games = [];
    this.sheets = {};
  }

  async open() {
    this.refresh();
    ({ games: this.games, sheets: this.sheets } = await ask("kinds"));
    this.refresh();
  }

  refresh() {
    const games = this.games.map(({ game, picture: svg }) => make("li", { className: "offer" }, picture(svg, ""),
      make("div", {}, link(`#new=${game}`, t(`game.${game}`), "big"),
        make("p", { className: "note", textContent: t(`about.${game}`) }), rulesOf(game))));
    const last = LAST.value;
    const parts = [heading("h2", t("home.games")), make("ul", { className: "list" }, ...games)];
    if (last) parts.push(make("p", {}, link(`#play=${last}`, t("home.last"), "big")));
    parts.push(this.joining());
    const words = t("home.resume");
    const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, id: "resume-file", ariaLabel: words });
    onFile(file, (text) => this.resume(text), (error) => this.say(error.message, "bad"));
    parts.push(make("p", {}, button(words, () => file.click(), { id: "resume" }), file));
    parts.push(make("h2", { textContent: t("home.companion") }), link("#companion", t("companion.title"), "big"));
    const sheets = Object.keys(this.sheets).map((kind) => make("li", {}, link(`#score=${kind}`, t(`sheet.title.${kind}`), "big")));
    this.element.replaceChildren(make("section", { className: "panel" }, ...parts),
      make("section", { className: "panel" }, heading("h2", t("home.sheets")), make("ul", { className: "list" }, ...sheets)));
  }

  // Sit down at somebody's game, by the code that its screen shows.
  joining() {
    const code = make("input", { id: "code", autocomplete: "off", spellcheck: false, maxLength: 60, autocapitalize: "characters" });
    const onsubmit = (event) => {
      event.preventDefault();
      this.join(meant(code.value)).catch((error) => this.say(error.message, "bad"));
    };
    return make("form", { className: "joining", onsubmit },
      make("label", { className: "field" }, make("span", { textContent: t("home.code") }), code),
      make("button", { textContent: t("home.join") }));
  }

  async join(code) {
    const { room } = code.length > SHORT_LETTERS ? { room: code } : await ask("join", { code });
    LAST.write(room);
    location.hash = `#play=${room}`;
  }

  async resume(text) {
    const record = readJson(text);
    if (record.companion === true) {
      COMPANION.write(record);
      location.hash = "#companion";
      return;
    }
    const { room } = await ask("resume", { record });
    LAST.write(room);
    location.hash = `#play=${room}`;
  }
}
