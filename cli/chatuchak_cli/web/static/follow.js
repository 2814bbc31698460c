// A solution to follow with wooden booths: one step at a time, or played by itself.

import { EMPTY, colorName, isSolved, jump, jumpWords, place } from "./grid.js";
import { moves as movesWords, t } from "./texts.js";
import { keepAwake } from "./wake.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1600;
const SWIPE_PX = 40;

export class Follow {
  // `onShow` gets {letters, at, jumped, next}: what to draw, and the next move {from, to} or null.
  constructor(find, { onShow, onAdopt, onClose }) {
    this.panel = find("follow");
    this.parts = Object.fromEntries(
      ["step", "words", "play", "speed", "seek", "moves", "back", "next"].map((name) => [name, find(`follow-${name}`)]),
    );
    this.onShow = onShow;
    this.states = [];
    this.moves = [];
    this.at = 0;
    this.speed = 1;
    this.timer = null;
    const { play, speed, seek, back, next } = this.parts;
    play.addEventListener("click", () => this.toggle());
    back.addEventListener("click", () => this.seek(this.at - 1));
    next.addEventListener("click", () => this.seek(this.at + 1));
    seek.addEventListener("input", () => this.seek(Number(seek.value)));
    speed.addEventListener("click", () => this.nextSpeed());
    find("follow-adopt").addEventListener("click", () => onAdopt(this.moves.slice(0, this.at)));
    find("follow-close").addEventListener("click", () => onClose());
    this.listenToSwipes(find("board"));
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  // Show a solution's first step; it waits for the reader, and plays only when asked to.
  open(letters, moves, at = 0) {
    this.moves = moves;
    this.states = [letters];
    for (const spot of moves) this.states.push(jump(this.states[this.states.length - 1], spot));
    this.parts.seek.max = String(moves.length);
    this.panel.hidden = false;
    this.at = Math.max(0, Math.min(moves.length, at));
    keepAwake(true);
    this.refresh();
    this.parts.next.focus({ preventScroll: true });
  }

  close() {
    this.pause();
    keepAwake(false);
    this.panel.hidden = true;
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.at === this.moves.length) this.step(0);
    this.wait();
    this.showButtons();
  }

  wait() {
    this.timer = setTimeout(() => {
      this.step(this.at + 1);
      if (this.at < this.moves.length) this.wait();
      else this.timer = null;
      this.showButtons();
    }, STEP_MS / this.speed);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.showButtons();
  }

  seek(number) {
    this.pause();
    this.step(number);
  }

  step(number) {
    const target = Math.max(0, Math.min(this.moves.length, number));
    const forward = target === this.at + 1;
    this.at = target;
    this.showState(forward);
  }

  nextSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.showButtons();
  }

  // Redraw everything, as after a change of language.
  refresh() {
    this.parts.moves.replaceChildren(...this.moves.map((spot, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = t("follow.item", { color: colorName(this.states[index][spot]), place: place(spot) });
      button.addEventListener("click", () => this.seek(index));
      item.append(button);
      return item;
    }));
    this.showState();
    this.showButtons();
  }

  showState(forward = false) {
    const { step, words, seek, back, next, moves } = this.parts;
    const letters = this.states[this.at];
    const total = this.moves.length;
    const atEnd = this.at === total;
    const to = letters.indexOf(EMPTY);
    this.onShow({
      letters,
      at: this.at,
      jumped: forward ? { from: this.moves[this.at - 1], to: this.states[this.at - 1].indexOf(EMPTY) } : null,
      next: atEnd ? null : { from: this.moves[this.at], to },
    });
    step.textContent = t("follow.step", { at: Math.min(this.at + 1, total), total });
    const solved = atEnd && isSolved(letters);
    step.hidden = solved;
    words.textContent = solved
      ? t("follow.solved", { moves: movesWords(total) })
      : jumpWords(letters, this.moves[this.at]);
    seek.value = String(this.at);
    seek.setAttribute("aria-valuetext", t("follow.step", { at: this.at, total }));
    back.disabled = this.at === 0;
    next.disabled = atEnd;
    if (next.disabled && document.activeElement === document.body) back.focus({ preventScroll: true });
    [...moves.children].forEach((item, index) => {
      if (index === this.at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }

  showButtons() {
    this.parts.play.textContent = t(this.timer === null ? "follow.play" : "follow.pause");
    this.parts.speed.textContent = `${this.speed}×`;
    this.parts.speed.setAttribute("aria-label", t("follow.speed", { speed: String(this.speed) }));
  }

  // Take a key that goes through the steps; tell whether it did.
  pressKey(key) {
    const target = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.moves.length }[key];
    if (target === undefined) return false;
    this.seek(target);
    return true;
  }

  // To the left is a step on, as one turns pages.
  listenToSwipes(board) {
    let begun = null;
    board.addEventListener("pointerdown", (event) => {
      begun = event.isPrimary && event.pointerType === "touch" ? event : null;
    });
    board.addEventListener("pointerup", (event) => {
      if (!begun || !this.isOpen || !event.isPrimary) return;
      const [dx, dy] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
      begun = null;
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return;
      this.seek(this.at + (dx < 0 ? 1 : -1));
    });
    board.addEventListener("pointercancel", () => {
      begun = null;
    });
  }
}
