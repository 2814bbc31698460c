// The solver's answers about positions, as letters, each found once.

import { EMPTY, format, jump, legalMoves } from "../grid.js";
import { masksOf } from "./grid_solver.js";

const inPlace = (letters, goal) => [...letters].filter((letter, spot) => letter !== EMPTY && goal[spot] === letter).length;

// The order of the library's masks.
const compare = (some, others) => some.reduce((order, mask, color) => order || mask - others[color], 0);

export class Positions {
  constructor(host) {
    Object.assign(this, { host, lefts: {}, found: {} });
  }

  // The optimal length; null if it is not proven in time.
  left(letters) {
    if (this.lefts[letters] === undefined) this.lefts[letters] = this.host.solve(format(letters)).length;
    return this.lefts[letters];
  }

  // See `GridSolver.paths`; null without a proven length, too.
  paths(letters) {
    const left = this.left(letters);
    if (this.found[letters] === undefined) this.found[letters] = left === null ? null : this.host.paths(format(letters), left);
    return this.found[letters];
  }

  // Every move that loses nothing; none without a proven length.
  best(letters) {
    const left = this.left(letters);
    if (left === null) return [];
    return this.paths(letters)?.firstMoves ?? legalMoves(letters).filter((spot) => this.left(jump(letters, spot)) === left - 1);
  }

  // The goals that shortest solutions lead to, the one that leaves most booths in place first.
  goals(letters) {
    const goals = this.paths(letters)?.goals() ?? [];
    return goals.map((goal) => ({ goal, masks: masksOf(goal), inPlace: inPlace(letters, goal) }))
      .sort((a, b) => b.inPlace - a.inPlace || compare(a.masks, b.masks));
  }
}
