// What the solver is asked for, done with the module.

import { difficulty as formula } from "../data.js";
import { explain } from "./explanation.js";
import { exercise, gradedHint, review } from "./review.js";
import { mean, sum } from "../numbers.js";

const MAX_SEED = 2 ** 32;
const MAX_TRIES = 10_000;
const START_COUNTS = "5,6,6,6,6"; // of the grids that percentiles are among

// The features that the page needs, by their names in the library. `paths` and `games` are what the module found.
function featuresOf(length, paths, games) {
  const lengths = [...games.lengths].sort((a, b) => a - b);
  const middle = lengths.length >> 1;
  return {
    optimal_length: length,
    optimal_solutions: paths.solutions,
    misleading: sum(paths.chances.filter((_, place) => paths.misleads[place])) / Math.max(length, 1),
    hidden_moves: length - sum(games.needs),
    player_moves: mean(lengths),
    player_median: lengths.length % 2 ? lengths[middle] : (lengths[middle - 1] + lengths[middle]) / 2,
  };
}

// The points of each of the formula's terms.
const contributions = (features) => Object.fromEntries(formula.terms.map(({ feature, weight, mean, deviation }) => {
  const value = features[feature];
  return [feature, (formula.points * weight * ((feature === "optimal_solutions" ? Math.log2(value) : value) - mean)) / deviation];
}));

// The standard error of a difficulty, from the simulated player's games.
function noiseOf({ lengths }) {
  const average = mean(lengths);
  const variance = sum(lengths.map((length) => (length - average) ** 2)) / (lengths.length - 1);
  const { weight, deviation } = formula.terms.find(({ feature }) => feature === "player_moves");
  return Math.abs((formula.points * weight * Math.sqrt(variance / lengths.length)) / deviation);
}

// The percentage of random start grids that are easier; null if unknown, for other formulas.
function percentile(value) {
  const { quantiles } = formula; // strictly ascending
  if (!quantiles.length) return null;
  const above = quantiles.findIndex((other) => other > value);
  if (above <= 0) return above ? 100 : 0;
  const [low, high] = [quantiles[above - 1], quantiles[above]];
  return (100 * (above - 1 + (value - low) / (high - low))) / (quantiles.length - 1);
}

// How hard a grid is, by the library's formula.
function assess(host, text) {
  const { length } = host.solve(text);
  const paths = length === null ? null : host.paths(text, length);
  if (!paths) return { optimalLength: length, optimalSolutions: null, difficulty: null, percentile: null, features: null };
  const games = host.play(text);
  const features = featuresOf(length, paths, games);
  const parts = contributions(features);
  const value = formula.average + sum(Object.values(parts));
  const isStart = host.open(text).counts.sort().join() === START_COUNTS;
  return {
    optimalLength: length,
    optimalSolutions: paths.solutions,
    difficulty: value,
    percentile: isStart ? percentile(value) : null,
    features,
    contributions: parts,
    noise: noiseOf(games),
  };
}

// Draw start grids until one has the requested difficulty, if any.
function randomGrid(host, { seed = Math.floor(Math.random() * MAX_SEED), index = 0, difficulty: range }, _, tell) {
  for (let place = index; place < index + MAX_TRIES; place += 1) {
    const made = { ...host.randomGrid(seed, place), seed, index: place };
    if (!range) return made;
    const { difficulty: value } = assess(host, made.grid);
    if (value !== null && value >= range[0] && value <= range[1]) return { ...made, difficulty: value };
    tell({ tries: place - index + 1 });
  }
  throw new Error(`None of ${MAX_TRIES} grids has the requested difficulty.`);
}

const solve = (host, grid, options) => host.solve(grid, options);

const startViolations = (host, grid) => host.startViolations(grid);

// Call a kernel with numbers and arrays [type, shape, items]: its answer, and what the arrays contain afterward.
function photo(module, [name, given]) {
  module.start();
  const values = given.map((each) => (Array.isArray(each) ? module.array(...each) : each));
  return [module.call(name, ...values), ...values.map((each) => each.view?.slice())];
}

export const JOBS = { solve, startViolations, assess, randomGrid, photo, review, gradedHint, exercise, explain };
