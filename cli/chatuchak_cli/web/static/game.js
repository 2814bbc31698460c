// One game: a start grid, the moves made, and those taken back.

import { format, isSolved, jump, parse } from "./grid.js";

export class Game {
  constructor(start, name = "", moves = []) {
    this.start = start;
    this.name = name;
    this.states = [start];
    this.moves = [];
    this.undone = [];
    this.helped = false; // whether a solution was shown, or moves came with a link
    for (const spot of moves) this.play(spot);
  }

  get letters() {
    return this.states[this.states.length - 1];
  }

  get isSolved() {
    return isSolved(this.letters);
  }

  play(spot) {
    this.states.push(jump(this.letters, spot));
    this.moves.push(spot);
    if (this.undone.length && this.undone[this.undone.length - 1] === spot) this.undone.pop();
    else this.undone = [];
  }

  undo() {
    if (!this.moves.length) return false;
    this.undone.push(this.moves.pop());
    this.states.pop();
    return true;
  }

  redo() {
    if (!this.undone.length) return false;
    this.play(this.undone[this.undone.length - 1]);
    return true;
  }

  restart() {
    while (this.undo());
  }

  // The game as the part of a link behind "#".
  toFragment() {
    const moves = this.moves.length ? `&moves=${this.moves.join(",")}` : "";
    return `grid=${format(this.start)}${moves}`;
  }

  // The game as it is kept for the next visit, which links need not tell.
  toMemory() {
    return this.toFragment() + (this.helped ? "&helped=1" : "");
  }

  // The game that `toMemory` kept.
  static fromMemory(text) {
    const game = Game.fromFragment(text);
    if (game) game.helped = new URLSearchParams(text).has("helped");
    return game;
  }

  // The game of a link, or null where it names none; throws where it names a wrong one.
  static fromFragment(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    if (!fields.has("grid")) return null;
    const start = parse(fields.get("grid"));
    const text = fields.get("moves") || "";
    if (!/^(\d{1,2}(,\d{1,2}){0,999})?$/.test(text)) throw new Error("the moves are no numbers");
    const game = new Game(start, "Shared grid", text ? text.split(",").map(Number) : []);
    game.helped = game.moves.length > 0;
    return game;
  }
}
