// Entering a tile: one big button a color, and on to the next spot by itself.

import { boothButton } from "./board.js";
import { make } from "./elements.js";
import {
  BLANK, EMPTY, LETTERS, SPOTS, checkLetters, colorName, countOf, filled, format, nextBlank, place, plain, problems,
} from "./grid.js";
import { KEPT_PANEL, Panel } from "./panels.js";
import { rest } from "./solver_cache.js";
import { decimal, sentence, t } from "./texts.js";
import { showMessage } from "./message.js";

const NEW = EMPTY + BLANK.repeat(SPOTS - 1);

export class Entry extends Panel {
  // `box` gives the booths of each color.
  constructor(find, { solver, board, box, onPlay }) {
    super(find, "entry", ["next", "name", "measure"], {
      play: () => onPlay(this.letters, null), keep: () => onPlay(this.letters, this.name.value.trim(), this.edited),
      delete: () => this.delete(), empty: () => this.put(EMPTY), clear: () => this.clear(),
    });
    Object.assign(this, { solver, board, box, name: this.parts.name, field: find("notation"), notes: find("problems") });
    this.edited = null; // the tile of one's own that is changed
    this.letters = NEW;
    this.cursor = 1;
    this.checked = { letters: null, violations: [] }; // a whole grid and the rules of start grids that it breaks
    this.counts = new Map([...LETTERS].map((letter) => [letter, make("span", { className: "count" })]));
    find("colors").append(...[...this.counts].map(([letter, count]) => boothButton(letter, () => this.put(letter), count)));
    this.field.addEventListener("input", () => this.readField());
    this.name.addEventListener("input", () => this.show());
  }

  clear() {
    const { letters, cursor } = this;
    this.set(NEW, 1);
    showMessage(t("entry.cleared"), "", { undo: () => this.set(letters, cursor) });
  }

  open(letters = NEW, { cursor = 1, name = "", edited = null } = {}) {
    this.panel.hidden = false;
    this.edited = edited;
    this.name.value = name;
    this.set(letters, cursor);
    this.panel.querySelector("#colors button").focus({ preventScroll: true });
  }

  get isWhole() {
    return problems(this.letters).length === 0;
  }

  // Put a booth, or the empty spot, where the cursor is, and go on.
  put(letter) {
    if (this.cursor === null) return;
    this.set(...filled(this.letters, this.cursor, letter));
  }

  // Take away the booth before the cursor, or the last one where all are there.
  delete() {
    const end = this.cursor ?? SPOTS;
    const spot = [...this.letters].findLastIndex((letter, at) => at < end && LETTERS.includes(letter));
    if (spot >= 0) this.set(this.letters.slice(0, spot) + BLANK + this.letters.slice(spot + 1), spot);
  }

  moveTo(spot) {
    this.cursor = spot;
    this.refresh();
  }

  // Take a key that places something; tell whether it did.
  pressKey(key) {
    const letter = key.toUpperCase();
    if ((LETTERS + EMPTY).includes(letter)) this.put(letter);
    else if (key === "Backspace" || key === "Delete") this.delete();
    else return false;
    return true;
  }

  set(letters, cursor) {
    this.letters = letters;
    this.cursor = cursor;
    this.field.value = format(letters);
    this.refresh();
  }

  readField() {
    try {
      const letters = plain(this.field.value);
      checkLetters(letters, LETTERS + EMPTY + BLANK);
      this.letters = letters.slice(0, SPOTS).padEnd(SPOTS, BLANK);
      this.cursor = nextBlank(this.letters, -1);
      this.refresh();
    } catch (error) {
      this.notes.textContent = error.message;
      this.notes.classList.remove("ready");
      this.enable(false);
    }
  }

  enable(isReady) {
    this.parts.play.disabled = !isReady;
    this.parts.keep.disabled = !isReady;
  }

