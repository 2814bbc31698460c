// The solver of grids: the library's kernels in solver.wasm, called as the library calls them. One search at a time.

import { COLUMNS, EMPTY, LETTERS as COLORS, ROWS, SPOTS, format, jump, neighbors, plain } from "../grid.js";
import { players } from "../data.js";
import { Module } from "./module.js";
import { sum } from "../numbers.js";

const GAMES = 200; // of the simulated player, as the formula has it
const DEFAULT_TIME_S = 5;
const SLICE = 2_000; // expansions and regions placed: about a millisecond
const MAX_ROW_WORDS = 2 ** 22; // 32 MB; a standard board takes 6 MB
const [MAX_POSITIONS, MAX_NODES] = [200_000, 20_000_000]; // on shortest solutions: about two seconds
const STEP = 0x9e3779b97f4a7c15n; // of SplitMix64
const START_COUNTS = [6, 6, 6, 6, 5];

// The colors of a valid grid by spot, -1 for the empty one, as `codes`; `letters`, `masks` and `counts` are of those present.
function parseGrid(text) {
  const spots = [...plain(text)];
  const letters = [...COLORS].filter((letter) => spots.includes(letter));
  const counts = letters.map((letter) => spots.filter((other) => other === letter).length);
  const codes = spots.map((letter) => COLORS.indexOf(letter));
  return { codes, letters, masks: masksOf(spots), counts, empty: codes.indexOf(-1) };
}

const SPOT_LIST = Array.from({ length: SPOTS }, (_, spot) => spot);

const maskOf = (spots) => sum(spots.map((spot) => 2 ** spot));

export const spotsOf = (mask) => SPOT_LIST.filter((spot) => (mask >> spot) & 1);

const NEIGHBORS = SPOT_LIST.map((spot) => maskOf(neighbors(spot)));

const colorMask = (letters, color) => maskOf(SPOT_LIST.filter((spot) => letters[spot] === color));

// The masks of spots of the colors that are present.
export const masksOf = (letters) => [...COLORS].map((color) => colorMask(letters, color)).filter(Boolean);

// The number of placements of booths on spots.
const placements = (spots, booths) => (booths ? (placements(spots - 1, booths - 1) * spots) / booths : 1);

export class GridSolver extends Module {
  start() {
    super.start();
    this.first = this.free = this.wasm.allocate(0); // memory below is never freed
    this.counts = "";
  }

  int64s(numbers) {
    return this.array("int64", [numbers.length], numbers);
  }

  // Read a grid; make new tables if its counts differ from those of the last one.
  open(text) {
    const grid = parseGrid(text);
    const counts = [...grid.counts].sort((a, b) => b - a);
    if (String(counts) !== this.counts) {
      this.counts = "";
      this.wasm.reset(this.first);
      this.cache = {};
      this.tables = this.cached("tables", () => this.call("make_tables", this.int64s(counts), ROWS, COLUMNS));
      this.counts = String(counts);
    }
    this.wasm.reset(this.free);
    return grid;
  }

  // Return what was made on first use for the counts of the last grid.
  cached(name, make) {
    if (!(name in this.cache)) {
      this.cache[name] = make();
      this.free = this.wasm.allocate(0); // memory above belongs to the present job
    }
    return this.cache[name];
  }

  // A search of a grid; with a bound, a listing of the goals within it.
  search({ codes, counts }, maxGoals, bound = 0) {
    const { layout, cells } = this.constants;
    const work = this.cached(`workspace ${maxGoals}`, () =>
      this.call("make_workspace", this.tables, this.int64s(counts), maxGoals, MAX_ROW_WORDS));
    this.call("begin_search", work, bound);
    const moves = this.array("uint8", [1, layout.MAX_LENGTH]);
    const results = this.array("int64", [1, cells.RESULT_CELLS]);
    const grids = this.array("int8", [1, SPOTS], codes);
    return { work, moves, results, run: (budget) => this.call("search_grids", grids, this.tables, work, moves, results, budget) };
  }

