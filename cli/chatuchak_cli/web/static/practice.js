// Practice: exercises with exactly one right move, and one's own mistakes until they are known.

import { dayAfter, dayOf, isDate, seedOf } from "./daily.js";
import { onTransfer, readJson, saveJson } from "./files.js";
import { colorName, format, isGrid, isLegal, isSolved, jump, parse, place } from "./grid.js";
import { Panel } from "./panels.js";
import { showHint } from "./play.js";
import { Stored, hasParts, is, isCount, isNumber, isString, listOf, validParts } from "./storage.js";
import { t } from "./texts.js";
import { showMessage } from "./message.js";
import { mean } from "./numbers.js";

// Leitner, So lernt man lernen (1972): days in each box; beyond the last a position is known.
const BOX_DAYS = [1, 2, 4, 8, 16];
// Elo, The Rating of Chessplayers (1978).
const FIRST_RATING = 1200;
const STEP = 20;
const QUICK = 30; // tries in which a rating changes twice as fast
const AVERAGE = 1500; // of an exercise that is missed half of the time
const A_DAY = 5;
const MAX_CARDS = 1000;
const FORMAT = "chatuchak-practice";

const isCard = hasParts({ grid: isString, box: isCount, due: isDate });
const isOpenGrid = ({ grid }) => isGrid(grid) && !isSolved(parse(grid));
const FRESH = { rating: FIRST_RATING, tries: 0, cards: [], day: "", done: 0, index: 0 };
const FIELDS = { rating: isNumber, tries: isCount, done: isCount, index: isCount, day: isDate };
const PRACTICE = new Stored("practice", (found) => ({
  ...FRESH,
  ...validParts(FIELDS, found),
  cards: listOf(is((card) => isCard(card) && isOpenGrid(card)))(found.cards ?? []),
}), { otherwise: FRESH });

function ratingOf(misses) {
  const share = Math.min(0.98, Math.max(0.02, mean(Object.values(misses))));
  return Math.round(AVERAGE + 400 * Math.log10(share / (1 - share)));
}

export class Practice extends Panel {
  constructor(find, { solver, board }) {
    super(find, "practice", ["title", "question", "answer", "rating"], {
      next: () => this.next(), hint: () => this.help(),
    });
    Object.assign(this, { solver, board, queue: null, asked: null }); // the queue is of mistakes, null for exercises
    onTransfer(find, "practice", { save: () => saveJson("chatuchak-practice.json", this.progress), load: (text) => this.load(text) });
  }

  get progress() {
    const day = dayOf();
    return { format: FORMAT, ...PRACTICE.value, ...(PRACTICE.value.day !== day && { day, done: 0, index: 0 }) };
  }

  keep(changes) {
    return PRACTICE.write({ ...this.progress, ...changes });
  }

  load(text) {
    const found = readJson(text);
    if (found.format !== FORMAT || !Array.isArray(found.cards) || !found.cards.every(isCard)) {
      throw new Error(t("practice.no_file"));
    }
    const before = this.progress;
    const dropped = found.cards.filter((card) => !isOpenGrid(card)).length;
    const isSaved = PRACTICE.write(PRACTICE.check({ ...before, ...found, cards: found.cards.filter(isOpenGrid) }));
    const undo = () => {
      PRACTICE.write(before);
      this.showRating();
    };
    showMessage(`${t("practice.loaded")} ${dropped ? t("practice.dropped", { n: dropped }) : ""}`.trim(), dropped ? "bad" : "good", { undo, isSaved });
    this.showRating();
  }

  get due() {
    const today = dayOf();
    return this.progress.cards.filter(({ box, due }) => due <= today && box < BOX_DAYS.length);
  }

  // Every one of some positions is offered now, and comes back until it is known.
  learn(grids) {
    const { cards } = this.progress;
    const known = new Set(cards.map(({ grid }) => grid));
    const fresh = [...new Set(grids)].filter((grid) => !known.has(grid)).map((grid) => ({ grid, box: 0, due: dayOf() }));
    this.keep({ cards: [...cards, ...fresh].slice(-MAX_CARDS) });
    return this.open([...new Set(grids)]);
  }

  // Open with mistakes, or with exercises: those that are due come first.
  async open(grids = null) {
    const due = this.due.map(({ grid }) => grid);
    this.queue = grids ?? (due.length ? due : null);
    this.panel.hidden = false;
    await this.next();
    this.board.frame.scrollIntoView({ block: "start" });
  }

  close() {
    super.close();
    this.asked = null;
  }

  async next() {
    const { question, answer, next, hint } = this.parts;
    if (this.queue && !this.queue.length) this.queue = null;
    answer.textContent = "";
    next.hidden = true;
    hint.hidden = true;
    question.textContent = t("practice.wait");
    this.asked = null;
    try {
      const asked = this.queue ? await this.mistake(this.queue.shift()) : await this.exercise();
      if (!this.isOpen) return;
      this.asked = { ...asked, outcome: null, level: 0 };
    } catch (error) {
      question.textContent = error.message;
      return;
    }
    hint.hidden = false;
    this.refresh();
  }

