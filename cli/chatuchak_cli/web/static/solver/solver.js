// The page's solver: the library's kernels in two workers. Grids are valid ones, in notation.

import { Lane } from "./lane.js";

// Jobs by their worker; no hint waits for a slow job. Their answers:
// - solve(grid, {timeLimit}): {grid, status, length, lowerBound, moves, expanded}
// - startViolations(grid): [{rule, spots}], the rules of start grids that it breaks
// - gradedHint(grid): {remaining, needs, goal, inPlace, move, best}, a hint in all its steps and all moves that lose nothing
// - randomGrid({seed, index, difficulty: [low, high]}, {onProgress}): {grid, seed, index, fallback}
// - review({grid, moves, withLosses}, {onProgress}): {optimum, lefts, moves: [{spot, lost, best, kind, color, givenUp}], losses}
// - exercise({seed, index, low, high}): {grid, remaining, best, misses, index}
// - assess(grid): {optimalLength, optimalSolutions, difficulty, percentile, features, contributions, noise}
// - explain(grid): {alone, together, goal, yielding, conflicts, preparing, games, lostGames, meanFirstLoss, falseMove}
const JOBS = { quick: ["solve", "startViolations", "gradedHint", "randomGrid"], slow: ["review", "exercise", "assess", "explain"] };

const SOLVED = "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP."; // makes the tables of the game's own counts before anybody asks

export class Solver {
  constructor() {
    this.quick = this.newLane();
    this.slow = this.newLane();
    this.quick.ask("solve", SOLVED).catch(() => {}); // the first question reports it, too
    for (const [lane, jobs] of Object.entries(JOBS)) {
      for (const job of jobs) this[job] = (argument, options) => this[lane].ask(job, argument, options);
    }
  }

  // A worker for a job that may be ended.
  newLane() {
    return new Lane(new URL("./solver.wasm", import.meta.url), "solver");
  }
}
