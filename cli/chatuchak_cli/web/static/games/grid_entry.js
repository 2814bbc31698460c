// A grid of the real table, tapped in: one tap a booth, and the next blank spot waits.

import { boothPicture } from "../board.js";
import { BLANK, COLUMNS, EMPTY, LETTERS, SPOTS, colorName, countOf, filled, place, problems } from "../grid.js";
import { make } from "../tables.js";
import { t } from "../texts.js";
import { button } from "./parts.js";

export const NO_GRID = BLANK.repeat(SPOTS);

// How many spots wait for their booths; the last one may, as the empty spot.

// What keeps letters from being a grid of a player's, in words; nothing where they are one.
export function faultOf(name, letters) {
  const n = countOf(letters, BLANK);
  if (n) return t("grid.unfinished", { name, n });
  const [fault] = problems(letters);
  return fault ? `${name}: ${fault}` : "";
}

export class GridEntry {
  // `onChange` gets the letters after every change.
  constructor(letters, onChange) {
    this.element = make("div", { className: "grid-entry" });
    this.letters = letters;
    this.cursor = Math.max(0, letters.indexOf(BLANK));
    this.onChange = onChange;
    this.refresh();
  }

  refresh() {
    this.element.replaceChildren(this.grid(), this.colors());
  }

  grid() {
    const spots = [...this.letters].map((letter, spot) => {
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
    const [letters, next] = filled(this.letters, this.cursor, letter);
    this.letters = letters;
    this.cursor = next ?? this.cursor;
    const back = document.activeElement?.className;
    this.onChange(this.letters);
    this.refresh();
    if (back?.startsWith("put-")) this.element.querySelector(`.${back}`).focus();
  }
}
