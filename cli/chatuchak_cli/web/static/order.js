// In which order the start tiles stand. It changes when its reader says so, never by itself: numbers
// that arrive while a finger is on its way would move the tiles away under it.

import { recall, keep } from "./storage.js";

const COLUMNS = ["tile", "optimum", "difficulty"];

export class Order {
  constructor(find, onChange) {
    this.heads = COLUMNS.map((name) => find(`tiles-by-${name}`));
    this.onChange = onChange;
    this.by = COLUMNS.includes(recall("order", "tile")) ? recall("order", "tile") : "tile";
    this.places = new Map(); // of the tiles by their grids, as they were last arranged
    this.heads.forEach((head, index) => {
      head.addEventListener("click", () => this.choose(COLUMNS[index]));
    });
    this.tell();
  }

  choose(by) {
    this.by = by;
    this.places.clear();
    keep("order", by);
    this.tell();
    this.onChange();
  }

  tell() {
    this.heads.forEach((head, index) => {
      const isIt = COLUMNS[index] === this.by;
      head.parentElement.setAttribute("aria-sort", isIt ? "ascending" : "none");
    });
  }

  // Put tiles in order, in place: [{tile, grid, optimum, difficulty}], the first two of which are
  // always known. It is by number until what it goes by is known of all, and then stays.
  arrange(tiles) {
    const areKnown = tiles.every((tile) => tile.optimum !== null && tile.difficulty !== undefined);
    if (!this.places.size && (areKnown || this.by === "tile")) {
      const key = (tile) => tile[this.by] ?? Infinity;
      const sorted = [...tiles].sort((a, b) => key(a) - key(b) || a.tile - b.tile);
      this.places = new Map(sorted.map(({ grid }, place) => [grid, place]));
    }
    const placeOf = ({ grid, tile }) => this.places.get(grid) ?? tile;
    tiles.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
