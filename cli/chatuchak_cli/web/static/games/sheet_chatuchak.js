// The score sheet of Chatuchak: each player's grid tapped in, markers and tokens ticked.

import { LETTERS, format } from "../grid.js";
import { make } from "../tables.js";
import { t } from "../texts.js";
import { PlayerSheet, numberField, toggle } from "./fields.js";
import { GridEntry, NO_GRID } from "./grid_entry.js";
import { heading } from "./parts.js";
import { say } from "./words.js";

export const PAIRS = [...LETTERS].flatMap((one, at) => [...LETTERS].slice(at + 1).map((other) => `mix:${one}${other}`));
const MARKERS = [...[...LETTERS].map((letter) => `group:${letter}`), ...PAIRS, "path", "rectangle"];

export class ChatuchakSheet extends PlayerSheet {
  constructor(filled, keep) {
    super(filled, keep, {
      least: 1,
      most: 5,
      usual: 2,
      fresh: (index) => ({
        name: t("player", { number: index + 1 }), letters: NO_GRID, markers: [], tokens: [], general: 0,
      }),
    });
  }

  refresh() {
    const { player } = this;
    const grid = new GridEntry(player.letters, (letters) => {
      player.letters = letters;
      this.changed();
    });
    this.element.replaceChildren(...this.head(), grid.element,
      ...this.ticks("markers"), ...this.ticks("tokens"),
      numberField(t("sheet.general"), this.player.general, (value) => {
        this.player.general = value ?? 0;
        this.changed();
      }));
  }

  ticks(kind) {
    const chips = MARKERS.map((marker) => toggle(say(marker), this.player[kind].includes(marker), (isOn) => {
      const others = this.player[kind].filter((one) => one !== marker);
      this.player[kind] = isOn ? [...others, marker] : others;
      this.changed();
    }));
    const row = make("div", { className: "chips", role: "group" }, ...chips);
    row.setAttribute("aria-label", t(`sheet.${kind}`));
    return [heading("h3", t(`sheet.${kind}`)), row];
  }

  document() {
    return {
      players: this.players.map(({ name, letters, markers, tokens, general }) => ({
        name,
        grid: format(letters),
        markers: markers.map((marker) => ({ marker })),
        tokens: [...tokens.map((token) => ({ token })), ...Array(Math.min(general, 99)).fill({ token: "general" })],
      })),
    };
  }
}
