// Reasons for the difficulty of a grid, those of the library's `explain_difficulty`: a job of the worker.

import { LETTERS, SPOTS, columnOf, countOf, format, jump, neighbors, parse, parts, rowOf } from "../grid.js";
import { Positions } from "./positions.js";
import { reviewMove } from "./review.js";
import { mean, sum } from "../numbers.js";

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
// The first key of the highest count.
const mostOf = (counts) => [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));

// Null without a proven solution.
export function explain(host, grid) {
  const { moves } = host.solve(grid);
  if (moves === null) return null;
  const [start, positions] = [parse(grid), new Positions(host)];
  const [needs, [{ goal } = { goal: null }]] = [host.needs(grid), positions.goals(start)];
  const alone = sum(Object.values(needs));
  return {
    alone, together: moves.length - alone, goal, yielding: goal ? yielding(start, goal, needs) : {},
    conflicts: conflicts(start), preparing: preparingMoves(host, start, moves), ...errors(host, positions, start),
  };
}

// The numbers of the moves that do not reduce their color's own need.
function preparingMoves(host, start, moves) {
  let letters = start;
  return moves.flatMap((spot, at) => {
    const [before, color] = [letters, letters[spot]];
    letters = jump(letters, spot);
    return host.needs(format(letters))[color] >= host.needs(format(before))[color] ? [at + 1] : [];
  });
}

// Sets of spots are masks.
const maskOf = (letters, color) => sum([...letters].map((letter, spot) => (letter === color ? 1 << spot : 0)));
const spotsOf = (mask) => Array.from({ length: SPOTS }, (_, spot) => spot).filter((spot) => (mask >> spot) & 1);

// Additional moves of the colors without a nearest region in a goal.
function yielding(letters, goal, needs) {
  const extra = Object.entries(needs).map(([color, need]) => [color, regionCost(maskOf(letters, color), maskOf(goal, color)) - need]);
  return Object.fromEntries(extra.filter(([, moves]) => moves > 0));
}

// The jumps of a color alone to a region: one for each booth outside that a maximum matching assigns to a
// free spot in its row or column, two for each other booth.
function regionCost(mask, region) {
  const [booths, free] = [spotsOf(mask & ~region), spotsOf(region & ~mask)];
  const taken = new Map();
  const assign = (booth, seen) => free.some((spot) => {
    if (seen.has(spot) || (rowOf(spot) !== rowOf(booth) && columnOf(spot) !== columnOf(booth))) return false;
    seen.add(spot);
    if (taken.has(spot) && !assign(taken.get(spot), seen)) return false;
    taken.set(spot, booth);
    return true;
  });
  return 2 * booths.length - booths.filter((booth) => assign(booth, new Set())).length;
}

// All connected regions of a number of spots whose complement colors of the other counts can fill.
function regionsOf(size, others) {
  let found = new Set([...Array(SPOTS).keys()].map((spot) => 1 << spot));
  for (let count = 1; count < size; count += 1) {
    const grown = [...found].flatMap((mask) => spotsOf(mask).flatMap(neighbors).filter((spot) => !((mask >> spot) & 1)).map((spot) => mask | (1 << spot)));
    found = new Set(grown);
  }
  const sums = others.reduce((known, count) => new Set([...known, ...[...known].map((total) => total + count)]), new Set([0]));
  const isFillable = ({ length }) => sums.has(length) || sums.has(length - 1);
  return [...found].filter((mask) => parts([...mask.toString(2).padStart(SPOTS, "0")].reverse().join(""), "0").every(isFillable));
}

// Pairs of colors whose nearest regions always overlap: the common spots of a pair of regions with the fewest,
// and at least how many additional moves both need.
function conflicts(letters) {
  const colors = [...LETTERS].filter((color) => letters.includes(color));
  const bySize = {};
  const near = colors.map((color) => {
    const mask = maskOf(letters, color);
    const size = countOf(letters, color);
    bySize[size] ??= regionsOf(size, colors.filter((other) => other !== color).map((other) => countOf(letters, other)));
    const regions = bySize[size].map((region) => [region, regionCost(mask, region)]);
    const lowest = regions.reduce((least, [, cost]) => Math.min(least, cost), Infinity);
    return [0, 1].map((extra) => regions.filter(([, cost]) => cost === lowest + extra).map(([region]) => region));
  });
  const areApart = (some, others) => some.some((region) => others.some((other) => !(region & other)));
  const pairs = colors.flatMap((first, at) => colors.slice(at + 1).map((second, more) => [first, second, near[at], near[at + 1 + more]]));
  return pairs.filter(([, , [nearest], [others]]) => !areApart(nearest, others)).map(([first, second, [nearest, later], [others, laterOthers]]) => {
    const common = nearest.flatMap((region) => others.map((other) => spotsOf(region & other)));
    const isCheap = areApart(later, others) || areApart(nearest, laterOthers);
    return { colors: [first, second], spots: common.reduce((fewest, spots) => (spots.length < fewest.length ? spots : fewest)), cost: isCheap ? 1 : 2 };
  }).sort((a, b) => b.cost - a.cost);
}

// Where simulated games leave the shortest solutions, and the most frequent error.
function errors(host, positions, start) {
  const [reached, left, spots, paths] = [new Map(), new Map(), new Map(), new Map()];
  const losses = [];
  const games = host.play(format(start)).moves;
  for (const moves of games) {
    const path = [start];
    for (const spot of moves) {
      const letters = path[path.length - 1];
      if (!positions.best(letters).includes(spot)) {
        losses.push(path.length);
        count(left, letters);
        if (!spots.has(letters)) spots.set(letters, new Map());
        count(spots.get(letters), spot);
        if (!paths.has(letters)) paths.set(letters, path);
        break;
      }
      path.push(jump(letters, spot));
    }
    for (const letters of path) count(reached, letters);
  }
  const found = { games: games.length, lostGames: losses.length, meanFirstLoss: mean(losses), falseMove: null };
  if (!losses.length) return found;
  const shortest = [...left].sort(([a], [b]) => paths.get(a).length - paths.get(b).length);
  const [letters, leaving] = mostOf(shortest);
  const [spot, sharing] = mostOf(spots.get(letters));
  const after = jump(letters, spot);
  const needsAfter = (move) => sum(Object.values(host.needs(format(jump(letters, move)))));
  const move = reviewMove(positions, [letters, after], 0, spot);
  const [goal, goalAfter] = [letters, after].map((position) => positions.goals(position)[0]?.goal ?? null);
  return { ...found, falseMove: {
    ...move, number: paths.get(letters).length, letters, reached: reached.get(letters), left: leaving, games: sharing,
    needs: needsAfter(spot), bestNeeds: Math.min(...move.best.map(needsAfter)), goal, goalAfter,
  } };
}
