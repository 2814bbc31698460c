// The host of solver.wasm: writes to its memory, calls it, reads from its memory. One search at a time.

import { LETTERS as COLORS, joinRows } from "../grid.js";

const WORD_BYTES = 8;
const MAX_SPOTS = 32;
const MAX_MOVES = 256;
const FACTS = 64; // words that a call can answer with
const GAMES = 200; // of the simulated player, as the formula has it
const MAX_GOALS = 512; // of one grid; more are told as none
const PATIENCE = 60; // moves after which it gives up

const BUFFERS = {
  codes: MAX_SPOTS, moves: MAX_MOVES, facts: FACTS * WORD_BYTES, shares: FACTS * WORD_BYTES, games: GAMES * WORD_BYTES,
  played: GAMES * PATIENCE, goalMasks: MAX_GOALS * COLORS.length * WORD_BYTES,
};

// A search is run in slices.
const SLICE = 2_000; // expansions and regions placed; less than a millisecond
const SLICE_OVER = -1;
const FINISHED = 0;
const DEFAULT_TIME_S = 5;

const LIMITS = [200_000n, 200_000n, 20_000_000n]; // positions, goals, nodes: about two seconds
const START_BOARD = { rows: 5, columns: 6, counts: [6, 6, 6, 6, 5] };

// The board of a valid grid, and a color's number for each spot, -1 for the empty one.
function parseGrid(text) {
  const rows = text.split("/");
  return { rows: rows.length, columns: rows[0].length, codes: [...rows.join("")].map((letter) => COLORS.indexOf(letter)) };
}

export class Host {
  constructor(module) {
    this.module = module;
    this.start();
  }

  // Start over, with fresh memory: at first, and after a call that failed.
  start() {
    this.wasm = new WebAssembly.Instance(this.module).exports;
    this.wasm.reset(0);
    for (const [name, bytes] of Object.entries(BUFFERS)) this[name] = this.wasm.allocate(bytes);
    this.first = this.wasm.allocate(0); // what is below stays
    this.board = "";
  }

  // Put a grid's colors where the module reads them.
  write(codes) {
    new Int8Array(this.wasm.memory.buffer, this.codes, codes.length).set(codes);
  }

  // Write the limits and return their address.
  writeLimits() {
    new BigInt64Array(this.wasm.memory.buffer, this.games, LIMITS.length).set(LIMITS);
    return this.games;
  }

  words(at, count) {
    return [...new BigInt64Array(this.wasm.memory.buffer, at, count)];
  }

  numbers(count) {
    return this.words(this.facts, count).map(Number);
  }

  // Read a grid, and make what its board and counts need, if the last grid had others.
  open(text) {
    const grid = parseGrid(text);
    const counts = [...COLORS].map((_, color) => grid.codes.filter((code) => code === color).length);
    const board = `${grid.rows}x${grid.columns} ${counts.filter(Boolean).sort()}`;
    if (board !== this.board) {
      this.board = "";
      this.wasm.reset(this.first);
      this.write(grid.codes);
      this.tables = this.wasm.make_board(this.codes, grid.rows, grid.columns);
      this.databases = 0;
      this.free = this.wasm.allocate(0); // what is above is each search's own
      this.board = board;
    }
    this.wasm.reset(this.free);
    this.write(grid.codes);
    return grid;
  }

  // Search until it is done or the time is used up.
  solve(grid, { timeLimit = DEFAULT_TIME_S } = {}) {
    const end = performance.now() + 1000 * timeLimit;
    this.open(grid);
    const { codes, tables, moves, facts, wasm } = this;
    const at = wasm.start_search(codes, tables);
    if (!at) return { grid, status: "optimal", length: 0, lowerBound: 0, moves: [], expanded: 0 };
    let outcome = SLICE_OVER;
    while (outcome === SLICE_OVER) {
      outcome = wasm.search(codes, tables, at, SLICE, moves, facts);
      if (performance.now() >= end) break;
    }
    const [length, lowerBound, expanded] = this.numbers(3);
    if (outcome === SLICE_OVER) return { grid, status: "unknown", length: null, lowerBound, moves: null, expanded };
    if (outcome !== FINISHED) throw new Error("This grid has no solution.");
    return { grid, status: "optimal", length, lowerBound, moves: [...new Uint8Array(wasm.memory.buffer, moves, length)], expanded };
  }

