// Entering a grid of one's own.

import { boothPicture } from "./board.js";
import { BLANK, EMPTY, LETTERS, NAMES, SPOTS, format, problems } from "./grid.js";

export class Editor {
  constructor(find, { onShow, onPlay, onClose }) {
    this.panel = find("editor");
    this.field = find("notation");
    this.notes = find("problems");
    this.playButton = find("editor-play");
    this.onShow = onShow;
    this.letters = BLANK.repeat(SPOTS);
    this.brush = LETTERS[0];
    this.palette = this.makePalette(find("palette"));
    this.field.addEventListener("input", () => this.readField());
    this.playButton.addEventListener("click", () => {
      if (!problems(this.letters).length) onPlay(this.letters);
    });
    find("editor-clear").addEventListener("click", () => {
      this.set(EMPTY + BLANK.repeat(SPOTS - 1));
    });
    find("editor-close").addEventListener("click", () => onClose());
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  makePalette(parent) {
    const buttons = new Map();
    const letters = [...LETTERS, EMPTY];
    letters.forEach((letter, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "radio");
      button.setAttribute("aria-label", NAMES[letter] || "empty spot");
      if (letter === EMPTY) {
        const hole = document.createElement("span");
        hole.className = "hole";
        button.append(hole);
      } else {
        button.append(boothPicture(letter));
      }
      const count = document.createElement("span");
      count.className = "count";
      button.append(count);
      button.addEventListener("click", () => this.choose(letter));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = letters[(index + step + letters.length) % letters.length];
        this.choose(next);
        buttons.get(next).focus();
      });
      parent.append(button);
      buttons.set(letter, button);
    });
    return buttons;
  }

  open(letters) {
    this.panel.hidden = false;
    this.choose(this.brush);
    this.set(letters);
  }

  close() {
    this.panel.hidden = true;
  }

  choose(letter) {
    this.brush = letter;
    for (const [other, button] of this.palette) {
      button.setAttribute("aria-checked", String(other === letter));
      button.tabIndex = other === letter ? 0 : -1;
    }
  }

  paint(spot, letter = this.brush) {
    const spots = [...this.letters];
    // There is one empty spot only: it moves, and leaves a blank.
    if (letter === EMPTY && spots.includes(EMPTY)) spots[spots.indexOf(EMPTY)] = BLANK;
    spots[spot] = letter;
    this.set(spots.join(""));
  }

  set(letters) {
    this.letters = letters;
    this.field.value = format(letters);
    this.refresh();
  }

  readField() {
    const letters = this.field.value.replace(/[\s/]/g, "").toUpperCase();
    const wrong = [...letters].find((letter) => !(LETTERS + EMPTY + BLANK).includes(letter));
    if (wrong) {
      this.refuse(`“${wrong}” is no booth; expected R, Y, G, B, P or . for the empty spot`);
    } else if (letters.length > SPOTS) {
      this.refuse(`${letters.length} spots; expected ${SPOTS}`);
    } else {
      this.letters = letters.padEnd(SPOTS, BLANK);
      this.refresh();
    }
  }

  refuse(message) {
    this.notes.textContent = message;
    this.playButton.disabled = true;
  }

  refresh() {
    for (const [letter, button] of this.palette) {
      const count = this.letters.split(letter).length - 1;
      button.querySelector(".count").textContent = letter === EMPTY ? "empty" : String(count);
    }
    const found = problems(this.letters);
    this.notes.textContent = found.length ? `${found.join("; ")}.` : "Ready to play.";
    this.playButton.disabled = found.length > 0;
    this.onShow(this.letters);
  }
}
