// Showing a solution move by move.

import { EMPTY, NAMES, jump } from "./grid.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 900;

export class Replay {
  constructor(find, { onShow, onAdopt, onClose }) {
    this.panel = find("replay");
    this.playButton = find("replay-play");
    this.speedButton = find("replay-speed");
    this.slider = find("replay-seek");
    this.list = find("replay-moves");
    this.onShow = onShow;
    this.states = [];
    this.moves = [];
    this.at = 0;
    this.speed = 1;
    this.timer = null;
    this.quiet = matchMedia("(prefers-reduced-motion: reduce)");
    this.playButton.addEventListener("click", () => this.toggle());
    find("replay-back").addEventListener("click", () => this.seek(this.at - 1));
    find("replay-forward").addEventListener("click", () => this.seek(this.at + 1));
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.speedButton.addEventListener("click", () => this.nextSpeed());
    find("replay-adopt").addEventListener("click", () => onAdopt(this.moves.slice(0, this.at)));
    find("replay-close").addEventListener("click", () => onClose());
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  open(letters, moves) {
    this.moves = moves;
    this.states = [letters];
    this.list.replaceChildren();
    moves.forEach((spot, index) => {
      const before = this.states[index];
      this.states.push(jump(before, spot));
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${NAMES[before[spot]]} ${spot} → ${before.indexOf(EMPTY)}`;
      button.addEventListener("click", () => this.seek(index + 1));
      item.append(button);
      this.list.append(item);
    });
    this.slider.max = String(moves.length);
    this.panel.hidden = false;
    this.at = 0;
    this.showState();
    this.playButton.focus();
    if (!this.quiet.matches) this.toggle();
    else this.showButtons();
  }

  close() {
    this.pause();
    this.panel.hidden = true;
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
    } else {
      if (this.at === this.moves.length) this.step(0);
      this.timer = setTimeout(() => this.advance(), STEP_MS / this.speed);
    }
    this.showButtons();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.showButtons();
  }

  advance() {
    this.step(this.at + 1);
    const more = this.at < this.moves.length;
    this.timer = more ? setTimeout(() => this.advance(), STEP_MS / this.speed) : null;
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

  showState(forward = false) {
    const letters = this.states[this.at];
    const from = this.moves[this.at - 1];
    const jumped = forward ? { from, to: this.states[this.at - 1].indexOf(EMPTY) } : null;
    this.onShow(letters, jumped, this.at, this.moves.length);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `move ${this.at} of ${this.moves.length}`);
    [...this.list.children].forEach((item, index) => {
      if (index + 1 === this.at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }

  showButtons() {
    this.playButton.textContent = this.timer === null ? "Play" : "Pause";
    this.speedButton.textContent = `${this.speed}×`;
    this.speedButton.setAttribute("aria-label", `Speed ${this.speed} times`);
  }
}