  // Search to the end or to the time limit.
  solve(text, { timeLimit = DEFAULT_TIME_S } = {}) {
    const end = performance.now() + 1000 * timeLimit;
    const grid = this.open(text);
    const regions = this.tables.masks.view;
    const solved = { grid: text, status: "optimal", length: 0, lowerBound: 0, moves: [], expanded: 0 };
    if (grid.masks.every((mask) => regions.includes(mask))) return solved;
    const { cells, workspace } = this.constants;
    const { moves, results, run } = this.search(grid, workspace.STORED_GOALS);
    let outcome = cells.SLICE_OVER;
    while (outcome === cells.SLICE_OVER) {
      outcome = run(SLICE);
      if (performance.now() >= end) break;
    }
    const [length, lowerBound, expanded] = results.numbers;
    if (outcome === cells.SLICE_OVER) return { ...solved, status: "unknown", length: null, lowerBound, moves: null, expanded };
    if (outcome !== cells.FINISHED) throw new Error("This grid has no solution.");
    return { ...solved, length, lowerBound, moves: moves.numbers.slice(0, length), expanded };
  }

  // Read a grid, with the library's `HeuristicTables` of its colors.
  openMeasures(text) {
    const grid = this.open(text);
    const { offsets, ...tables } = this.cached("databases", () => this.makeDatabases());
    const databases = { distances: null, offsets: this.int64s(grid.counts.map((count) => offsets[count])), ...tables };
    return { ...grid, databases };
  }

  // The pattern databases of the counts.
  makeDatabases() {
    const { layout, databases } = this.constants;
    const sizes = layout.MAX_BOOTHS + 1;
    const lows = this.array("uint32", [2 ** (SPOTS / 2)]);
    const highs = this.array("uint32", [sizes, 2 ** (SPOTS / 2)]);
    this.call("fill_rank_tables", this.array("uint32", [SPOTS, sizes]), lows, highs);
    const reach = this.array("uint32", [SPOTS], this.tables.lines.numbers);
    const near = this.array("uint32", [SPOTS], NEIGHBORS);
    const offsets = {};
    let total = 0;
    for (const size of this.tables.sizes.numbers) {
      offsets[size] = total;
      total += placements(SPOTS, size);
    }
    const distances = this.array("uint8", [total]);
    for (const [size, offset] of Object.entries(offsets)) {
      const own = distances.rows(offset, offset + placements(SPOTS, size));
      const histogram = this.array("int64", [databases.MAX_DEPTHS]);
      while (this.call("advance_database", own, 2 ** size - 1, near, reach, lows, highs, histogram));
    }
    return { distances, offsets, lows, highs, reach };
  }

  // The positions on all shortest solutions, of a proven length, as the library's `optimal_paths`; null beyond a limit.
  // By position in `chances`, `misleads`, and `target(place, spot)` after an optimal move; `goals()` are the solved ones.
  paths(text, length) {
    const grid = this.openMeasures(text);
    const { masks, empty, databases } = grid;
    const { lines } = this.tables;
    const ends = this.listGoals(grid, length);
    if (!ends) return null;
    const room = this.cached("room", () => this.array("uint64", [MAX_POSITIONS, 2]));
    const index = this.cached("index", () => this.array("int32", [2 ** Math.ceil(Math.log2(2 * MAX_POSITIONS))]));
    const count = this.call("collect_positions", this.int64s(masks), empty, lines, length, ends, MAX_NODES, room, index);
    if (count < 0) return null;
    const [keys, width] = [room.rows(0, count), ROWS + COLUMNS - 2];
    const [depths, moves] = [this.array("int64", [count]), this.array("int64", [count])];
    const [targets, spots] = [this.array("int32", [count, width]), this.array("int32", [count, width])];
    const [misleads, total] = [this.array("bool", [count]), this.array("uint64", [2])];
    this.call("link_positions", keys, index, length, lines, databases, depths, targets, spots, misleads, moves, total);
    const chances = this.array("float64", [count]);
    this.call("share_visits", moves, targets, chances);
    const [moveCounts, after, moved] = [moves.numbers, targets.view.slice(), spots.view.slice()];
    const optimal = (place) => [...moved.subarray(place * width, place * width + moveCounts[place])];
    const target = (place, spot) => (optimal(place).includes(spot) ? after[place * width + optimal(place).indexOf(spot)] : null);
    const goals = () => {
      const positions = [plain(text)];
      for (let place = 0; place < count; place += 1) {
        for (const spot of optimal(place)) positions[target(place, spot)] ??= jump(positions[place], spot);
      }
      return positions.filter((_, place) => moveCounts[place] === 0);
    };
    const [low, high] = total.view;
    const solutions = Number((high << 64n) | low);
    return { solutions, firstMoves: optimal(0), chances: chances.view.slice(), misleads: misleads.view.slice(), target, goals };
  }

