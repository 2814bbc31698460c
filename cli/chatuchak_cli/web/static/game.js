// One game: a start grid, the moves made, those taken back, and what help it had.

import { dayOf, isDay } from "./daily.js";
import { format, isSolved, jump, parse } from "./grid.js";
import { t } from "./texts.js";

const KINDS = ["tile", "daily", "random", "own", "shared", "lesson"];

export class Game {
  // `kind` and `label` name it: a tile's number, a day, a seed, or a name of one's own.
  constructor(start, { kind = "shared", label = null, moves = [] } = {}) {
    this.start = start;
    this.kind = kind;
    this.label = label;
    this.states = [start];
    this.moves = [];
    this.undone = [];
    this.helped = false; // whether a solution was shown, or moves came with a link
    this.hints = 0;
    this.levels = []; // that of each hint
    this.undos = 0;
    this.seconds = 0;
    this.begun = dayOf();
    this.kept = false; // whether its win is in the history
    for (const spot of moves) this.play(spot);
  }

  get letters() {
    return this.states[this.states.length - 1];
  }

  get isSolved() {
    return isSolved(this.letters);
  }

  // Whether there is anything that another game would give up.
  get isUnderWay() {
    return !this.isSolved && this.moves.length > 0;
  }

  // Whether another game's moves are this one's first ones.
  beganLike(other) {
    return other.moves.every((spot, index) => spot === this.moves[index]);
  }

  play(spot) {
    this.states.push(jump(this.letters, spot));
    this.moves.push(spot);
    if (this.undone.length && this.undone[this.undone.length - 1] === spot) this.undone.pop();
    else this.undone = [];
  }

  // Note a hint of a level, 1..4.
  help(level) {
    this.hints += 1;
    this.levels.push(level);
  }

  undo() {
    if (!this.moves.length) return false;
    this.undone.push(this.moves.pop());
    this.states.pop();
    this.undos += 1;
    return true;
  }

  redo() {
    if (!this.undone.length) return false;
    this.play(this.undone[this.undone.length - 1]);
    return true;
  }

  // From the start again: the same attempt still, or a new one after a win.
  restart() {
    const undos = this.undos;
    while (this.undo());
    this.undos = undos + 1;
    if (!this.kept) return;
    this.kept = false;
    this.undone = [];
    this.hints = this.undos = this.seconds = 0;
    this.levels = [];
  }

  get notation() {
    return format(this.start);
  }

  // The game as the part of a link behind "#": a day's puzzle by its day, others by their grid.
  toFragment(withMoves = true) {
    if (withMoves && this.moves.length) return `grid=${this.notation}&moves=${this.moves.join(",")}`;
    return this.kind === "daily" ? `daily=${this.label}` : `grid=${this.notation}`;
  }

  // The game as it is kept for the next visit, which links need not tell.
  toMemory() {
    const { notation: grid, kind, label, moves, undone, helped, hints, levels, undos, seconds, begun, kept } = this;
    return { grid, kind, label, moves, undone, helped, hints, levels, undos, seconds, begun, kept };
  }

  // The game that `toMemory` kept; throws where it is none.
  static fromMemory(memory) {
    const kind = KINDS.includes(memory.kind) ? memory.kind : "shared";
    const game = new Game(parse(memory.grid), { kind, label: memory.label ?? null, moves: memory.moves });
    game.undone = memory.undone.filter(Number.isInteger);
    if (isDay(memory.begun)) game.begun = memory.begun;
    for (const name of ["helped", "kept"]) game[name] = memory[name] === true;
    for (const name of ["hints", "undos", "seconds"]) {
      game[name] = Number.isFinite(memory[name]) ? memory[name] : 0;
    }
    if (Array.isArray(memory.levels)) game.levels = memory.levels.filter(Number.isInteger);
    return game;
  }

  // The game of a link, or null where it names none; throws where it names a wrong one.
  static fromFragment(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!fields.has("grid")) return null;
    const start = parse(fields.get("grid"));
    const text = fields.get("moves") || "";
    if (!/^(\d{1,2}(,\d{1,2}){0,999})?$/.test(text)) throw new Error(t("grid.moves"));
    const game = new Game(start, { moves: text ? text.split(",").map(Number) : [] });
    game.helped = game.moves.length > 0;
    return game;
  }
}
