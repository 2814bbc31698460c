// What the page says about the game at hand: its name, scores, and how hard its grid is.

import { boothPicture } from "./board.js";
import { LETTERS, colorName, parts } from "./grid.js";
import { countWins, starsOf, starsText, streak, summary } from "./history.js";
import { LESSON_COUNT } from "./game.js";
import { make, tableRow } from "./elements.js";
import { Panel } from "./panels.js";
import { isNew, rankOf } from "./tables.js";
import { decimal, sentence, shownDay, shownTime, t } from "./texts.js";

export function nameOf(game, { tileNumber, areSamples, ownName }) {
  if (ownName) return ownName;
  if (tileNumber) return t(areSamples ? "game.sample" : "game.tile", { n: tileNumber });
  if (game.kind === "lesson") return t("game.lesson", { n: game.label, total: LESSON_COUNT });
  if (game.kind === "daily") return t("game.daily", { day: shownDay(game.label) });
  if (game.kind === "random") return t("game.random", { seed: String(game.label) });
  return t(game.kind === "own" ? "game.own" : "game.shared");
}

export function aboutWords(about, ranks, formula) {
  if (about === null || about.difficulty === null) return "";
  const { difficulty, percentile, optimalSolutions: solutions, features } = about;
  // The formula is made for start grids; those that are nearly solved fall below its scale.
  const words = [difficulty < 0 ? t("about.below_scale") : t("about.difficulty", { value: decimal(difficulty) })];
  if (formula) words.push(t("about.formula", { name: formula.name, n: formula.games }));
  if (percentile !== null) {
    const share = Math.round(percentile);
    if (share < 1) words.push(t("about.easiest"));
    else if (share > 99) words.push(t("about.hardest"));
    else words.push(t("about.harder", { share }));
  }
  if (solutions !== null) words.push(t("about.solutions", { n: solutions }));
  if (features) {
    const rank = rankOf(ranks.list, Math.ceil(features.player_median));
    words.push(t("about.expected", { rank }));
  }
  return sentence(words.join(" · "));
}

export function helpWords({ hints, undos }) {
  const used = [];
  if (hints) used.push(t("game.hints", { n: hints }));
  if (undos) used.push(t("game.undos", { n: undos }));
  return used.join(", ");
}

export function showParts(list, letters) {
  list.replaceChildren();
  for (const letter of LETTERS) {
    const n = parts(letters, letter).length;
    if (!n) continue;
    const color = colorName(letter);
    const isTogether = n === 1;
    list.append(make("li", {
      className: isTogether ? "together" : "", ariaLabel: t(isTogether ? "parts.together" : "parts.apart", { color, n }),
    }, boothPicture(letter), make("span", { textContent: isTogether ? "✓" : String(n) })));
  }
}

export function showGames(find, grid) {
  const { wins, best, average } = summary(grid);
  const [count, days] = [countWins(), streak()];
  if (!isNew(find("games"), wins, count, days)) return;
  const words = [t("games.won", { n: count })];
  if (days) words.push(t("games.streak", { n: days }));
  find("games-all").textContent = `${words.join(" · ")}.`;
  const shown = average === null ? "" : decimal(average);
  if (!wins.length) find("games-here").textContent = t("games.none");
  else if (best === null) find("games-here").textContent = t("games.here_helped", { average: shown });
  else find("games-here").textContent = t("games.here", { best, average: shown });
  find("games-table").hidden = wins.length === 0;
  // The last one first.
  find("games").replaceChildren(...[...wins].reverse().map(({ day, moves, seconds, hints, undos }) =>
    tableRow(shownDay(day), [moves, shownTime(seconds), hints, undos])));
}

export function showClock(element, seconds) {
  const text = shownTime(seconds);
  if (element.textContent !== text) element.textContent = text;
}

// The end of a game: its stars, and the ways to go on.
export class Won extends Panel {
  constructor(find, actions) {
    super(find, "won", ["stars"], actions);
  }

  show(game, optimum) {
    const isOver = game.isSolved && game.moves.length > 0 && game.kind !== "lesson";
    this.panel.hidden = !isOver;
    if (!isOver) return;
    const stars = game.helped ? 0 : starsOf(game.moves.length, optimum);
    Object.assign(this.parts.stars, { textContent: starsText(stars), ariaLabel: t("won.stars", { n: stars }), role: "img" });
  }
}

// The tile that comes after one: the next without a win, or else the next.
export function nextTile(tiles, grid) {
  const at = tiles.findIndex((tile) => tile.grid === grid);
  const order = [...tiles.slice(at + 1), ...tiles.slice(0, at + 1)];
  return order.find((tile) => summary(tile.grid).best === null) ?? order[0];
}
