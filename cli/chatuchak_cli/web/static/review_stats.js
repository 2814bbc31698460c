// What one's reviewed games say together: moves lost over time, by kind of move, and by stage.

import { dayOf } from "./daily.js";
import { isGrid } from "./grid.js";
import { Stored, hasParts, is, isCount, isNumber, isObject, isString, listOf, optional } from "./storage.js";
import { decimal, t } from "./texts.js";

const MAX_REVIEWS = 500;
const MIN_GAMES = 3; // games before anything is said of several

const isReview = hasParts({
  day: isString, grid: isGrid, moves: isString, lost: isCount, usual: optional(isNumber),
  kinds: (kinds) => isObject(kinds) && Object.values(kinds).every(isCount),
  stages: (stages) => Array.isArray(stages) && stages.length === 3 && stages.every(isCount),
});
const REVIEWS = new Stored("reviews", listOf(is(isReview)), { otherwise: [] });

// Keep what a review of a game of one's own found; the same game once.
export function keepReview(grid, { optimum, moves, losses }) {
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

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

// No more than the figures bear: nothing of fewer than three games, no trend of fewer than ten.
export function learnedWords() {
  const games = REVIEWS.value;
  if (games.length < MIN_GAMES) return t("learned.few", { n: games.length });
  const words = [t("learned.lost", { n: games.length, lost: decimal(mean(games.map(({ lost }) => lost))) })];
  const usual = games.map((game) => game.usual).filter(Number.isFinite);
  if (usual.length === games.length) words.push(t("learned.usual", { lost: decimal(mean(usual)) }));
  if (games.length >= 10) {
    const half = Math.floor(games.length / 2);
    const [before, after] = [games.slice(0, half), games.slice(-half)].map((some) => mean(some.map(({ lost }) => lost)));
    words.push(t("learned.trend", { before: decimal(before), after: decimal(after) }));
  }
  const kinds = {};
  for (const game of games) {
    for (const [kind, lost] of Object.entries(game.kinds)) kinds[kind] = (kinds[kind] ?? 0) + lost;
  }
  const [worst] = Object.entries(kinds).sort(([, a], [, b]) => b - a);
  const total = games.reduce((sum, { lost }) => sum + lost, 0);
  if (worst && total) words.push(t("learned.kind", { kind: t(`learned.${worst[0]}`), share: Math.round((100 * worst[1]) / total) }));
  const [first, , last] = [0, 1, 2].map((stage) => games.reduce((sum, { stages }) => sum + stages[stage], 0));
  if (total) {
    words.push(t("learned.stages", { first: Math.round((100 * first) / total), last: Math.round((100 * last) / total) }));
  }
  return words.join(" ");
}
