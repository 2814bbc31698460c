// The score sheet of Chatuchak: each player's grid tapped in, markers and tokens ticked.

import { boothPicture } from "../board.js";
import { BLANK, COLUMNS, EMPTY, LETTERS, SPOTS, colorName, format, place } from "../grid.js";
import { make } from "../tables.js";
import { t } from "../texts.js";
import { PlayerSheet, numberField, toggle } from "./fields.js";
import { button, heading } from "./parts.js";
import { say } from "./words.js";

const PAIRS = [...LETTERS].flatMap((one, at) => [...LETTERS].slice(at + 1).map((other) => `mix:${one}${other}`));
const MARKERS = [...[...LETTERS].map((letter) => `group:${letter}`), ...PAIRS, "path", "rectangle"];

export class ChatuchakSheet extends PlayerSheet {
  constructor(filled, keep) {
    super(filled, keep, {
      least: 1,
      most: 5,
      usual: 2,
      fresh: (index) => ({
        name: t("player", { number: index + 1 }), letters: BLANK.repeat(SPOTS), markers: [], tokens: [], general: 0,
      }),
    });
    this.cursor = 0;
  }

  refresh() {
    this.element.replaceChildren(...this.head(), this.grid(), this.colors(),
      ...this.ticks("markers"), ...this.ticks("tokens"),
      numberField(t("sheet.general"), this.player.general, (value) => {
        this.player.general = value ?? 0;
        this.changed();
      }));
  }

  grid() {
    const { letters } = this.player;
    const spots = [...letters].map((letter, spot) => {
      const one = button("", () => {
        this.cursor = spot;
        this.refresh();
        this.element.querySelectorAll(".spots button")[spot].focus();
      });
      if (LETTERS.includes(letter)) one.append(boothPicture(letter));
      one.dataset.letter = letter;
      if (spot === this.cursor) one.classList.add("cursor");
      const what = LETTERS.includes(letter) ? colorName(letter) : t(letter === EMPTY ? "board.empty" : "board.blank");
      one.setAttribute("aria-label", t("board.spot", { what, place: place(spot) }));
      return one;
    });
    const grid = make("div", { className: "spots", role: "group" }, ...spots);
    grid.style.gridTemplateColumns = `repeat(${COLUMNS}, 1fr)`;
    grid.setAttribute("aria-label", t("sheet.grid"));
    return grid;
  }

  colors() {
    const buttons = [...LETTERS].map((letter) => {
      const one = button("", () => this.put(letter), { className: `put-${letter}` });
      one.append(boothPicture(letter));
      one.setAttribute("aria-label", colorName(letter));
      return one;
    });
    const empty = button(t("board.empty"), () => this.put(EMPTY), { className: "put-empty" });
    const row = make("div", { className: "colors", role: "group" }, ...buttons);
    row.setAttribute("aria-label", t("entry.colors"));
    return make("div", {}, row, make("div", { className: "row" }, empty));
  }

  // Put a booth at the cursor and go on to the next blank spot, as far as there is one.
  put(letter) {
    const spots = [...this.player.letters];
    if (letter === EMPTY && spots.includes(EMPTY)) spots[spots.indexOf(EMPTY)] = BLANK;
    spots[this.cursor] = letter;
    this.player.letters = spots.join("");
    for (let step = 1; step <= SPOTS; step += 1) {
      const next = (this.cursor + step) % SPOTS;
      if (spots[next] === BLANK) {
        this.cursor = next;
        break;
      }
    }
    const back = document.activeElement?.className;
    this.changed();
    this.refresh();
    if (back?.startsWith("put-")) this.element.querySelector(`.${back}`).focus();
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
