// A game looked at again: the curve of what was left, and for each move the best ones on the board.

import { svgElement } from "./board.js";
import { dayOf } from "./daily.js";
import { EMPTY, colorName, format, isGrid, place } from "./grid.js";
import { Stepper } from "./stepper.js";
import { Stored, hasParts, is, isCount, isNumber, isObject, isString, listOf, optional } from "./storage.js";
import { decimal, t } from "./texts.js";
import { mean, sum } from "./numbers.js";

const STEP = 16;
const ROW = 7;
const MARGIN = 26;

export class Review extends Stepper {
  // `onPlayOn` gets the moves up to a point, `onLearn` the positions where moves were lost.
  constructor(find, { solver, board, onPlayOn, onLearn }) {
    super(find, "review", ["summary", "curve", "learned"], {
      learn: () => onLearn(this.mistakes), play: () => onPlayOn(this.moves.slice(0, this.at)),
    });
    Object.assign(this, { solver, board, found: null });
  }

  // The positions where a move was lost.
  get mistakes() {
    return this.found.moves.flatMap(({ lost }, at) => (lost ? [format(this.states[at])] : []));
  }

  async open(game) {
    this.begin(game.start, game.moves);
    this.found = null;
    this.panel.classList.add("waiting");
    this.parts.summary.textContent = t("review.wait");
    const grid = format(game.start);
    const { moves } = this;
    const found = await this.solver.review({ grid, moves, withLosses: true }, { onProgress: ({ done, total }) => {
      this.parts.summary.textContent = t("review.waiting", { done, total });
    } });
    if (this.moves !== moves || !this.isOpen) return;
    this.found = found;
    if (game.isSolved && !game.helped) keepReview(grid, this.found);
    this.panel.classList.remove("waiting");
    this.at = Math.max(0, this.found.moves.findIndex(({ lost }) => lost));
    this.refresh();
    this.board.frame.scrollIntoView({ block: "start" });
    this.parts.next.focus({ preventScroll: true });
  }

  seek(number) {
    if (!this.found) return;
    this.at = this.bounded(number);
    this.showState();
  }

  // Redraw everything, as after a change of language.
  refresh() {
    if (!this.found) return;
    const { summary, learn, learned } = this.parts;
    summary.textContent = this.summaryWords();
    this.drawCurve();
    this.list(this.found.moves.map(({ lost }, at) => [this.moveWords(at), { className: lost > 0 ? "lost" : "" }]));
    learn.hidden = !this.mistakes.length;
    learn.textContent = t("review.learn", { n: this.mistakes.length });
    learned.textContent = learnedWords();
    this.showState();
  }

  summaryWords() {
    const { optimum, moves, lefts, losses } = this.found;
    const lost = moves.length + lefts[lefts.length - 1] - optimum;
    const words = [t("review.summary", { n: moves.length, best: optimum, lost })];
    const first = moves.findIndex((move) => move.lost);
    if (first >= 0) words.push(t("review.first", { n: first + 1 }));
    const kept = moves.filter((move) => !move.lost).length;
    if (moves.length) words.push(t("review.kept", { share: Math.round((100 * kept) / moves.length) }));
    const { quick, usual, careful } = losses;
    if (usual !== undefined) {
      words.push(t("review.players", { quick: decimal(quick), usual: decimal(usual), careful: decimal(careful) }));
    }
    return words.join(" ");
  }

  // What a move did and lost, and what would have been better.
  moveWords(at) {
    const { spot, lost, best, kind, color, givenUp } = this.found.moves[at];
    const words = [t("review.move", {
      n: at + 1, color: colorName(color), place: place(spot), did: t(`review.${kind}`),
      left: String(this.found.lefts[at + 1]),
    })];
    words.push(lost ? t("review.lost", { n: lost }) : t("review.nothing"));
    if (lost && best.length) words.push(t("review.better", { places: best.map(place).join("; ") }));
    if (givenUp.length) words.push(t("review.given_up", { colors: givenUp.map(colorName).join(", ") }));
    return words.join(" ");
  }

  showState() {
    const { words, curve } = this.parts;
    const { at } = this;
    const move = this.found.moves[at];
    const letters = this.states[at];
    const isEnd = move === undefined;
    this.board.show(letters);
    this.board.point(isEnd ? [] : move.best, letters.indexOf(EMPTY), isEnd ? null : move.spot);
    words.textContent = isEnd ? t("review.end", { n: this.found.lefts[at] }) : this.moveWords(at);
    words.classList.toggle("lost", Boolean(move?.lost));
    this.mark(words.textContent);
    [...curve.querySelectorAll("[data-at]")].forEach((point) => {
      point.classList.toggle("here", Number(point.dataset.at) === at);
    });
  }

