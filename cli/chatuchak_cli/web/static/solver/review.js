// What a game lost, hints in steps, and exercises: loops around the module, for the worker.

import { COLORS, joinRows, neighbors, partsIn } from "./grid_text.js";

const TRIES = 12; // positions looked at near the end of each start grid's solution
const SLIPS = 3; // random moves that lead off a solution, at most
const MAX_GRIDS = 400;
const DRAWN = 8;
const PLAYER_GAMES = 50;

const lettersOf = (text) => text.replaceAll("/", "");
const columnsOf = (text) => text.indexOf("/");

function jumped(text, spot) {
  const columns = columnsOf(text);
  const letters = [...lettersOf(text)];
  const empty = letters.indexOf(".");
  [letters[empty], letters[spot]] = [letters[spot], "."];
  return joinRows(letters, columns);
}

function legalMoves(text) {
  const columns = columnsOf(text);
  const letters = lettersOf(text);
  const empty = letters.indexOf(".");
  return [...letters].map((_, spot) => spot).filter((spot) =>
    spot !== empty
    && (spot % columns === empty % columns || Math.floor(spot / columns) === Math.floor(empty / columns)));
}

const pieces = (text, letter) => partsIn(lettersOf(text), letter, columnsOf(text)).length;

// What a move did, as the library's `MoveKind`.
function kindOf(texts, at, spot) {
  const [before, after] = [texts[at], texts[at + 1]];
  if (at && texts[at - 1] === after) return "took_back";
  const letters = lettersOf(before);
  const change = pieces(after, letters[spot]) - pieces(before, letters[spot]);
  if (change) return change < 0 ? "joined" : "tore";
  const beside = neighbors(letters.indexOf("."), columnsOf(before), letters.length)
    .some((other) => other !== spot && letters[other] === letters[spot]);
  return beside ? "regrouped" : "moved_hole";
}

// The solver's answers about positions, each asked once. `solve` is the worker's own job.
class Positions {
  constructor(host, solve, limits, control) {
    Object.assign(this, { host, solve, limits, control });
    this.lefts = new Map();
    this.bests = new Map();
  }

  async left(text) {
    if (!this.lefts.has(text)) {
      this.lefts.set(text, (await this.solve(this.host, text, {}, this.control)).length);
    }
    return this.lefts.get(text);
  }

  // Every move that loses nothing.
  async best(text) {
    if (!this.bests.has(text)) this.bests.set(text, await this.findBest(text));
    return this.bests.get(text);
  }

  async findBest(text) {
    const left = await this.left(text);
    if (!left) return [];
    const { firstMoves } = this.host.paths(text, left, this.limits);
    if (firstMoves) return firstMoves;
    const kept = [];
    for (const spot of legalMoves(text)) {
      if ((await this.left(jumped(text, spot))) === left - 1) kept.push(spot);
    }
    return kept;
  }

  // The goals that shortest solutions lead to, the one that leaves most booths in place first.
  async goals(text) {
    const found = this.host.goals(text, await this.left(text), this.limits) ?? [];
    return found.map((goal) => ({ goal, inPlace: inPlace(text, goal) }))
      .sort((a, b) => b.inPlace - a.inPlace || (masks(a.goal) < masks(b.goal) ? -1 : 1));
  }
}

const inPlace = (text, goal) =>
  [...text].filter((letter, index) => COLORS.includes(letter) && goal[index] === letter).length;

// A text that sorts as the masks of the colors do: their spots from the last one down.
const masks = (goal) => [...COLORS].map((color) =>
  [...lettersOf(goal)].reverse().map((letter) => (letter === color ? "1" : "0")).join("")).join();

const regionOf = (goal, color) => [...goal].map((letter) => (letter === color ? "1" : "0")).join("");

// Review a game: {optimum, lefts, moves: [{spot, lost, best, kind, color, givenUp, goal}], losses}.
export async function review(host, { grid, moves, players }, limits, control, solve) {
  const positions = new Positions(host, solve, limits, control);
  const texts = [grid];
  for (const spot of moves) texts.push(jumped(texts[texts.length - 1], spot));
  const lefts = [];
  for (const text of texts) {
    lefts.push(await positions.left(text));
    control.tell({ done: lefts.length, total: 2 * texts.length - 1 });
  }
  const reviewed = [];
  for (const [at, spot] of moves.entries()) {
    const lost = 1 + lefts[at + 1] - lefts[at];
    const move = { spot, lost, best: await positions.best(texts[at]), kind: kindOf(texts, at, spot) };
    move.color = lettersOf(texts[at])[spot];
    Object.assign(move, lost ? await givenUp(positions, texts[at], texts[at + 1]) : { givenUp: [], goal: null });
    reviewed.push(move);
    control.tell({ done: texts.length + at + 1, total: 2 * texts.length - 1 });
    await control.breathe();
  }
  const losses = Object.fromEntries(Object.entries(players ?? {}).map(([kind, player]) => {
    const { lengths } = host.play(grid, player, PLAYER_GAMES);
    return [kind, lengths.reduce((sum, length) => sum + length, 0) / lengths.length - lefts[0]];
  }));
  return { optimum: lefts[0], lefts, moves: reviewed, losses };
}

