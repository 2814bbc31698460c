// Reasons for the difficulty of a grid, those of the library's `explain_difficulty`: a job of the worker.

import { columnOf, format, jump, parse, rowOf } from "../grid.js";
import { Positions, solve } from "./positions.js";
import { reviewMove } from "./review.js";
import { mean, sum } from "../numbers.js";

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
// The first key of the highest count.
const mostOf = (counts) => [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));

// Null without a proven solution.
export function explain(host, grid) {
  const { moves } = solve(host, grid);
  if (moves === null) return null;
  const [start, positions] = [parse(grid), new Positions(host)];
  const [needs, [{ goal } = { goal: null }]] = [host.needs(grid), positions.goals(start)];
  const alone = sum(Object.values(needs));
  return {
    alone, together: moves.length - alone, goal, yielding: goal ? yielding(start, goal, needs) : {},
    preparing: preparingMoves(host, start, moves), ...errors(host, positions, start),
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

// Additional moves of the colors without a nearest region in a goal.
function yielding(letters, goal, needs) {
  const extra = Object.entries(needs).map(([color, need]) => [color, regionCost(letters, goal, color) - need]);
  return Object.fromEntries(extra.filter(([, moves]) => moves > 0));
}

// The jumps of a color alone to its region in a goal: one for each booth outside that a maximum matching
// assigns to a free spot in its row or column, two for each other booth.
function regionCost(letters, goal, color) {
  const spotsOf = (held, other) => [...held].flatMap((letter, spot) => (letter === color && other[spot] !== color ? [spot] : []));
  const [booths, free] = [spotsOf(letters, goal), spotsOf(goal, letters)];
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
