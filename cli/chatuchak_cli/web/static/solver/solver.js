// The page's solver: the library's kernels in two workers. Every question takes `signal`, which cancels
// it with `Canceled`, and most `onProgress`.

import { Lane, compiled } from "./lane.js";
import { startViolations } from "./grid_text.js";

// Jobs by their worker; no hint waits for a slow job. Their answers:
// - solve(grid, {timeLimit, nodeLimit}): {grid, status, length, lowerBound, moves, expanded, milliseconds, stoppedBy}
// - gradedHint(grid): {remaining, needs, goal, inPlace, move}, a hint in all its steps
// - bestMoves(grid): {remaining, best}, all moves that lose nothing
// - review({grid, moves, players}): {optimum, lefts, moves: [{spot, lost, best, kind, color, givenUp, goal}], losses}
// - exercise({seed, index, low, high, players}): {grid, remaining, best, natural, misses, index}
// - assess(grid): as `chatuchak difficulty --json`
const JOBS = { quick: ["solve", "gradedHint", "bestMoves"], slow: ["review", "exercise", "assess"] };

export class Solver {
  constructor() {
    const module = compiled(new URL("./solver.wasm", import.meta.url)); // once, for both
    this.quick = new Lane(module, "solver");
    this.slow = new Lane(module, "solver");
    this.quick.ask("load").catch(() => {}); // the first question reports it, too
    for (const [lane, jobs] of Object.entries(JOBS)) {
      for (const job of jobs) this[job] = (argument, options) => this[lane].ask(job, argument, options);
    }
  }

  // -> {grid, seed, index, fallback}; options seed, index, and difficulty: [low, high].
  randomGrid(options = {}) {
    return this[options.difficulty ? "slow" : "quick"].ask("randomGrid", null, options);
  }

  // -> [{rule, spots}]: the rules of start grids that a grid breaks
  async check(grid) {
    return startViolations(grid);
  }

  close() {
    this.quick.close();
    this.slow.close();
  }
}
