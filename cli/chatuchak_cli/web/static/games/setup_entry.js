// What lies on the real table before the first action, part by part: tapped in, or drawn here.

import { format, plain } from "../grid.js";
import { Stored, is, isString, listOf, mapOf } from "../storage.js";
import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { GridEntry, NO_GRID, faultOf } from "./grid_entry.js";
import { field, tabs } from "./parts.js";
import { pieceButton } from "./pieces.js";
import { say, sayPart } from "./words.js";

// The tapped pieces by part, by game.
const GIVEN = new Stored("games.setup", mapOf(mapOf(listOf(is(isString)))), { otherwise: {} });

const nameOf = ({ name }) => sayPart(...name.split(" "));
const isGrid = ({ name }) => name.startsWith("grid");

export class SetupEntry {
  // `parts` are the server's; the tapped pieces are in `given`, by the parts' names.
  constructor(game, parts) {
    Object.assign(this, { game, parts, current: 0 });
    const stored = GIVEN.value[game] ?? {};
    const isValid = (part) => stored[part.name] && (!isGrid(part) || /^[RYGBP._]{30}$/.test(plain(stored[part.name][0] ?? "")));
    this.given = Object.fromEntries(parts.filter(isValid).map(({ name }) => [name, stored[name]]));
    // Complete secret parts: nobody else should see them.
    this.closed = new Set(parts.filter(({ name, secret }) => secret !== null && this.given[name]).map(({ name }) => name));
    this.element = make("div", { className: "setup-parts" });
    this.refresh();
  }

  // Forget the stored pieces of a game that has begun.
  static forget(game) {
    GIVEN.change(({ [game]: _, ...others }) => others);
  }

  get part() {
    return this.parts[this.current];
  }

  get pieces() {
    return this.given[this.part.name] ?? [];
  }

  take(pieces) {
    if (pieces.length) this.given[this.part.name] = pieces;
    else delete this.given[this.part.name];
    GIVEN.change((all) => ({ ...all, [this.game]: this.given }));
  }

  // What is wrong with a grid in words, or nothing.
  gap() {
    return this.parts.filter((part) => isGrid(part) && this.given[part.name])
      .map((part) => faultOf(nameOf(part), plain(this.given[part.name][0]))).find(Boolean) ?? "";
  }

  refresh() {
    const names = this.parts.map((part) => {
      const isFull = (this.given[part.name] ?? []).length === part.count;
      return `${nameOf(part)}${isFull ? " ✓" : ""}`;
    });
    const entry = isGrid(this.part) ? this.grid() : this.part.pieces.length ? this.chips() : this.text();
    // Whoever leaves a secret part closes it.
    const leave = () => {
      if (this.part.secret !== null && this.pieces.length) this.closed.add(this.part.name);
    };
    this.element.replaceChildren(tabs(this, names, t("new.setup"), leave), ...entry);
  }

  grid() {
    const letters = this.pieces.length ? plain(this.pieces[0]) : NO_GRID;
    return [new GridEntry(letters, (changed) => this.take(changed === NO_GRID ? [] : [format(changed)])).element];
  }

  text() {
    return [field(nameOf(this.part), this.pieces[0] ?? "", (value) => this.take(value.trim() ? [value.trim()] : []),
      { placeholder: this.part.example, id: "part-text", autocapitalize: "none", rows: 4 })];
  }

  chips() {
    const { name, count, pieces, words } = this.part;
    if (this.closed.has(name)) {
      return [make("p", { className: "note", textContent: t("part.closed") }), button(t("part.again"), () => {
        this.closed.delete(name);
        this.take([]);
        this.refresh();
      }, { id: "part-again" })];
    }
    const left = count - this.pieces.length;
    const status = make("p", { className: "note", role: "status", textContent: left ? t("part.left", { n: left }) : t("part.full") });
    const choices = pieces.map(([piece, most]) => {
      const taken = this.pieces.filter((other) => other === piece).length;
      const text = say(piece);
      return pieceButton(piece, words, taken > 1 ? `${text} ×${taken}` : text, () => this.tap(piece, most),
        { className: "toggle", ariaPressed: taken > 0 });
    });
    return [status, group("chips", nameOf(this.part), choices)];
  }

  // One more of a piece, or none of it if there can be no more.
  tap(piece, most) {
    const taken = this.pieces.filter((other) => other === piece).length;
    const isMore = taken < most && this.pieces.length < this.part.count;
    this.take(isMore ? [...this.pieces, piece] : this.pieces.filter((other) => other !== piece));
    this.refresh();
    this.element.querySelector(`[data-piece="${piece}"]`).focus();
  }
}
