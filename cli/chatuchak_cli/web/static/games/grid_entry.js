// A grid of the real table, tapped in: one tap a booth, and the next blank spot waits.

import { boothPicture } from "../board.js";
import { BLANK, COLUMNS, EMPTY, LETTERS, SPOTS, colorName, countOf, filled, place, problems } from "../grid.js";
import { button, group, make } from "../elements.js";
import { t } from "../texts.js";

export const NO_GRID = BLANK.repeat(SPOTS);

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
    const moveTo = (spot) => {
      this.cursor = spot;
      this.refresh();
      this.element.querySelectorAll(".spots button")[spot].focus();
    };
    const spots = [...this.letters].map((letter, spot) => {
      const isBooth = LETTERS.includes(letter);
      const what = isBooth ? colorName(letter) : t(letter === EMPTY ? "board.empty" : "board.blank");
      return make("button", {
        type: "button", className: spot === this.cursor ? "cursor" : "", dataset: { letter },
        ariaLabel: t("board.spot", { what, place: place(spot) }), onclick: () => moveTo(spot),
      }, ...(isBooth ? [boothPicture(letter)] : []));
    });
    return group("spots", t("sheet.grid"), spots, { style: { gridTemplateColumns: `repeat(${COLUMNS}, 1fr)` } });
  }

  colors() {
    const buttons = [...LETTERS].map((letter) => make("button", {
      type: "button", className: `put-${letter}`, ariaLabel: colorName(letter), onclick: () => this.put(letter),
    }, boothPicture(letter)));
    const empty = button(t("board.empty"), () => this.put(EMPTY), { className: "put-empty" });
    return make("div", {}, group("colors", t("entry.colors"), buttons), make("div", { className: "row" }, empty));
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
