// What the solver finds out beside the game: the best possible, and how hard grids are.

import { Stored, hasParts, is, isNumber, isString, mapOf, optional } from "./storage.js";

const isAbout = hasParts({
  difficulty: optional(isNumber), percentile: optional(isNumber), features: optional(hasParts({ player_median: optional(isNumber) })),
  optimalSolutions: optional((count) => isString(count) || isNumber(count)),
});
const MAX_STORED = 600;
// By grid, with the version of the page that found them.
const ABOUT = new Stored("about", (found) => ({ version: is(isString)(found.version), of: mapOf(is(isAbout))(found.of) }),
  { otherwise: { version: "", of: {} } });

// What nobody waits for comes when the page has nothing else to do.
const LATEST_MS = 1_000;
const ALONE_MS = 1_000;
const idle = () => new Promise((resolve) => {
  if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout: LATEST_MS });
  else setTimeout(resolve, LATEST_MS / 4);
});

let touched = performance.now();
for (const kind of ["pointerdown", "click", "keydown"]) {
  addEventListener(kind, () => { touched = performance.now(); }, { capture: true, passive: true });
}

// What takes long comes when the page has been left alone for a while: who plays on is not disturbed,
// and who goes on to another grid needs no answer about this one.
export async function rest() {
  for (let left = ALONE_MS; left > 0; left = touched + ALONE_MS - performance.now()) {
    await new Promise((resolve) => { setTimeout(resolve, left); });
  }
  await idle();
}

export class SolverCache {
  // `tiles` are {grid, optimum, about}, these if known; `onNews` is told of everything new.
  constructor(solver, { version, tiles, onNews }) {
    Object.assign(this, { solver, version, onNews, optima: {}, asked: null, asking: Promise.resolve() });
    this.abouts = ABOUT.value.version === version ? { ...ABOUT.value.of } : {}; // the results of `assess` by grid
    this.pending = {}; // requests of `assess` by grid
    this.isSeen = false; // whether what is said of the grid at hand is on view
    for (const { grid, optimum, about } of tiles) {
      if (optimum !== undefined) this.optima[grid] = optimum;
      if (about !== undefined) this.abouts[grid] = about;
    }
  }

  // What `assess` says of the grid asked last, or null.
  get about() {
    return this.abouts[this.asked] ?? null;
  }

  optimumOf(grid) {
    return this.optima[grid] ?? null;
  }

  // The optimum, null if unknown, and the difficulty, undefined until it is measured.
  factsOf(grid) {
    return { optimum: this.optimumOf(grid), difficulty: this.abouts[grid]?.difficulty };
  }

  // Find out about the grid at hand; what was asked before is no longer of interest.
  ask(grid) {
    if (this.asked === grid) return;
    this.asked = grid;
    this.asking = this.findOptimum(grid).then(() => { if (grid === this.asked) this.onNews(); });
  }

  // Find out how hard the grid at hand is, for those who see it and stay with it.
  async look() {
    const grid = this.asked;
    if (this.about || !this.isSeen) return;
    await rest();
    if (grid === this.asked && this.isSeen) await this.measure([{ grid }]);
  }

  async findOptimum(grid) {
    if (this.optimumOf(grid) !== null) return;
    const { status, length } = await this.solver.solve(grid);
    if (status === "optimal") this.optima[grid] = length;
  }

  // Find the optima of tiles in the page's own time: one by one, so that no question waits for
  // long, and told together, since the page redraws its lists for each.
  async findOptima(tiles) {
    const unknown = tiles.filter(({ grid }) => this.optimumOf(grid) === null);
    for (const { grid } of unknown) {
      await idle();
      await this.findOptimum(grid);
    }
    if (unknown.length) this.onNews();
  }

  // Measure tiles in the page's own time, one by one; the grid at hand goes first.
  async measure(tiles) {
    const isUnknown = ({ grid }) => this.abouts[grid] === undefined;
    const unknown = tiles.filter(isUnknown);
    for (const tile of unknown) {
      await this.asking.catch(() => {});
      if (isUnknown(tile)) await this.assess(tile.grid);
    }
    if (unknown.length) this.store();
  }

  // Measure a grid; requests during a measurement share it.
  assess(grid) {
    return (this.pending[grid] ??= this.solver.assess(grid).then((about) => {
      this.abouts[grid] = about;
      this.onNews();
    }).finally(() => { delete this.pending[grid]; }));
  }

  store() {
    ABOUT.change(({ version, of }) => {
      const all = Object.entries({ ...(version === this.version && of), ...this.abouts });
      return { version: this.version, of: Object.fromEntries(all.slice(-MAX_STORED)) };
    });
  }
}
