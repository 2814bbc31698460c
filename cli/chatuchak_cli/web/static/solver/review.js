// What a game lost, hints in steps, and exercises: loops around the module, for the worker.

import { EMPTY, LETTERS, format, jump, legalMoves, parse, trajectory } from "../grid.js";
import { players } from "../data.js";
import { masksOf } from "./grid_solver.js";
import { mean } from "../numbers.js";

const TRIES = 12; // positions looked at near the end of each start grid's solution
const SLIPS = 3; // random moves that lead off a solution, at most
const MAX_GRIDS = 400;
const PLAYER_GAMES = 50;

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

// The value of a function of the lengths of each simulated player's games.
const ofPlayers = (host, grid, use) => Object.fromEntries(Object.entries(players).map(([kind, player]) =>
  [kind, use(host.play(grid, player, PLAYER_GAMES).lengths)]));

// Review a game; `lost` and `best` of each move, and the mean losses of simulated players if asked for.
export function review(host, { grid, moves, withLosses = false }, _, tell) {
  const positions = new Positions(host);
  const states = trajectory(parse(grid), moves);
  const total = 2 * states.length - 1;
  const lefts = states.map((letters, at) => {
    tell({ done: at + 1, total });
    return positions.left(letters);
  });
  const reviewed = moves.map((spot, at) => {
    tell({ done: states.length + at + 1, total });
    return reviewMove(positions, states, at, spot);
  });
  const losses = withLosses ? ofPlayers(host, grid, (lengths) => mean(lengths) - lefts[0]) : {};
  return { optimum: lefts[0], lefts, moves: reviewed, losses };
}

export function reviewMove(positions, states, at, spot) {
  const [before, after] = [states[at], states[at + 1]];
  const lost = 1 + positions.left(after) - positions.left(before);
  const kind = positions.host.kindOf(before, spot, states[at - 1] ?? "");
  return {
    spot, lost, best: positions.best(before), kind, color: before[spot],
    givenUp: lost ? givenUp(positions, before, after) : [],
  };
}

// The colors that have to end elsewhere after a move.
function givenUp(positions, before, after) {
  const [earlier, later] = [positions.goals(before), positions.goals(after)];
  if (!earlier.length || !later.length) return [];
  const colors = [...LETTERS].filter((color) => before.includes(color));
  return colors.filter((_, color) => {
    const regions = new Set(later.map(({ masks }) => masks[color]));
    return !earlier.some(({ masks }) => regions.has(masks[color]));
  });
}

// A hint in all its steps, all about one way, and every move that loses nothing.
export function gradedHint(host, grid) {
  const positions = new Positions(host);
  const letters = parse(grid);
  const remaining = positions.left(letters);
  if (!remaining) return { remaining, needs: {}, goal: letters, inPlace: 0, move: null, best: [] };
  const needs = host.needs(grid);
  const best = positions.best(letters);
  const [{ goal, inPlace } = { goal: null, inPlace: null }] = positions.goals(letters);
  const isOnWay = (move) => positions.goals(jump(letters, move)).some((other) => other.goal === goal);
  return { remaining, needs, goal, inPlace, move: (goal && best.find(isOnWay)) ?? best[0], best };
}

// An exercise of a seed, the one that the library's generator makes: exactly one move loses nothing,
// and another looks better.
export function exercise(host, { seed, index: first, low, high }) {
  for (let index = first; index < first + MAX_GRIDS; index += 1) {
    const positions = new Positions(host);
    const random = host.random(seed, index);
    const start = host.randomGrid(seed, index).grid;
    const path = trajectory(parse(start), host.solve(start).moves).reverse();
    for (let tried = 0; tried < TRIES; tried += 1) {
      const slips = 1 + random(SLIPS);
      const least = Math.max(1, low - slips);
      let letters = path[least + random(Math.max(1, Math.min(high, path.length - 1) - least + 1))];
      for (let slip = 0; slip < slips; slip += 1) {
        const legal = legalMoves(letters);
        letters = jump(letters, legal[random(legal.length)]);
      }
      const remaining = positions.left(letters);
      if (remaining < low || remaining > high) continue;
      const paths = positions.paths(letters);
      if (paths?.firstMoves.length !== 1 || !paths.misleads[0]) continue;
      const grid = format(letters);
      const misses = ofPlayers(host, grid, (lengths) => mean(lengths.map((moves) => Number(moves > remaining))));
      return { grid, remaining, best: paths.firstMoves, misses, index };
    }
  }
  throw new Error("No exercise was found.");
}