  // Make what measuring takes, if the last grid had others.
  openMeasures(text) {
    const grid = this.open(text);
    if (!this.databases) {
      this.databases = this.wasm.make_databases(this.tables);
      this.free = this.wasm.allocate(0);
    }
    return grid;
  }

  // All shortest solutions, by their proven length: their number, the first moves and the positions;
  // null beyond a limit.
  paths(text, length) {
    const { rows, columns } = this.openMeasures(text);
    const { wasm, codes, tables, databases, facts, shares } = this;
    if (wasm.find_optimal_paths(codes, tables, databases, length, this.writeLimits(), facts, shares)) return null;
    const [low, high, positions, first] = this.words(facts, 4);
    return {
      solutions: Number((BigInt.asUintN(64, high) << 64n) | BigInt.asUintN(64, low)),
      positions: Number(positions),
      firstMoves: [...Array(rows * columns).keys()].filter((spot) => (first >> BigInt(spot)) & 1n),
      shares: [...new Float64Array(wasm.memory.buffer, shares, rows + columns - 1)],
    };
  }

  // The goals that shortest solutions of a proven length lead to, as grids; null beyond a limit.
  goals(text, length) {
    const { rows, columns, codes } = this.open(text);
    const count = this.wasm.optimal_goals(this.codes, this.tables, length, this.writeLimits(), MAX_GOALS, this.goalMasks);
    if (count < 0) return null;
    const present = [...COLORS].filter((_, code) => codes.includes(code));
    const masks = this.words(this.goalMasks, count * present.length);
    return Array.from({ length: count }, (_, goal) => {
      const letters = Array(rows * columns).fill(".");
      present.forEach((letter, color) => {
        const mask = masks[goal * present.length + color];
        letters.forEach((__, spot) => {
          if ((mask >> BigInt(spot)) & 1n) letters[spot] = letter;
        });
      });
      return joinRows(letters.join(""), columns);
    });
  }

  // What each color needs if it were alone, by its letter.
  needs(text) {
    const { codes } = this.openMeasures(text);
    this.wasm.color_needs(this.codes, this.tables, this.databases, this.facts);
    const present = [...COLORS].filter((_, code) => codes.includes(code));
    const needs = this.numbers(present.length);
    return Object.fromEntries(present.map((letter, color) => [letter, needs[color]]));
  }

  // A simulated player's games, their lengths, and the sum of the colors' separate needs; of the
  // formula's player if none is given. {width, look_ahead, plays, error}, error in its units.
  play(text, player = { width: 0, look_ahead: 0, plays: 0, error: 0 }, games = GAMES) {
    this.openMeasures(text);
    const { width, look_ahead: ahead, plays, error } = player;
    const need = this.wasm.play(
      this.codes, this.tables, this.databases, games, this.games, this.played, width, ahead, plays, error,
    );
    const lengths = this.words(this.games, games).map(Number);
    const spots = new Uint8Array(this.wasm.memory.buffer, this.played, games * PATIENCE);
    const moves = lengths.map((length, game) => [...spots.subarray(game * PATIENCE, game * PATIENCE + Math.min(length, PATIENCE))]);
    return { need, lengths, moves, patience: PATIENCE };
  }

  // Start grid number `index` of a seed, by the rulebook's procedure.
  randomGrid(seed, index) {
    const { rows, columns, counts } = START_BOARD;
    this.board = "";
    this.wasm.reset(this.first);
    new BigInt64Array(this.wasm.memory.buffer, this.facts, counts.length).set(counts.map(BigInt));
    const word = (number) => BigInt.asIntN(64, BigInt(number));
    const outcome = this.wasm.random_grid(word(seed), word(index), this.facts, rows, columns, this.codes);
    if (outcome < 0) throw new Error("No start grid was found.");
    const codes = [...new Int8Array(this.wasm.memory.buffer, this.codes, rows * columns)];
    const grid = joinRows(codes.map((code) => (code < 0 ? "." : COLORS[code])).join(""), columns);
    return { grid, fallback: outcome === 1 };
  }
}