  async mistake(grid) {
    const { remaining, best } = await this.solver.gradedHint(grid);
    return { grid, remaining, best, isMistake: true };
  }

  // Five a day are the same for everybody, those of `chatuchak practice`; then as many as one likes.
  // From three moves left upward, more as the rating grows.
  async exercise() {
    const { index, rating, done } = this.progress;
    const low = done < A_DAY ? 3 : Math.min(8, 3 + Math.max(0, Math.floor((rating - 1100) / 150)));
    return { ...(await this.solver.exercise({ seed: seedOf(dayOf()), index, low, high: low + 3 })), isMistake: false };
  }

  refresh() {
    if (!this.asked) return;
    const { grid, remaining, isMistake, misses } = this.asked;
    const { done } = this.progress;
    const { title, question } = this.parts;
    const number = done < A_DAY ? t("practice.daily", { n: done + 1, of: A_DAY }) : t("practice.more", { n: done + 1 });
    title.textContent = isMistake ? t("practice.mistake", { n: this.queue.length }) : `${number} · ${t("practice.rated", { rating: ratingOf(misses) })}`;
    question.textContent = t("practice.question", { n: remaining });
    this.board.show(parse(grid));
    this.showRating();
  }

  showRating() {
    const { rating, cards } = this.progress;
    const open = cards.filter(({ box }) => box < BOX_DAYS.length).length;
    const cardsLeft = open ? [t("practice.cards", { n: open })] : [];
    this.parts.rating.textContent = [t("practice.rating", { rating: Math.round(rating) }), ...cardsLeft].join(" ");
  }

  // Why it is the right one: where colors can end by it, which other moves give up.
  async explain(after) {
    if (isSolved(after)) return;
    const { asked } = this;
    const { goal } = await this.solver.gradedHint(format(after));
    if (!goal || asked !== this.asked) return;
    this.board.outline(goal);
    this.parts.answer.textContent += ` ${t("practice.goal")}`;
  }

  // The right move may come while the solver still looks at the one before.
  isUnanswered(asked) {
    return asked === this.asked && !asked.outcome.over;
  }

  // Take a booth that is tapped as the answer.
  async choose(spot) {
    const { asked, parts: { answer, next, hint } } = this;
    if (!asked || asked.outcome?.over) return;
    const letters = parse(asked.grid);
    if (!isLegal(letters, spot)) {
      answer.textContent = t("say.cannot_jump");
      return;
    }
    const isRight = asked.best.includes(spot);
    if (asked.outcome === null) this.settle(isRight);
    if (!isRight) {
      answer.textContent = t("practice.checking");
      const { moves: [{ lost, givenUp }] } = await this.solver.review({ grid: asked.grid, moves: [spot] });
      if (!this.isUnanswered(asked)) return;
      const why = givenUp.length ? t("review.given_up", { colors: givenUp.map(colorName).join(", ") }) : "";
      answer.textContent = [t("practice.wrong", { n: lost }), why, t("practice.again")].filter(Boolean).join(" ");
      return;
    }
    asked.outcome = { over: true };
    const others = asked.best.filter((other) => other !== spot).map(place);
    answer.textContent = `${t("practice.right")} ${others.length ? t("practice.also", { places: others.join("; ") }) : ""}`;
    this.board.show(jump(letters, spot), { jumped: { from: spot, to: letters.indexOf(".") } });
    hint.hidden = true;
    next.hidden = false;
    next.focus({ preventScroll: true });
    this.explain(jump(letters, spot));
  }

  // The first answer counts; help counts as a miss.
  settle(isRight) {
    const { asked } = this;
    const { rating, tries, cards, done } = this.progress;
    asked.outcome = { over: false };
    if (asked.isMistake) {
      this.keep({ cards: cards.map((card) => {
        if (card.grid !== asked.grid) return card;
        const box = isRight ? card.box + 1 : 0;
        return { ...card, box, due: dayAfter(BOX_DAYS[Math.min(box, BOX_DAYS.length - 1)]) };
      }) });
    } else {
      const expected = 1 / (1 + 10 ** ((ratingOf(asked.misses) - rating) / 400));
      const step = tries < QUICK ? 2 * STEP : STEP;
      this.keep({ rating: rating + step * (Number(isRight) - expected), tries: tries + 1, done: done + 1, index: asked.index + 1 });
    }
    this.showRating();
  }

  async help() {
    const { asked } = this;
    if (!asked || asked.outcome?.over || isSolved(parse(asked.grid))) return;
    if (asked.outcome === null) this.settle(false);
    asked.level = Math.min(3, asked.level + 1);
    const hint = await this.solver.gradedHint(asked.grid);
    if (this.isUnanswered(asked)) this.parts.answer.textContent = showHint(this.board, hint, asked.level, parse(asked.grid));
  }
}
