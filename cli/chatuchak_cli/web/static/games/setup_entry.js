// What lies on the real table before the first action, part by part: tapped in, or drawn here.

import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { field } from "./parts.js";
import { pieceButton } from "./pieces.js";
import { say, sayPart } from "./words.js";

export class SetupEntry {
  // `parts` as the server tells them; what is tapped in is in `given`, by the parts' names.
  constructor(parts) {
    this.parts = parts;
    this.given = {};
    this.current = 0;
    this.closed = new Set(); // secret parts that are complete: nobody else should see them
    this.element = make("div", { className: "setup-parts" });
    this.refresh();
  }

  get part() {
    return this.parts[this.current];
  }

  get pieces() {
    return this.given[this.part.name] ?? [];
  }

  nameOf({ name }) {
    const [kind, number] = name.split(" ");
    return sayPart(kind, number);
  }

  refresh() {
    const tabs = this.parts.map((part, index) => {
      const full = (this.given[part.name] ?? []).length === part.count;
      return button(`${this.nameOf(part)}${full ? " ✓" : ""}`, () => this.open(index), { ariaPressed: index === this.current });
    });
    this.element.replaceChildren(group("row tabs", t("new.setup"), tabs), ...(this.part.pieces.length ? this.chips() : this.text()));
  }

  // Whoever leaves a secret part closes it.
  open(index) {
    if (this.part.secret !== null && this.pieces.length) this.closed.add(this.part.name);
    this.current = index;
    this.refresh();
    this.element.querySelectorAll(".tabs button")[index].focus();
  }

  text() {
    const { name, example } = this.part;
    return [field(this.nameOf(this.part), this.pieces[0] ?? "", (value) => {
      if (value.trim()) this.given[name] = [value.trim()];
      else delete this.given[name];
    }, { placeholder: example, id: "part-text", autocapitalize: "none", rows: 4 })];
  }

  chips() {
    const { name, count, pieces, words } = this.part;
    if (this.closed.has(name)) {
      return [make("p", { className: "note", textContent: t("part.closed") }), button(t("part.again"), () => {
        this.closed.delete(name);
        delete this.given[name];
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
    return [status, group("chips", this.nameOf(this.part), choices)];
  }

  // One more of a piece, or none of it where there can be no more.
  tap(piece, most) {
    const { name, count } = this.part;
    const taken = this.pieces.filter((other) => other === piece).length;
    const more = taken < most && this.pieces.length < count;
    this.given[name] = more ? [...this.pieces, piece] : this.pieces.filter((other) => other !== piece);
    if (!this.given[name].length) delete this.given[name];
    this.refresh();
    this.element.querySelector(`[data-piece="${piece}"]`).focus();
  }
}
