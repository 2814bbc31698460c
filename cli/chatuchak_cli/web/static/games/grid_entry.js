// A grid of the real table, tapped in: one tap a booth, and the next blank spot waits.

import { Board, boothButton } from "../board.js";
import { button, group, make } from "../elements.js";
import { BLANK, EMPTY, LETTERS, SPOTS, countOf, filled, problems } from "../grid.js";
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
    this.board = new Board(make("div", { className: "board", ariaLabel: t("sheet.grid") }), {
      onChoose: (spot) => this.show(this.letters, spot),
    });
    const buttons = [...LETTERS].map((letter) => boothButton(letter, () => this.put(letter)));
    const empty = button(t("board.empty"), () => this.put(EMPTY), { className: "put-empty" });
    this.element = make("div", { className: "grid-entry" }, make("div", { className: "frame" }, this.board.element),
      group("colors", t("entry.colors"), buttons), make("div", { className: "row" }, empty));
    this.onChange = onChange;
    this.show(letters, Math.max(0, letters.indexOf(BLANK)));
  }

  show(letters, cursor) {
    Object.assign(this, { letters, cursor });
    this.board.show(letters, { editing: true, cursor });
  }

  // Put a booth at the cursor and go on to the next blank spot, if any.
  put(letter) {
    const [letters, next] = filled(this.letters, this.cursor, letter);
    this.show(letters, next ?? this.cursor);
    this.onChange(letters);
  }
}