  // The goals within a bound: the masks of each.
  listGoals(grid, bound) {
    const { masks } = grid;
    if (!bound) return this.array("int64", [1, masks.length], masks);
    const { cells, paths } = this.constants;
    const { work, results, run } = this.search(grid, MAX_POSITIONS, bound);
    while (run(paths.SLICE_BUDGET) !== cells.GOALS_LISTED) if (results.view[cells.REGIONS_PLACED] > MAX_NODES) return null;
    const state = work.state.numbers;
    return state[cells.FORGOT] ? null : work.frontier.goal_regions.rows(0, state[cells.GOALS]);
  }

  // For each color, its possible regions with the moves it needs to get there alone.
  regions(text) {
    const grid = this.open(text);
    const { layout, workspace } = this.constants;
    const { work, run } = this.search(grid, workspace.STORED_GOALS);
    run(0); // which computes the costs
    const { masks, sizes, starts, ends } = this.tables;
    const [regions, costs, order] = [masks.numbers, work.bounds.costs.numbers, sizes.numbers];
    return grid.counts.map((size, color) => {
      const [first, end] = [starts, ends].map((places) => places.numbers[order.indexOf(size)]);
      return regions.slice(first, end).map((mask, at) =>
        ({ mask, cost: costs[color * regions.length + first + at] / layout.SCALE }));
    });
  }

  // The moves that each color needs alone, by its letter.
  needs(text) {
    const { letters, masks, databases } = this.openMeasures(text);
    return Object.fromEntries(letters.map((letter, color) => [letter, this.call("color_distance", color, masks[color], databases)]));
  }

  // A simulated player's games, their lengths, and the colors' separate needs; of the formula's player by default.
  play(text, { width, look_ahead: ahead, plays, error, patience } = players.usual, games = GAMES) {
    const needs = Object.values(this.needs(text));
    const { masks, empty, databases } = this.openMeasures(text);
    const { PLAYER_SEED } = this.constants.player;
    const [lengths, played] = [this.array("int64", [games]), this.array("uint8", [games * patience])];
    this.call("play_games", this.int64s(masks), empty, databases, width, ahead, plays, error, PLAYER_SEED, 0, patience, lengths, played);
    const spots = played.numbers;
    const moves = lengths.numbers.map((length, game) => spots.slice(game * patience, game * patience + Math.min(length, patience)));
    return { needs, lengths: lengths.numbers, moves };
  }

  // The rules of start grids that a grid breaks.
  startViolations(text) {
    this.wasm.reset(this.free);
    const { masks, empty } = parseGrid(text);
    const [rules, places, spots] = [0, 1, 2].map(() => this.array("int64", [3 * SPOTS]));
    const count = this.call("find_breaches", this.int64s(masks), empty, this.int64s(NEIGHBORS), COLUMNS, rules, places, spots);
    const masksFound = spots.numbers;
    return rules.numbers.slice(0, count).map((rule, at) => ({ rule: this.constants.start_rules[rule], spots: spotsOf(masksFound[at]) }));
  }

  // What a move did, as the library's `MoveKind`. `previous` are the letters before the previous move, if any.
  kindOf(letters, spot, previous) {
    this.wasm.reset(this.free);
    const empties = [letters, previous].map((state) => state.indexOf(EMPTY));
    return this.constants.move_kinds[this.call("kind_of", colorMask(letters, letters[spot]), spot, ...empties, this.int64s(NEIGHBORS))];
  }

  // Start grid number `index` of a seed, by the rulebook's procedure.
  randomGrid(seed, index) {
    this.wasm.reset(this.free);
    const [codes, fallbacks] = [this.array("int8", [1, SPOTS]), this.array("bool", [1])];
    const { MAX_SHUFFLES } = this.constants.start_grids;
    if (!this.call("fill_start_grids", seed, index, this.int64s(START_COUNTS), ROWS, COLUMNS, MAX_SHUFFLES, codes, fallbacks)) {
      throw new Error("No start grid was found.");
    }
    const letters = codes.numbers.map((code) => COLORS[code] ?? ".").join("");
    return { grid: format(letters), fallback: fallbacks.numbers[0] === 1 };
  }

  // The library's random numbers for a seed and an index: a function of an exclusive limit.
  random(seed, index) {
    let word = this.call("scramble", this.call("scramble", BigInt(seed) + STEP) + BigInt(index));
    return (limit) => {
      const state = this.array("uint64", [1], [word]);
      const drawn = this.call("below", state, limit);
      [word] = state.view;
      return drawn;
    };
  }
}
