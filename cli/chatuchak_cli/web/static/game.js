// One game: a start grid, the moves made, those taken back, and what help it had.

import { dayOf, isDate, isDay } from "./daily.js";
import { EMPTY, SPOTS, format, isSolved, jump, parse } from "./grid.js";
import { isBoolean, isCount, isListOf, isNumber, isString, optional, validParts } from "./storage.js";
import { t } from "./texts.js";

export const LESSON_COUNT = 3;
// The labels of each kind of game.
const KINDS = {
  tile: optional(isString), own: optional(isString), shared: optional(isString), daily: isDay, random: isString,
  lesson: (label) => isCount(label) && label >= 1 && label <= LESSON_COUNT,
};
const isLevel = (level) => [1, 2, 3, 4].includes(level);
// The other stored fields, with their checks.
const STORED = {
  helped: isBoolean, kept: isBoolean, hints: isCount, undos: isCount, seconds: (time) => isNumber(time) && time >= 0,
  begun: isDate, id: isString, levels: isListOf(isLevel),
};

// `helped` tells whether a solution was shown, or moves came with a link, `levels` those of the hints, and
// `kept` whether the win is in the history.
const FRESH = { helped: false, hints: 0, undos: 0, seconds: 0, kept: false };

const newId = () => Math.random().toString(36).slice(2);

// The grid of a link. At its end, mail programs cut off an empty spot, and add a sentence's full stop.
function repaired(text) {
  const grid = text.replace(/\W+$/, "");
  return grid.includes(EMPTY) || grid.replace(/\W/g, "").length !== SPOTS - 1 ? grid : `${grid}${EMPTY}`;
}

export class Game {
  // `kind` and `label` name it: a tile's number, a day, a seed, or a name of one's own.
  constructor(start, { kind = "shared", label = null, moves = [] } = {}) {
    Object.assign(this, { start, kind, label, states: [start], moves: [], undone: [], begun: dayOf(), id: newId() });
    Object.assign(this, FRESH, { levels: [] });
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
    if (this.kept) Object.assign(this, FRESH, { helped: this.helped, undone: [], levels: [] });
  }

  get notation() {
    return format(this.start);
  }

  // The game as the part of a link behind "#": a day's puzzle by its day, others by their grid.
  toFragment(withMoves = true) {
    const { notation } = this;
    if (withMoves && this.moves.length) return `grid=${notation}&moves=${this.moves.join(",")}`;
    if (this.kind === "daily") return `daily=${this.label}`;
    // Mail programs cut a full stop off the end of a link.
    return notation.endsWith(EMPTY) ? `grid=${notation}&end` : `grid=${notation}`;
  }

  // The game as it is stored for the next visit.
  toMemory() {
    const { notation: grid, kind, label, moves, undone } = this;
    return { grid, kind, label, moves, undone, ...Object.fromEntries(Object.keys(STORED).map((name) => [name, this[name]])) };
  }

  // The game of `toMemory`, without its invalid fields. Throws if its grid or its moves are invalid.
  static fromMemory({ grid, kind, label = null, moves, undone, ...memory }) {
    const isKind = Object.hasOwn(KINDS, kind) && KINDS[kind](label);
    const game = new Game(parse(grid), { ...(isKind && { kind, label }), moves });
    try {
      [...undone].reverse().reduce(jump, game.letters);
      game.undone = [...undone];
    } catch {
      // Without the moves that were taken back.
    }
    return Object.assign(game, validParts(STORED, memory));
  }

  // The game of a link, or null where it names none; throws where it names a wrong one.
  static fromFragment(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!fields.has("grid")) return null;
    const start = parse(repaired(fields.get("grid")));
    const text = (fields.get("moves") ?? "").replace(/\W+$/, "");
    if (!/^(\d{1,2}(,\d{1,2}){0,999})?$/.test(text)) throw new Error(t("grid.moves"));
    const game = new Game(start, { moves: text ? text.split(",").map(Number) : [] });
    game.helped = game.moves.length > 0;
    return game;
  }
}
