// The page's solver: the library's kernels in a worker, asked by promises. Every question takes
// `signal` to be canceled by, which rejects with `Canceled`, and most `onProgress`.

import { Lane } from "./lane.js";
import { compiled } from "./loading.js";
import { startViolations } from "./grid_text.js";

export class Solver {
  constructor() {
    const module = compiled(); // once, for both
    this.quick = new Lane(module);
    this.slow = new Lane(module); // what takes longer, so that no hint waits for it
    this.ready = this.quick.ask("load");
    this.ready.catch(() => {}); // told by the first question too
  }

  // -> {grid, status, length, lowerBound, moves, expanded, milliseconds, stoppedBy}; options
  // timeLimit (seconds), nodeLimit.
  solve(grid, options) {
    return this.quick.ask("solve", grid, options);
  }

  // -> {move, remaining, proven}
  hint(grid, options) {
    return this.quick.ask("hint", grid, options);
  }

  // -> {remaining, needs, goal, inPlace, move}: a hint in all its steps, about one way
  gradedHint(grid, options) {
    return this.quick.ask("gradedHint", grid, options);
  }

  // -> {remaining, best}: what is left, and every move that loses nothing
  bestMoves(grid, options) {
    return this.quick.ask("bestMoves", grid, options);
  }

  // -> {optimum, lefts, moves: [{spot, lost, best, kind, color, givenUp, goal}], losses}, as
  // `chatuchak review --json`; of {grid, moves, players}
  review(game, options) {
    return this.slow.ask("review", game, options);
  }

  // -> {grid, remaining, best, natural, misses, index}; of {seed, index, low, high, players}
  exercise(wanted, options) {
    return this.slow.ask("exercise", wanted, options);
  }

  // -> {optimalLength, solutions, firstMoves, positions}, or {optimalLength, limitReached}
  countSolutions(grid, options) {
    return this.slow.ask("countSolutions", grid, options);
  }

  // -> {grid, optimalLength, optimalSolutions, difficulty, percentile, expectedRank, features,
  // reasons, limitReached}, as `chatuchak difficulty --json`
  assess(grid, options) {
    return this.slow.ask("assess", grid, options);
  }

  // -> {grid, seed, index, fallback}; options seed, index, and optimal or difficulty: [low, high].
  randomGrid(options = {}) {
    const lane = options.optimal || options.difficulty ? this.slow : this.quick;
    return lane.ask("randomGrid", null, options);
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
