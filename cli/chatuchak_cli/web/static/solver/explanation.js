// Reasons for the difficulty of a grid, those of the library's `explain_difficulty`: a job of the worker.

import { format, jump, parse, trajectory } from "../grid.js";
import { spotsOf } from "./grid_solver.js";
import { Positions, reviewMove } from "./review.js";
import { mean, sum } from "../numbers.js";

// Null without a proven solution or with too many of them.
export function explain(host, grid) {
  const { moves } = host.solve(grid);
  const [start, positions] = [parse(grid), new Positions(host)];
  if (moves === null || !positions.paths(start)) return null;
  const [needs, regions, [{ goal, masks } = { goal: null }]] = [host.needs(grid), host.regions(grid), positions.goals(start)];
  const alone = sum(Object.values(needs));
  const extra = Object.entries(needs).map(([color, need], at) => [color, goal && regions[at].find(({ mask }) => mask === masks[at]).cost - need]);
  return {
    alone, together: moves.length - alone, goal, conflicts: conflicts(needs, regions), preparing: preparingMoves(host, start, moves),
    yielding: Object.fromEntries(extra.filter(([, more]) => more > 0)), // additional moves of the colors without a nearest region in the goal
    ...errors(host, positions, start),
  };
}

// The numbers of the moves that do not reduce their color's own need.
function preparingMoves(host, start, moves) {
  const states = trajectory(start, moves);
  const needAt = (at, color) => host.needs(format(states[at]))[color];
  const colors = moves.map((spot, at) => states[at][spot]);
  return [...moves.keys()].filter((at) => needAt(at + 1, colors[at]) >= needAt(at, colors[at])).map((at) => at + 1);
}

// Pairs of colors whose nearest regions always overlap: the common spots of a pair of regions with the fewest, and at
// least how many additional moves both need. `regions` are those of `GridSolver.regions`.
function conflicts(needs, regions) {
  const colors = Object.keys(needs);
  const near = regions.map((found, at) => [0, 1].map((extra) =>
    found.filter(({ cost }) => cost === needs[colors[at]] + extra).map(({ mask }) => mask)));
  const areApart = (some, others) => some.some((region) => others.some((other) => !(region & other)));
  const pairs = colors.flatMap((first, at) => colors.slice(at + 1).map((second, more) => [first, second, near[at], near[at + 1 + more]]));
  return pairs.filter(([, , [nearest], [others]]) => nearest.length && others.length && !areApart(nearest, others)).map(([first, second, [nearest, later], [others, laterOthers]]) => {
    const common = nearest.flatMap((region) => others.map((other) => spotsOf(region & other)));
    const isCheap = areApart(later, others) || areApart(nearest, laterOthers);
    return { colors: [first, second], spots: common.reduce((fewest, spots) => (spots.length < fewest.length ? spots : fewest)), cost: isCheap ? 1 : 2 };
  }).sort((a, b) => b.cost - a.cost);
}

// The first key of the highest count.
function mostFrequent(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
}

// Where simulated games leave the shortest solutions, and the most frequent error.
function errors(host, positions, start) {
  const { target } = positions.paths(start);
  const games = host.play(format(start)).moves.map((moves) => {
    const places = [0]; // of positions on shortest solutions
    for (const spot of moves) {
      const next = target(places[places.length - 1], spot);
      if (next === null) break;
      places.push(next);
    }
    return { moves, places, end: places[places.length - 1], number: places.length };
  });
  const erring = games.filter(({ moves, number }) => number <= moves.length).sort((a, b) => a.number - b.number);
  const found = { games: games.length, lostGames: erring.length, meanFirstLoss: mean(erring.map(({ number }) => number)), falseMove: null };
  if (!erring.length) return found;
  const [place, left] = mostFrequent(erring.map(({ end }) => end));
  const there = erring.filter(({ end }) => end === place);
  const [{ moves, number }] = there;
  const [spot, sharing] = mostFrequent(there.map((game) => game.moves[number - 1]));
  const letters = moves.slice(0, number - 1).reduce(jump, start);
  const after = jump(letters, spot);
  const needsAfter = (move) => sum(Object.values(host.needs(format(jump(letters, move)))));
  const move = reviewMove(positions, [letters, after], 0, spot);
  const [goal, goalAfter] = [letters, after].map((position) => positions.goals(position)[0]?.goal ?? null);
  return { ...found, falseMove: {
    ...move, number, letters, reached: games.filter(({ places }) => places.includes(place)).length, left, games: sharing,
    needs: needsAfter(spot), bestNeeds: Math.min(...move.best.map(needsAfter)), goal, goalAfter,
  } };
}
