// What the solver finds out beside the game: the best possible, and how hard grids are.

import { keep, recallObject } from "./storage.js";

// What nobody waits for comes when the page has nothing else to do.
const LATEST_MS = 1_000;
export const idle = () => new Promise((resolve) => {
  if (window.requestIdleCallback) window.requestIdleCallback(resolve, { timeout: LATEST_MS });
  else setTimeout(resolve, LATEST_MS / 4);
});

export class Knowledge {
  // `onNews` is told of everything new.
  constructor(solver, { version, onNews }) {
    this.solver = solver;
    this.version = version;
    this.onNews = onNews;
    const kept = recallObject("difficulties");
    this.difficulties = kept.version === version ? { ...kept.of } : {};
    this.optima = {};
    this.about = null; // of the grid asked last: what `assess` says
    this.asked = null;
    this.asking = Promise.resolve();
  }

  // Take over what is known of tiles: {grid, optimum, difficulty}, these where they are.
  take(tiles) {
    for (const { grid, optimum, difficulty } of tiles) {
      if (optimum !== undefined) this.optima[grid] = optimum;
      if (difficulty !== undefined) this.difficulties[grid] = difficulty;
    }
  }

  optimumOf(grid) {
    return this.optima[grid] ?? null;
  }

  difficultyOf(grid) {
    return this.difficulties[grid];
  }

  // Find out about the grid at hand; what was asked before is no longer of interest.
  ask(grid) {
    if (this.asked === grid) return;
    this.asked = grid;
    this.about = null;
    this.asking = this.find(grid);
  }

  async find(grid) {
    await this.findOptimum(grid);
    if (grid === this.asked) this.onNews();
    await idle();
    const about = await this.solver.assess(grid);
    if (grid !== this.asked) return;
    this.about = about;
    this.onNews();
  }

  async findOptimum(grid) {
    if (this.optimumOf(grid) !== null) return;
    const { status, length } = await this.solver.solve(grid);
    if (status === "optimal") this.optima[grid] = length;
  }

  // Find the optima of grids in the page's own time: one by one, so that no question waits for
  // long, and told together, since the page redraws its lists for each.
  async findOptima(grids) {
    for (const grid of grids) {
      await idle();
      await this.findOptimum(grid);
    }
    this.onNews();
  }

  // Measure grids in the page's own time, one by one; the grid at hand goes first.
  async measure(grids) {
    for (const grid of grids.filter((one) => this.difficulties[one] === undefined)) {
      await this.asking.catch(() => {});
      this.difficulties[grid] = (await this.solver.assess(grid)).difficulty;
      this.onNews();
    }
    keep("difficulties", { version: this.version, of: this.difficulties });
  }
}
