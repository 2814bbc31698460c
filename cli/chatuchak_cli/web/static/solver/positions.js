// The solver's answers about positions, as letters, each found once.

import { EMPTY, LETTERS, format, jump, legalMoves, parse } from "../grid.js";

const inPlace = (letters, goal) => [...letters].filter((letter, spot) => letter !== EMPTY && goal[spot] === letter).length;

// The spots of a color in a goal, from the last one down: these texts sort as the library's masks.
export const regionOf = (goal, color) => [...goal].reverse().map((letter) => (letter === color ? "1" : "0")).join("");
const masks = (goal) => [...LETTERS].map((color) => regionOf(goal, color)).join();

export class Positions {
  constructor(host) {
    Object.assign(this, { host, lefts: {}, bests: {} });
  }

  left(letters) {
    return (this.lefts[letters] ??= this.host.solve(format(letters)).length);
  }

  // Every move that loses nothing.
  best(letters) {
    return (this.bests[letters] ??= this.findBest(letters));
  }

  findBest(letters) {
    const left = this.left(letters);
    if (!left) return [];
    const paths = this.host.paths(format(letters), left);
    return paths ? paths.firstMoves : legalMoves(letters).filter((spot) => this.left(jump(letters, spot)) === left - 1);
  }

  // The goals that shortest solutions lead to, the one that leaves most booths in place first.
  goals(letters) {
    const found = (this.host.goals(format(letters), this.left(letters)) ?? []).map(parse);
    return found.map((goal) => ({ goal, inPlace: inPlace(letters, goal) }))
      .sort((a, b) => b.inPlace - a.inPlace || (masks(a.goal) < masks(b.goal) ? -1 : 1));
  }
}