  refresh() {
    for (const [letter, count] of this.counts) {
      const n = countOf(this.letters, letter);
      count.textContent = `${n}/${this.most(letter)}`;
      count.parentElement.ariaLabel = t("entry.count", { color: colorName(letter), count: count.textContent });
      count.parentElement.classList.toggle("full", n >= this.most(letter));
    }
    const n = countOf(this.letters, BLANK);
    const { next, measure } = this.parts;
    next.textContent = n && this.cursor !== null ? sentence(t("entry.next", { n, place: place(this.cursor) })) : t("entry.full");
    const { isWhole } = this;
    this.enable(isWhole);
    this.showNotes();
    measure.textContent = "";
    if (!isWhole) return;
    this.checkRules(this.letters);
    this.tellMeasures(this.letters).catch(() => {}); // it can be played all the same
  }

  // Without an answer nothing is said of the rules; the next change asks again.
  async checkRules(letters) {
    if (letters === this.checked.letters) return;
    const violations = await this.solver.startViolations(format(letters)).catch(() => null);
    if (!violations || !this.isOpen || letters !== this.letters) return;
    this.checked = { letters, violations };
    this.showNotes();
  }

  // Show what is wrong or strange; a whole grid is ready once its rules are checked.
  showNotes() {
    const isChecked = this.letters === this.checked.letters;
    const violations = isChecked ? this.checked.violations : [];
    this.doubts = [...new Set(violations.flatMap(({ spots }) => spots))];
    const notes = this.notesOf(violations.map(({ rule }) => t(`rule.${rule}`)));
    const isReady = isChecked && !notes.length;
    this.notes.textContent = (isReady ? [t("entry.ready")] : notes).join(" ");
    this.notes.classList.toggle("ready", isReady);
    this.show();
  }

  // Tell how hard a whole grid is, and what a change made of the tile that it was.
  async tellMeasures(letters) {
    const grid = format(letters);
    const isCurrent = () => this.isOpen && letters === this.letters;
    const told = ({ optimalLength: n, difficulty }) => t("entry.measure", { n, value: decimal(difficulty) });
    await rest();
    if (!isCurrent()) return;
    const now = await this.solver.assess(grid);
    const before = this.edited && this.edited.grid !== grid ? await this.solver.assess(this.edited.grid) : null;
    if (!isCurrent() || now.difficulty === null) return;
    const isCompared = before && before.difficulty !== null;
    this.parts.measure.textContent = isCompared ? t("entry.measures", { now: told(now), before: told(before) }) : told(now);
  }

  show() {
    const { board, letters, cursor, doubts } = this;
    KEPT_PANEL.write({ name: "entry", letters, cursor, label: this.name.value });
    board.show(letters, { editing: true, cursor, doubts });
    if (board.element.contains(document.activeElement) && cursor !== null && board.focused !== cursor) board.focus(cursor);
  }

  get areCountsAssumed() {
    return this.box.assumed("counts").length > 0;
  }

  // The most booths of a color; of any color if it is not known which has fewer.
  most(letter) {
    const { counts } = this.box;
    return this.areCountsAssumed ? Math.max(...counts) : counts[LETTERS.indexOf(letter)];
  }

  // What is wrong or strange by the numbers of booths and the broken rules of start tiles.
  notesOf(rules) {
    const wrong = countOf(this.letters, BLANK) ? [] : problems(this.letters);
    if (wrong.length) return wrong;
    const counts = [...LETTERS].map((letter) => countOf(this.letters, letter));
    const over = [...LETTERS].filter((_, index) => counts[index] > this.most(LETTERS[index]));
    const notes = over.map((letter) =>
      t("entry.too_many", { n: countOf(this.letters, letter), color: colorName(letter), most: this.most(letter) }));
    const comparable = (some) => (this.areCountsAssumed ? [...some].sort() : some).join(", ");
    if (this.isWhole && !over.length && comparable(counts) !== comparable(this.box.counts)) {
      notes.push(t("entry.other_counts", { counts: counts.join(", "), expected: this.box.counts.join(", ") }));
    }
    if (rules.length) notes.push(t("entry.rules", { rules: [...new Set(rules)].join("; ") }));
    return notes;
  }
}
