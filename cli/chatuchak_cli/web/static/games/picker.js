// Choosing an action by its parts: what, then with what, then where; or by a tap on its place.

import { button, labeled, make } from "../elements.js";
import { t } from "../texts.js";
import { pieceButton } from "./pieces.js";
import { partsOf, say, sayAction, sayVerb } from "./words.js";

const FEW = 7; // as many actions are shown whole
const MAX_BUTTONS = 40; // more are typed
const SHORT = 3; // characters of a button that needs little room

export class Picker {
  // `onPick` gets an action; `onNarrow` is called when other actions are in question.
  constructor({ onPick, onNarrow }) {
    this.element = make("div", { className: "picker" });
    Object.assign(this, { onPick, onNarrow });
    this.show({ game: "", actions: [] });
  }

  // Offer other actions. `words` says what cards show, by their names, `gains` what actions earn.
  show({ game, actions, words = {}, gains = {} }) {
    Object.assign(this, { game, words, gains });
    this.all = actions.map((action) => ({ action, parts: partsOf(action) }));
    this.path = [];
    this.place = null;
    this.refresh();
  }

  // The actions that are still in question.
  get open() {
    return this.all.filter(({ parts }) =>
      this.path.every((part, depth) => parts[depth] === part)
      && (this.place === null || parts.includes(this.place)));
  }

  // The places that can be tapped now.
  get places() {
    return new Set(this.open.flatMap(({ parts }) => parts.slice(1)));
  }

  // A place was tapped: take its only action, or show those that are there.
  tap(place) {
    const before = this.place;
    this.place = place;
    const { open } = this;
    if (open.length === 1) this.onPick(open[0].action);
    if (open.length === 0) this.place = before;
    if (open.length > 1) {
      this.refresh();
      this.onNarrow();
      this.element.querySelector("button")?.focus();
    }
  }

  back() {
    if (this.place !== null) this.place = null;
    else this.path.pop();
    this.refresh();
    this.onNarrow();
  }

  refresh() {
    const { open } = this;
    let depth = this.path.length;
    const nexts = () => [...new Set(open.map(({ parts }) => parts[depth] ?? ""))];
    while (open.length > 1 && nexts().length === 1) depth += 1;
    // Whether a number is asked for that nobody but the table knows, such as a score.
    this.asksNumber = nexts().length > MAX_BUTTONS && nexts().every((part) => /^-?\d+$/.test(part));
    let buttons = [];
    if (open.length <= FEW) {
      buttons = open.map(({ action, parts }) =>
        pieceButton(parts[parts.length - 1], this.words, this.whole(action), () => this.onPick(action)));
    } else if (this.asksNumber) {
      buttons = this.numberField(open, depth);
    } else {
      buttons = nexts().sort(byNumber).map((part) => this.choice(open, depth, part));
    }
    const isShort = buttons.every(({ textContent }) => textContent.length <= SHORT);
    const chosen = this.path.map((part, at) => (at === 0 ? sayVerb(this.game, part) : say(part)));
    if (this.place !== null) chosen.push(say(this.place));
    const head = make("p", { className: "chosen", textContent: chosen.join(" – ") });
    head.hidden = chosen.length === 0;
    if (chosen.length) {
      head.prepend(button(t("picker.back"), () => this.back(), { className: "back" }), " ");
    }
    this.element.replaceChildren(head, make("div", { className: isShort ? "choices short" : "choices" }, ...buttons));
  }

  // A number out of so many that nobody would look for its button.
  numberField(open, depth) {
    const numbers = open.map(({ parts }) => Number(parts[depth]));
    const field = make("input", { type: "number", min: Math.min(...numbers), max: Math.max(...numbers), required: true });
    const take = () => {
      const found = open.find(({ parts }) => parts[depth] === String(field.valueAsNumber));
      if (found) this.onPick(found.action);
      else field.reportValidity();
    };
    return [labeled(sayVerb(this.game, open[0].parts[0]), field), button(t("picker.take"), take)];
  }

  choice(open, depth, part) {
    const under = open.filter(({ parts }) => (parts[depth] ?? "") === part);
    const text = depth === 0 ? sayVerb(this.game, part) : say(part);
    if (under.length === 1) {
      const whole = depth === 0 ? this.whole(under[0].action) : text;
      return pieceButton(part, this.words, whole, () => this.onPick(under[0].action));
    }
    return button(`${text} …`, () => {
      this.path = under[0].parts.slice(0, depth + 1);
      this.refresh();
      this.onNarrow();
      this.element.querySelector(".choices button")?.focus();
    });
  }

  whole(action) {
    const n = this.gains[action] ?? 0;
    const gain = n ? `: ${t(n < 0 ? "act.costs" : "act.earns", { n: Math.abs(n) })}` : "";
    return sayAction(this.game, action) + gain;
  }
}

const byNumber = (a, b) =>
  (/^\d/.test(a) && /^\d/.test(b) ? parseInt(a, 10) - parseInt(b, 10) : 0)
  || a.localeCompare(b);