async function givenUp(positions, before, after) {
  const [earlier, later] = [await positions.goals(before), await positions.goals(after)];
  if (!earlier.length || !later.length) return { givenUp: [], goal: null };
  const lost = [...COLORS].filter((color) => before.includes(color)).filter((color) => {
    const left = new Set(later.map(({ goal }) => regionOf(goal, color)));
    return !earlier.some(({ goal }) => left.has(regionOf(goal, color)));
  });
  return { givenUp: lost, goal: earlier[0].goal };
}

// A hint in all its steps: {remaining, needs, goal, inPlace, move}; all are about one way.
export async function gradedHint(host, grid, limits, control, solve) {
  const positions = new Positions(host, solve, limits, control);
  const remaining = await positions.left(grid);
  if (!remaining) return { remaining, needs: {}, goal: grid, inPlace: 0, move: null };
  const needs = host.needs(grid);
  const best = await positions.best(grid);
  const [first] = await positions.goals(grid);
  if (!first) return { remaining, needs, goal: null, inPlace: null, move: best[0] };
  for (const move of best) {
    const goals = await positions.goals(jumped(grid, move));
    if (goals.some(({ goal }) => goal === first.goal)) return { remaining, needs, ...first, move };
  }
  return { remaining, needs, ...first, move: best[0] };
}

// Every move that loses nothing, and what is left: {remaining, best}.
export async function bestMoves(host, grid, limits, control, solve) {
  const positions = new Positions(host, solve, limits, control);
  return { remaining: await positions.left(grid), best: await positions.best(grid) };
}

// The library's random numbers for a seed and an index: SplitMix64, and Lemire's way to a range.
const WORD = 2n ** 64n - 1n;
const HALF = 2n ** 32n;
const STEP = 0x9e3779b97f4a7c15n;

function scramble(number) {
  let word = number & WORD;
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return word ^ (word >> 31n);
}

function stream(seed, index) {
  let state = scramble(scramble(BigInt(seed) + STEP) + BigInt(index));
  return (below) => {
    const bound = BigInt(below);
    let product;
    do {
      state = (state + STEP) & WORD;
      product = (scramble(state) >> 32n) * bound;
    } while (product % HALF < HALF % bound);
    return Number(product / HALF);
  };
}

// An exercise of a seed, the one that the library's generator makes: exactly one move loses nothing,
// and another looks better. {grid, remaining, best, natural, misses, index}.
export async function exercise(host, { seed, index: first, low, high, players }, limits, control, solve) {
  let starts = []; // some at once, as drawing one makes the module forget its tables
  for (let index = first; index < first + MAX_GRIDS; index += 1) {
    if (!starts.length) starts = Array.from({ length: DRAWN }, (_, more) => host.randomGrid(seed, index + more).grid);
    const positions = new Positions(host, solve, limits, control);
    const random = stream(seed, index);
    const start = starts.shift();
    const { moves } = await solve(host, start, {}, control);
    const path = [start];
    for (const spot of moves) path.push(jumped(path[path.length - 1], spot));
    path.reverse();
    for (let tried = 0; tried < TRIES; tried += 1) {
      const slips = 1 + random(SLIPS);
      const least = Math.max(1, low - slips);
      let grid = path[least + random(Math.max(1, Math.min(high, path.length - 1) - least + 1))];
      for (let slip = 0; slip < slips; slip += 1) {
        const legal = legalMoves(grid);
        grid = jumped(grid, legal[random(legal.length)]);
      }
      const remaining = await positions.left(grid);
      if (remaining < low || remaining > high) continue;
      const best = await positions.best(grid);
      if (best.length !== 1) continue;
      const looks = (spot) => Object.values(host.needs(jumped(grid, spot))).reduce((sum, need) => sum + need, 0);
      const right = looks(best[0]);
      const natural = legalMoves(grid).filter((spot) => looks(spot) < right);
      if (!natural.length) continue;
      const misses = Object.fromEntries(Object.entries(players).map(([kind, player]) => {
        const { lengths } = host.play(grid, player, PLAYER_GAMES);
        return [kind, lengths.filter((length) => length > remaining).length / lengths.length];
      }));
      return { grid, remaining, best, natural, misses, index };
    }
    await control.breathe();
  }
  throw new Error("No exercise was found.");
}
