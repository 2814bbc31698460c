// A game gone through move by move: by two buttons, a slider, a list and keys.

import { trajectory } from "./grid.js";
import { button, make } from "./elements.js";
import { Panel } from "./panels.js";

export class Stepper extends Panel {
  // `names` and `actions` are the panel's own; a subclass draws the step `at`.
  constructor(find, panel, names, actions) {
    super(find, panel, ["words", "seek", "moves", ...names], {
      back: () => this.seek(this.at - 1), next: () => this.seek(this.at + 1), ...actions,
    });
    Object.assign(this, { moves: [], states: [], at: 0 });
    const { seek } = this.parts;
    seek.addEventListener("input", () => this.seek(Number(seek.value)));
  }

  begin(letters, moves) {
    this.moves = [...moves];
    this.states = trajectory(letters, moves);
    this.parts.seek.max = String(moves.length);
    this.panel.hidden = false;
  }

  bounded(number) {
    return Math.max(0, Math.min(this.moves.length, number));
  }

  // List the moves, [words, properties], as buttons that lead to them.
  list(items) {
    this.parts.moves.replaceChildren(...items.map(([words, look], at) =>
      make("li", {}, button(words, () => this.seek(at), look))));
  }

  // Mark where the slider, the buttons and the list are.
  mark(text) {
    const { back, next, seek, moves } = this.parts;
    seek.value = String(this.at);
    seek.ariaValueText = text;
    back.disabled = this.at === 0;
    next.disabled = this.at === this.moves.length;
    [...moves.children].forEach((item, index) => {
      item.ariaCurrent = index === this.at ? "step" : null;
    });
  }

  // Take a key that goes through the moves; tell whether it did.
  pressKey(key) {
    const target = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.moves.length }[key];
    if (target === undefined) return false;
    this.seek(target);
    return true;
  }
}
