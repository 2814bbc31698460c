// A solution to follow with wooden booths: one step at a time, or played by itself.

import { EMPTY, colorName, isSolved, jumpWords, place } from "./grid.js";
import { KEPT_PANEL } from "./panels.js";
import { Stepper } from "./stepper.js";
import { moves as movesWords, t } from "./texts.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1600;
const SWIPE_PX = 40;

export class Follow extends Stepper {
  constructor(find, { board, onAdopt }) {
    super(find, "follow", ["step"], {
      play: () => this.toggle(), speed: () => this.nextSpeed(),
      adopt: () => onAdopt(this.moves.slice(0, this.at)),
    });
    Object.assign(this, { board, speed: 1, timer: null });
    this.listenToSwipes(board.element);
  }

  // Show a solution's first step; it waits for the reader, and plays only when asked to.
  open(letters, moves, { at, status }) {
    this.begin(letters, moves);
    Object.assign(this, { at: this.bounded(at), status });
    keepAwake(true);
    this.refresh();
    this.parts.next.focus({ preventScroll: true });
  }

  close() {
    this.pause();
    keepAwake(false);
    super.close();
  }

  toggle() {
    const isPlaying = this.timer !== null;
    this.pause();
    if (isPlaying) return;
    if (this.at === this.moves.length) this.step(0);
    this.wait();
  }

  wait() {
    this.timer = setTimeout(() => {
      this.step(this.at + 1);
      if (this.at < this.moves.length) this.wait();
      else this.pause();
    }, STEP_MS / this.speed);
    this.showButtons();
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
    const target = this.bounded(number);
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
    this.list(this.moves.map((spot, at) => [t("follow.item", { color: colorName(this.states[at][spot]), place: place(spot) })]));
    this.showState();
    this.showButtons();
  }

  showState(forward = false) {
    const { step, words, back, next } = this.parts;
    const { board, states, at, moves, status } = this;
    const letters = states[at];
    const total = moves.length;
    const atEnd = at === total;
    KEPT_PANEL.write({ name: "follow", letters: states[0], moves, at, status });
    board.show(letters, { jumped: forward ? { from: moves[at - 1], to: states[at - 1].indexOf(EMPTY) } : null });
    if (!atEnd) board.point([moves[at]], letters.indexOf(EMPTY));
    step.textContent = t("follow.step", { at: Math.min(at + 1, total), total });
    const solved = atEnd && isSolved(letters);
    step.hidden = solved;
    words.textContent = solved
      ? t("follow.solved", { moves: movesWords(total) })
      : jumpWords(letters, moves[at]);
    this.mark(t("follow.step", { at, total }));
    if (next.disabled && document.activeElement === document.body) back.focus({ preventScroll: true });
  }

  showButtons() {
    this.parts.play.textContent = t(this.timer === null ? "follow.play" : "follow.pause");
    this.parts.speed.textContent = `${this.speed}×`;
    this.parts.speed.ariaLabel = t("follow.speed", { speed: String(this.speed) });
  }

  // To the left is a step on, as one turns pages.
  listenToSwipes(board) {
    let begun = null;
    board.addEventListener("pointerdown", (event) => {
      begun = event.isPrimary && event.pointerType === "touch" ? event : null;
    });
    board.addEventListener("pointercancel", () => { begun = null; });
    board.addEventListener("pointerup", ({ isPrimary, clientX, clientY }) => {
      if (!begun || !this.isOpen || !isPrimary) return;
      const [dx, dy] = [clientX - begun.clientX, clientY - begun.clientY];
      begun = null;
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) >= 2 * Math.abs(dy)) this.seek(this.at + (dx < 0 ? 1 : -1));
    });
  }
}

// The screen stays on while wooden booths are moved by it and the page is seen, if the browser allows that.
let isWanted = false;
let lock = null; // a promise

function keepAwake(isOn) {
  isWanted = isOn;
  lock?.then((held) => held?.release());
  lock = isWanted && !document.hidden ? navigator.wakeLock?.request("screen").catch(() => null) : null; // too little battery
}

document.addEventListener("visibilitychange", () => keepAwake(isWanted));