  // The moves left against the moves made; dashed the best possible. The list says the same.
  drawCurve() {
    const { lefts, moves, optimum } = this.found;
    const most = Math.max(...lefts, 1);
    const count = Math.max(lefts.length - 1, optimum, 1);
    const [width, height] = [2 * MARGIN + count * STEP, 2 * MARGIN + most * ROW];
    const at = (made, left) => [MARGIN + made * STEP, MARGIN + (most - left) * ROW];
    const { curve } = this.parts;
    curve.replaceChildren();
    curve.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (let left = 0; left <= most; left += 5) {
      const [x, y] = at(0, left);
      svgElement("path", { d: `M${x} ${y}H${width - MARGIN}`, class: "line" }, curve);
      svgElement("text", { x: x - 6, y: y + 5, "text-anchor": "end" }, curve).textContent = String(left);
    }
    svgElement("path", { d: `M${at(0, optimum)}L${at(optimum, 0)}`, class: "ideal" }, curve);
    svgElement("path", { d: `M${lefts.map((left, made) => at(made, left)).join("L")}`, class: "way" }, curve);
    lefts.forEach((left, made) => {
      const [x, y] = at(made, left);
      const point = svgElement("g", { "data-at": made }, curve);
      if (made && moves[made - 1].lost) {
        svgElement("path", { d: `M${at(made - 1, lefts[made - 1])}L${[x, y]}`, class: "loss" }, point);
      }
      svgElement("circle", { cx: x, cy: y, r: 4 }, point);
      svgElement("rect", { x: x - STEP / 2, y: 0, width: STEP, height, class: "touch" }, point);
      point.addEventListener("click", () => this.seek(made));
    });
  }

  pressKey(key) {
    return Boolean(this.found) && super.pressKey(key);
  }
}

// All reviewed games together: moves lost over time, by kind of move, and by stage.
const MAX_REVIEWS = 500;
const MIN_GAMES = 3; // games before anything is said of several

const isReview = hasParts({
  day: isString, grid: isGrid, moves: isString, lost: isCount, usual: optional(isNumber),
  kinds: (kinds) => isObject(kinds) && Object.values(kinds).every(isCount),
  stages: (stages) => Array.isArray(stages) && stages.length === 3 && stages.every(isCount),
});
const REVIEWS = new Stored("reviews", listOf(is(isReview)), { otherwise: [] });

// Keep what a review of a game of one's own found; the same game once.
function keepReview(grid, { optimum, moves, losses }) {
  const spots = moves.map(({ spot }) => spot).join();
  const kinds = {};
  const stages = [0, 0, 0];
  moves.forEach(({ lost, kind }, at) => {
    if (lost) kinds[kind] = (kinds[kind] ?? 0) + lost;
    stages[Math.floor((3 * at) / moves.length)] += lost;
  });
  const review = { day: dayOf(), grid, moves: spots, lost: moves.length - optimum, kinds, stages, usual: losses.usual ?? null };
  REVIEWS.change((reviews) =>
    [...reviews.filter((other) => other.grid !== grid || other.moves !== spots), review].slice(-MAX_REVIEWS));
}

// No more than the figures bear: nothing of fewer than three games, no trend of fewer than ten.
function learnedWords() {
  const games = REVIEWS.value;
  if (games.length < MIN_GAMES) return t("learned.few", { n: games.length });
  const meanLoss = (some) => decimal(mean(some.map(({ lost }) => lost)));
  const words = [t("learned.lost", { n: games.length, lost: meanLoss(games) })];
  const usual = games.map((game) => game.usual);
  if (usual.every(Number.isFinite)) words.push(t("learned.usual", { lost: decimal(mean(usual)) }));
  const half = Math.floor(games.length / 2);
  if (half >= 5) words.push(t("learned.trend", { before: meanLoss(games.slice(0, half)), after: meanLoss(games.slice(-half)) }));
  const total = sum(games.map(({ lost }) => lost));
  if (!total) return words.join(" ");
  const shareOf = (lost) => Math.round((100 * lost) / total);
  const kinds = {};
  for (const [kind, lost] of games.flatMap((game) => Object.entries(game.kinds))) kinds[kind] = (kinds[kind] ?? 0) + lost;
  const [worst] = Object.entries(kinds).sort(([, a], [, b]) => b - a);
  if (worst) words.push(t("learned.kind", { kind: t(`learned.${worst[0]}`), share: shareOf(worst[1]) }));
  const [first, , last] = [0, 1, 2].map((stage) => shareOf(sum(games.map(({ stages }) => stages[stage]))));
  return [...words, t("learned.stages", { first, last })].join(" ");
}
