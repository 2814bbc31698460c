// The beginning: every game, saved files, and the game that was played last.

import { readJson } from "../files.js";
import { make } from "../elements.js";
import { t } from "../texts.js";
import { COMPANION, LAST, ask } from "./api.js";
import { fileButton, heading, link, rulesOf } from "./parts.js";
import { SHORT_LETTERS, meant } from "./phones.js";
import { picture } from "./picture.js";
import { showError } from "../message.js";

export class Home {
  constructor(element) {
    this.element = element;
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
    parts.push(make("p", {}, ...fileButton(t("home.resume"), "resume", (text) => this.resume(text))));
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
      this.join(meant(code.value)).catch(showError);
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
