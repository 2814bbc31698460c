// The beginning: every game, saved files, and the game that was played last.

import { readJson } from "../files.js";
import { make } from "../elements.js";
import { onSubmit } from "../message.js";
import { COMPANION } from "../settings.js";
import { showTemplate, t } from "../texts.js";
import { LAST, ask } from "./api.js";
import { fileButton, link, rulesOf } from "./parts.js";
import { SHORT_LETTERS, meant } from "./phones.js";
import { picture } from "./picture.js";

export class Home {
  constructor(element) {
    Object.assign(this, { element, games: [], sheets: {} });
  }

  async open() {
    this.refresh();
    ({ games: this.games, sheets: this.sheets } = await ask("kinds"));
    this.refresh();
  }

  refresh() {
    const find = showTemplate(this.element, "home-view", {
      games: this.games.map(({ game, picture: svg }) => make("li", { className: "offer" }, picture(svg, ""),
        make("div", {}, link(`#new=${game}`, t(`game.${game}`), "big"),
          make("p", { className: "note", textContent: t(`about.${game}`) }), rulesOf(game)))),
      sheets: Object.keys(this.sheets).map((kind) => make("li", {}, link(`#score=${kind}`, t(`sheet.title.${kind}`), "big"))),
      resume: fileButton(t("home.resume"), "resume", (text) => this.resume(text)),
    });
    find("last").hidden = !LAST.value;
    find("last-link").href = `#play=${LAST.value}`;
    onSubmit(find("joining"), () => this.join(meant(find("code").value)));
  }

  // Sit down at somebody's game, by the code that its screen shows.
  async join(code) {
    const { room } = code.length > SHORT_LETTERS ? { room: code } : await ask("join", { code });
    this.play(room);
  }

  async resume(text) {
    const record = readJson(text);
    if (record.companion === true) {
      COMPANION.write(record);
      location.hash = "#companion";
      return;
    }
    this.play((await ask("resume", { record })).room);
  }

  play(room) {
    LAST.write(room);
    location.hash = `#play=${room}`;
  }
}
