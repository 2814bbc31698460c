// The order of the start tiles, as their reader chose it.

import { Stored, hasParts, is } from "./storage.js";

const COLUMNS = ["tile", "optimum", "difficulty"];
const ORDER = new Stored("order", is(hasParts({ by: (by) => COLUMNS.includes(by) })), { otherwise: { by: "tile" } });

export class Order {
  constructor(find, onChange) {
    this.heads = COLUMNS.map((name) => find(`tiles-by-${name}`));
    this.heads.forEach((head, index) => head.addEventListener("click", () => {
      ORDER.write({ by: COLUMNS[index] });
      this.show();
      onChange();
    }));
    this.show();
  }

  show() {
    this.heads.forEach((head, index) => {
      head.parentElement.setAttribute("aria-sort", COLUMNS[index] === ORDER.value.by ? "ascending" : "none");
    });
  }

  // Sort tiles {tile, grid, optimum, difficulty} in place: by number until all values are known, so that
  // no row moves away under a finger.
  arrange(tiles) {
    const { by } = ORDER.value;
    const areKnown = tiles.every((tile) => tile[by] !== (by === "optimum" ? null : undefined));
    if (areKnown) tiles.sort((a, b) => (a[by] ?? Infinity) - (b[by] ?? Infinity) || a.tile - b.tile);
  }
}
