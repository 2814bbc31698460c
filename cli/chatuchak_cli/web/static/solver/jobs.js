// What the solver is asked for, done in slices with the module: between two slices others are heard.

import { Cancelled } from "./lane.js";

const SLICE_MS = 40;
const FIRST_SLICE = 20_000; // expansions and regions placed; some milliseconds
const LEAST_SLICE = 1_000;
const TELL_MS = 50;
const DEFAULT_TIME_S = 5;
const MOST_SEED = 2 ** 32;
const MOST_TRIES = 10_000;


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
    slice = Math.max(LEAST_SLICE, Math.floor(slice * Math.min(4, Math.max(0.25, factor))));
    if (spent() - told >= TELL_MS) {
      told = spent();
      control.tell({ lowerBound: search.lowerBound, expanded: search.expanded, milliseconds: told });
    }
    await control.breathe();
    if (control.isCancelled()) throw new Cancelled();
    if (spent() >= timeLimit * 1000) stoppedBy = "time";
    else if (search.expanded >= nodeLimit) stoppedBy = "work";
  }
  return { stoppedBy, milliseconds: spent() };
}

async function solve(host, grid, options, control) {
  if (control.isCancelled()) throw new Cancelled();
  const search = host.search(grid);
  const { stoppedBy, milliseconds } = await searched(search, options, control);
  const { length, lowerBound, moves, expanded } = search;
  const status = stoppedBy === null ? "optimal" : "unknown";
  return { grid, status, length, lowerBound, moves, expanded, milliseconds, stoppedBy };
}

async function hint(host, grid, options, control) {
  const { moves, length, status } = await solve(host, grid, options, control);
  return { move: moves?.[0] ?? null, remaining: length, proven: status === "optimal" };
}

// Draw start grids until one has the wanted optimum; the first, where nothing is wanted.
async function randomGrid(host, _, options, control) {
  const { seed = Math.floor(Math.random() * MOST_SEED), index = 0, optimal } = options;
  if (!optimal) return { ...host.randomGrid(seed, index), seed, index };
  const [low, high] = optimal;
  for (let place = index; place < index + MOST_TRIES; place += 1) {
    const made = host.randomGrid(seed, place);
    const { length } = await solve(host, made.grid, {}, control);
    if (length >= low && length <= high) return { ...made, seed, index: place, optimalLength: length };
    if (place % 16 === 0) {
      control.tell({ tries: place - index + 1 });
      await control.breathe();
      if (control.isCancelled()) throw new Cancelled();
    }
  }
  throw new Error(`None of ${MOST_TRIES} grids has an optimum of ${low} to ${high} moves.`);
}

// That the module is there.
const load = () => true;

export const JOBS = { load, solve, hint, randomGrid };
