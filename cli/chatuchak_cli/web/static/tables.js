// The lists beside the board: start tiles, one's own tiles, ranks, and games won.

import { make, onDrag } from "./elements.js";
import { starsOf, starsText, summary } from "./history.js";
import { Stored, hasParts, is } from "./storage.js";
import { currentLanguage, decimal, fromTemplate, t } from "./texts.js";

const drawn = new WeakMap();

// Whether a list is to be drawn: not where all that it shows is as it was drawn last, since the page
// would be laid out for it at every move.
export function isNew(list, ...facts) {
  const now = JSON.stringify([currentLanguage(), ...facts]);
  if (drawn.get(list) === now) return false;
  drawn.set(list, now);
  return true;
}

// Show tiles {grid, optimum, difficulty} as rows, each with a button that plays it; a difficulty is
// undefined until it is measured. Rows stay while their tiles do, so that nothing slips away under a finger;
// the button that had the focus keeps it.
function fill(body, tiles, current, { template, show }) {
  if (!isNew(body, current, tiles, tiles.map(({ grid }) => summary(grid).best))) return;
  const hardest = Math.max(1, ...tiles.map((tile) => tile.difficulty ?? 0));
  const focused = document.activeElement;
  const old = new Map([...body.children].map((row) => [row.dataset.grid, row]));
  const rows = tiles.map((tile) => {
    const row = old.get(tile.grid) ?? fromTemplate(template).firstElementChild;
    const [, optimum, difficulty, best] = row.cells;
    row.dataset.grid = tile.grid;
    row.ariaCurrent = tile.grid === current ? "true" : null;
    optimum.textContent = tile.optimum ?? "…";
    showDifficulty(difficulty, tile.difficulty, hardest);
    best.textContent = bestWords(tile);
    show(tile, row);
    return row;
  });
  if (rows.length !== body.children.length || rows.some((row, index) => row !== body.children[index])) {
    body.replaceChildren(...rows);
    if (body.contains(focused)) focused.focus({ preventScroll: true });
  }
}

// The fewest moves, and the stars that they earned.
function bestWords({ grid, optimum }) {
  const { best } = summary(grid);
  return best === null ? "–" : `${best} ${starsText(starsOf(best, optimum))}`;
}

function showDifficulty({ firstElementChild: meter, lastElementChild: text }, difficulty, hardest) {
  const isKnown = typeof difficulty === "number";
  meter.hidden = !isKnown;
  if (isKnown) Object.assign(meter, { max: hardest, value: difficulty });
  text.textContent = isKnown ? decimal(difficulty) : difficulty === null ? "?" : "…";
}

// Words and an action for one of a row's buttons.
function showButton(row, name, ariaLabel, onclick, more = {}) {
  Object.assign(row.querySelector(`.${name}`), { ariaLabel, onclick, ...more });
}

// `tiles`: [{tile, grid, optimum, difficulty}].
export function showTiles(body, tiles, current, onPlay) {
  fill(body, tiles, current, { template: "tile-row", show: (tile, row) => {
    showButton(row, "play", t("tiles.play", { n: tile.tile }), () => onPlay(tile), { textContent: tile.tile });
  } });
}

// `tiles`: [{name, grid, optimum, difficulty}], one's own, to be moved, changed and removed.
export function showMine(body, tiles, current, { onPlay, onRemove, onChange, onMove }) {
  if (body.querySelector(".dragged")) return; // nothing slips away from under the finger
  fill(body, tiles, current, { template: "own-row", show: (tile, row) => {
    const { name } = tile;
    showButton(row, "play", t("mine.play", { name }), () => onPlay(tile), { textContent: name });
    showButton(row, "handle-of-row", t("mine.move", { name }), null);
    showButton(row, "change", t("mine.change", { name }), () => onChange(tile));
    showButton(row, "remove", t("mine.remove", { name }), () => onRemove(tile));
    makeHandle(row.querySelector(".handle-of-row"), { onMove });
  } });
}

export const rankOf = (ranks, length) =>
  ranks.find((rank) => rank.most === null || length <= rank.most)?.name ?? "…";

// The order of the start tiles, as their reader chose it.
const COLUMNS = ["tile", "optimum", "difficulty"];
const ORDER = new Stored("order", is(hasParts({ by: (by) => COLUMNS.includes(by) })), { otherwise: { by: "tile" } });

export class Order {
  constructor(find, onChange) {
    this.heads = COLUMNS.map((name) => find(`tiles-by-${name}`));
    this.heads.forEach((head, index) => head.addEventListener("click", () => {
      ORDER.write({ by: COLUMNS[index] });
      onChange();
    }));
  }

  // Sort tiles {tile, grid, optimum, difficulty} in place: by number until all values are known, so that
  // no row moves away under a finger.
  arrange(tiles) {
    const { by } = ORDER.value;
    this.heads.forEach((head, index) => { head.parentElement.ariaSort = COLUMNS[index] === by ? "ascending" : "none"; });
    const areKnown = tiles.every((tile) => tile[by] !== (by === "optimum" ? null : undefined));
    if (areKnown) tiles.sort((a, b) => (a[by] ?? Infinity) - (b[by] ?? Infinity) || a.tile - b.tile);
  }
}

// Rows in order: by a handle that is dragged, or that has the keyboard's focus.
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

// Make a row's handle move it among the rows of its table; `onMove` gets its grid and its new place.
function makeHandle(handle, { onMove }) {
  const rows = () => [...handle.closest("tbody").children];
  const row = () => handle.closest("tr");
  const place = () => rows().indexOf(row());
  onDrag(handle, {
    start: () => {
      row().classList.add("dragged");
      return place();
    },
    move: ({ clientY }) => {
      const over = rows().findIndex((other) => {
        const { top, bottom } = other.getBoundingClientRect();
        return other !== row() && clientY > top && clientY < bottom;
      });
      // The others make room: a row that is taken out loses the finger that holds it.
      if (over > place()) row().before(rows()[over]);
      else if (over >= 0) row().after(rows()[over]);
    },
    end: (from) => {
      row().classList.remove("dragged");
      if (from !== place()) onMove(row().dataset.grid, place());
    },
  });
  handle.onkeydown = (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    if (rows()[place() + step]) onMove(row().dataset.grid, place() + step);
  };
}
