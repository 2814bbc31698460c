// What the solver is asked for, done in slices with the module: between two slices others are heard.

import { difficulty, featuresOf, percentile, reasons, rounded, roundedFeatures } from "./difficulty.js";
import { Canceled } from "./lane.js";
import { bestMoves, exercise, gradedHint, review } from "./review.js";

const SLICE_MS = 40;
const FIRST_SLICE = 20_000; // expansions and regions placed; some milliseconds
const MIN_SLICE = 1_000;
const TELL_MS = 50;
const DEFAULT_TIME_S = 5;
const MAX_SEED = 2 ** 32;
const MAX_TRIES = 10_000;
const LIMITS = { positions: 200_000, goals: 200_000, nodes: 20_000_000 }; // about two seconds
const START_TILE = ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"; // any of the game's board and counts
const START_COUNTS = "5,6,6,6,6"; // of the grids that percentiles are among


// Search until it is done, or the time or the nodes are used up, or nobody wants to know.
async function searched(search, { timeLimit = DEFAULT_TIME_S, nodeLimit = Infinity }, control) {
  const start = performance.now();
  const spent = () => performance.now() - start;
  let slice = FIRST_SLICE;
  let told = 0;
  let stoppedBy = null;
  while (stoppedBy === null) {
    const before = spent();
    if (search.run(Math.min(slice, Math.max(1, nodeLimit - search.expanded)))) break;
    const factor = SLICE_MS / Math.max(0.01, spent() - before);
    slice = Math.max(MIN_SLICE, Math.floor(slice * Math.min(4, Math.max(0.25, factor))));
    if (spent() - told >= TELL_MS) {
      told = spent();
      control.tell({ lowerBound: search.lowerBound, expanded: search.expanded, milliseconds: told });
    }
    await control.breathe();
    if (control.isCanceled()) throw new Canceled();
    if (spent() >= timeLimit * 1000) stoppedBy = "time";
    else if (search.expanded >= nodeLimit) stoppedBy = "work";
  }
  return { stoppedBy, milliseconds: spent() };
}

async function solve(host, grid, options, control) {
  if (control.isCanceled()) throw new Canceled();
  const search = host.search(grid);
  const { stoppedBy, milliseconds } = await searched(search, options, control);
  const { length, lowerBound, moves, expanded } = search;
  const status = stoppedBy === null ? "optimal" : "unknown";
  return { grid, status, length, lowerBound, moves, expanded, milliseconds, stoppedBy };
}

let formula = null;
const data = async (name) => {
  const response = await fetch(new URL(`../data/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`The page lacks a file: data/${name}.json.`);
  return response.json();
};

// How hard a grid is, and why, as the library's `assess` tells it.
async function assess(host, grid, options, control) {
  formula ??= await Promise.all([data("difficulty"), data("box")]);
  return assessed(host, grid, formula, options, control);
}

async function assessed(host, text, [terms, { ranks }], options, control) {
  const { length, stoppedBy } = await solve(host, text, options, control);
  const unknown = {
    grid: text, optimalLength: length, optimalSolutions: null, difficulty: null,
    percentile: null, expectedRank: null, features: null, reasons: {},
  };
  if (stoppedBy) return { ...unknown, limitReached: `ended by ${stoppedBy}` };
  const paths = host.paths(text, length, LIMITS);
  if (paths.limitReached) return { ...unknown, limitReached: paths.limitReached };
  const grid = host.openMeasures(text);
  const features = featuresOf(grid, length, paths, host.play(text));
  const points = reasons(features, terms);
  const value = difficulty(points, terms);
  const counts = [...new Set(grid.codes)].filter((code) => code >= 0)
    .map((code) => grid.codes.filter((other) => other === code).length).sort().join();
  const isStart = grid.rows === 5 && grid.columns === 6 && counts === START_COUNTS;
  const earned = ranks.find(({ most }) => most === null || Math.ceil(features.player_median) <= most);
  return {
    grid: text,
    optimalLength: length,
    optimalSolutions: paths.solutions,
    difficulty: rounded(value, 3),
    percentile: isStart ? rounded(percentile(value, terms), 2) : null,
    expectedRank: isStart ? earned.name : null,
    features: roundedFeatures(features),
    reasons: Object.fromEntries(Object.entries(points).map(([name, value]) => [name, rounded(value, 3)])),
    limitReached: null,
  };
}

// Draw start grids until one has the requested difficulty, if any.
async function randomGrid(host, _, options, control) {
  const { seed = Math.floor(Math.random() * MAX_SEED), index = 0, difficulty: range } = options;
  for (let place = index; place < index + MAX_TRIES; place += 1) {
    const made = { ...host.randomGrid(seed, place), seed, index: place };
    if (!range) return made;
    const { difficulty: value } = await assess(host, made.grid, {}, control);
    if (value !== null && value >= range[0] && value <= range[1]) return { ...made, difficulty: value };
    control.tell({ tries: place - index + 1 });
    await control.breathe();
    if (control.isCanceled()) throw new Canceled();
  }
  throw new Error(`None of ${MAX_TRIES} grids has the requested difficulty.`);
}

// That the module is there, with the tables of the game's own boards, before anybody asks.
const load = (host) => {
  host.open(START_TILE);
  return true;
};

// Jobs that ask for many positions: they solve each as the page does.
const asked = (job) => (host, argument, _, control) => job(host, argument, LIMITS, control, solve);

const photo = (host, [name, picture, arrays]) => host.call(name, picture, arrays);

export const JOBS = {
  load, solve, assess, randomGrid, photo,
  review: asked(review), gradedHint: asked(gradedHint), bestMoves: asked(bestMoves), exercise: asked(exercise),
};
