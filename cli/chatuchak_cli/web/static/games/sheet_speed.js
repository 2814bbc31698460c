// The score sheet of the speed game: each player's grid tapped in, and who said so first.

import { format } from "../grid.js";
import { t } from "../texts.js";
import { PlayerSheet, numberField } from "./fields.js";
import { GridEntry, NO_GRID } from "./grid_entry.js";
import { select } from "./parts.js";

export class SpeedSheet extends PlayerSheet {
  constructor(filled, keep) {
    super(filled, keep, {
      least: 1,
      most: 5,
      usual: 2,
      fresh: (index) => ({ name: t("player", { number: index + 1 }), letters: NO_GRID, moves: null }),
    });
    this.first = typeof filled.first === "string" ? filled.first : "";
  }

  changed() {
    this.keep({ players: this.players, first: this.first });
  }

  refresh() {
    const { player } = this;
    const grid = new GridEntry(player.letters, (letters) => {
      player.letters = letters;
      this.changed();
    });
    const moves = numberField(t("sheet.moves"), player.moves, (value) => {
      player.moves = value;
      this.changed();
    });
    const names = this.players.map(({ name }) => [name, name]);
    const first = select(t("sheet.first"), [["", t("sheet.untold")], ...names], this.namedFirst, (value) => {
      this.first = value;
      this.changed();
    }, "first");
    this.element.replaceChildren(...this.head(), grid.element, moves, first);
  }

  // Who was first, as far as somebody of that name still plays.
  get namedFirst() {
    return this.players.some(({ name }) => name === this.first) ? this.first : "";
  }

  document() {
    const players = this.players.map(({ name, letters, moves }) => ({ name, grid: format(letters), moves }));
    return { players, ...(this.namedFirst ? { first: this.namedFirst } : {}) };
  }
}
