// In which order the start tiles stand. It changes when its reader says so, never by itself: numbers
// that arrive while a finger is on its way would move the tiles away under it.

import { Stored, hasParts, is, isString } from "./storage.js";

const COLUMNS = ["tile", "optimum", "difficulty"];

const isOrder = hasParts({ by: (by) => COLUMNS.includes(by), grids: (grids) => Array.isArray(grids) && grids.every(isString) });
const ORDER = new Stored("order", is(isOrder), { otherwise: { by: "tile", grids: [] } });

export class Order {
  constructor(find, onChange) {
    this.heads = COLUMNS.map((name) => find(`tiles-by-${name}`));
    this.onChange = onChange;
    this.by = ORDER.value.by;
    this.take(ORDER.value.grids); // as they were last arranged
    this.heads.forEach((head, index) => {
      head.addEventListener("click", () => this.choose(COLUMNS[index]));
    });
    this.tell();
  }

  choose(by) {
    this.by = by;
    this.take([]);
    this.tell();
    this.onChange();
  }

  take(grids) {
    this.places = new Map(grids.map((grid, place) => [grid, place]));
  }

  tell() {
    this.heads.forEach((head, index) => {
      const isIt = COLUMNS[index] === this.by;
      head.parentElement.setAttribute("aria-sort", isIt ? "ascending" : "none");
    });
  }

  // Put tiles in order, in place: [{tile, grid, optimum, difficulty}], the first two of which are
  // known in time. It is by number until what it goes by is known of all, and then stays.
  arrange(tiles) {
    const areKnown = tiles.every((tile) => tile[this.by] !== (this.by === "optimum" ? null : undefined));
    if (areKnown && !tiles.every(({ grid }) => this.places.has(grid))) {
      const key = (tile) => tile[this.by] ?? Infinity;
      const sorted = [...tiles].sort((a, b) => key(a) - key(b) || a.tile - b.tile);
      this.take(sorted.map(({ grid }) => grid));
      ORDER.write({ by: this.by, grids: [...this.places.keys()] });
    }
    const placeOf = ({ grid, tile }) => this.places.get(grid) ?? tile;
    tiles.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
