// Fields of score sheets, and the players that fill them in turns.

import { make } from "../tables.js";
import { t } from "../texts.js";
import { blanksIn } from "./grid_entry.js";
import { button, select } from "./parts.js";

// With `rows` it is of several lines.
export function field(label, value, onInput, more = {}) {
  const input = make(more.rows ? "textarea" : "input", { value: value ?? "", autocomplete: "off", ...more });
  input.addEventListener("input", () => onInput(input.value));
  return make("label", { className: "field" }, make("span", { textContent: label }), input);
}

// A whole number; empty is null.
export const numberField = (label, value, onInput, { min = 0 } = {}) =>
  field(label, value === null ? "" : String(value ?? 0), (text) => onInput(text === "" ? null : Math.trunc(Number(text))),
    { type: "number", min, inputMode: "numeric" });

// A button that is on or off.
export function toggle(text, isOn, onChange) {
  const made = button(text, () => {
    const now = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(now));
    onChange(now);
  }, { className: "toggle" });
  made.setAttribute("aria-pressed", String(isOn));
  return made;
}

// A sheet of several players, of whom one is filled in at a time.
export class PlayerSheet {
  // `usual` is how many begin; `fresh` makes a player's fields by number; `keep` stores what was filled in.
  constructor(filled, keep, { least, most, usual = least, fresh }) {
    this.element = make("div", { className: "fields" });
    this.least = least;
    this.most = most;
    this.fresh = fresh;
    this.keep = keep;
    const { players } = filled;
    const fits = Array.isArray(players) && players.length >= least && players.length <= most;
    this.players = fits ? players : Array.from({ length: usual }, (_, index) => fresh(index));
    this.current = 0;
  }

  get player() {
    return this.players[this.current];
  }

  // What is plainly missing in words, or nothing.
  gap() {
    const unfinished = this.players.find(({ letters }) => letters && blanksIn(letters));
    return unfinished ? t("grid.unfinished", { name: unfinished.name, n: blanksIn(unfinished.letters) }) : "";
  }

  changed() {
    this.keep({ players: this.players });
  }

  // How many play, and who is filled in.
  head() {
    const counts = [];
    for (let count = this.least; count <= this.most; count += 1) counts.push([String(count), t("new.count", { n: count })]);
    const count = select(t("new.players"), counts, String(this.players.length), (value) => {
      while (this.players.length < Number(value)) this.players.push(this.fresh(this.players.length));
      this.players.length = Number(value);
      this.current = Math.min(this.current, this.players.length - 1);
      this.changed();
      this.refresh();
    }, "count");
    const tabs = this.players.map((player, index) => {
      const tab = button(player.name || t("player", { number: index + 1 }), () => {
        this.current = index;
        this.refresh();
        this.element.querySelectorAll(".tabs button")[index].focus();
      });
      tab.setAttribute("aria-pressed", String(index === this.current));
      return tab;
    });
    const row = make("div", { className: "row tabs", role: "group" }, ...tabs);
    row.setAttribute("aria-label", t("new.players"));
    const name = field(t("sheet.name"), this.player.name, (value) => {
      this.player.name = value;
      tabs[this.current].textContent = value;
      this.changed();
    }, { maxLength: 40, id: "player-name" });
    return [count, row, name];
  }
}
