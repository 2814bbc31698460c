// Two tiles compared: how much harder one is, and the reasons for the difficulty of each.

import { boardPicture } from "./board.js";
import { make, options, tableRow } from "./elements.js";
import { colorName, place } from "./grid.js";
import { onSubmit } from "./message.js";
import { isNew } from "./tables.js";
import { decimal, listed, moves as movesWords, sentence, t } from "./texts.js";

const BEYOND_NOISE = 2; // standard errors
const MIN_POINTS = 0.05;
const MAX_CONFLICTS = 3; // in words

const signed = (points) => (points > 0 ? "+" : "") + decimal(points);

// A feature of the formula: a share, or a number; only the mean of games is no whole one.
const featureWords = (name, value) =>
  (name === "misleading" ? `${decimal(100 * value, 0)}%` : decimal(value, name === "player_moves" ? 1 : 0));

export class Comparison {
  // `tiles` gives the names of those to choose from, by grid.
  constructor(find, { solver, tiles }) {
    Object.assign(this, { solver, tiles, found: null, words: find("compare-words"), report: find("comparison") });
    this.fields = [find("compare-first"), find("compare-second")];
    onSubmit(find("compare"), () => this.compare());
  }

  // Offer the tiles; chosen ones stay.
  show() {
    const tiles = this.tiles();
    if (!isNew(this.fields[0], [...tiles])) return;
    const grids = [...tiles.keys()];
    this.fields.forEach((field, index) => {
      const chosen = tiles.has(field.value) ? field.value : grids[index] ?? grids[0];
      field.replaceChildren(...options([...tiles]));
      field.value = chosen;
    });
  }

  async compare() {
    const grids = this.fields.map((field) => field.value);
    const request = (this.request = {});
    this.found = null;
    this.refresh();
    if (grids[0] === grids[1]) {
      this.words.textContent = t("compare.equal");
      return;
    }
    this.words.textContent = t("compare.wait");
    try {
      const about = await Promise.all(grids.map(async (grid) =>
        ({ grid, ...(await this.solver.assess(grid)), why: await this.solver.explain(grid) })));
      if (request !== this.request) return;
      this.found = about;
      this.refresh();
    } catch (error) {
      if (request === this.request) this.words.textContent = error.message;
    }
  }

  // Write the result, in the present language.
  refresh() {
    this.words.textContent = "";
    this.report.replaceChildren();
    if (!this.found) return;
    if (this.found.some(({ difficulty }) => difficulty === null)) {
      this.words.textContent = t("compare.unknown");
      return;
    }
    const pair = this.found.map((about) => ({ ...about, name: this.tiles().get(about.grid) ?? about.grid }));
    const [easier, harder] = pair.sort((a, b) => a.difficulty - b.difficulty);
    const [points, noise] = [harder.difficulty - easier.difficulty, Math.hypot(easier.noise, harder.noise)];
    this.words.textContent = t(points > BEYOND_NOISE * noise ? "compare.harder" : "compare.alike",
      { harder: harder.name, easier: easier.name, points: decimal(points), noise: decimal(noise) });
    this.report.append(featureTable(pair), ...pair.flatMap(({ name, why }) => (why ? explanation(name, why) : [])));
  }
}

// The difficulties, and the features by their shares in the difference.
function featureTable(pair) {
  const row = (head, values, points) => tableRow(head, [...values, signed(points)]);
  const [easier, harder] = pair;
  const shares = Object.keys(harder.contributions)
    .map((name) => [name, harder.contributions[name] - easier.contributions[name]])
    .filter(([, points]) => Math.abs(points) >= MIN_POINTS)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const heads = [easier.name, harder.name, t("compare.points")].map((textContent) => make("th", { scope: "col", textContent }));
  return make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...heads)),
    make("tbody", {},
      row(t("compare.difficulty"), pair.map(({ difficulty }) => decimal(difficulty)), harder.difficulty - easier.difficulty),
      ...shares.map(([name, points]) =>
        row(t(`feature.${name}`), pair.map(({ features }) => featureWords(name, features[name])), points))));
}

function explanation(name, why) {
  const pictures = boards(why).map(([caption, letters, marks]) => make("figure", {},
    boardPicture(letters, { ...marks, label: caption }), make("figcaption", { textContent: caption })));
  const paragraphs = [reasons(why), errors(why)].map((words) => make("p", { textContent: words.join(" ") }));
  return [make("h3", { textContent: name }), ...paragraphs, make("div", { className: "boards" }, ...pictures)];
}

// How the colors are in each other's way.
function reasons({ alone, together, yielding, conflicts, preparing }) {
  const words = [t("why.alone", { alone, n: together })];
  for (const { colors, spots, cost } of conflicts.slice(0, MAX_CONFLICTS)) {
    const places = spots.map(place).join("; ");
    words.push(t("why.conflict", { n: cost, colors: sentence(listed(colors.map(colorName))), places }));
  }
  const colors = Object.entries(yielding).map(([color, more]) => `${colorName(color)} (+${more})`);
  if (colors.length) words.push(t("why.yielding", { colors: listed(colors) }));
  if (preparing.length) words.push(t("why.preparing", { n: preparing.length, moves: listed(preparing) }));
  return words;
}

// Where simulated games leave the shortest solutions, and the misleading move.
function errors({ games, lostGames, meanFirstLoss, falseMove: move }) {
  if (!move) return [t("why.none", { games })];
  const { color, spot, kind, needs, bestNeeds, givenUp, goal, goalAfter } = move;
  const look = needs === bestNeeds ? "equal" : needs < bestNeeds ? "better" : "worse";
  const words = [
    t("why.games", { n: lostGames, games, mean: decimal(meanFirstLoss) }),
    t("why.most", { n: move.number, left: move.left, reached: move.reached }),
    t("why.move", { n: move.games, color: colorName(color), place: place(spot), did: t(`review.${kind}`) }),
    t(`why.${look}`, { needs: movesWords(needs), best: bestNeeds }),
    t("why.costs", { n: move.lost }),
  ];
  if (givenUp.length) words.push(t("review.given_up", { colors: listed(givenUp.map(colorName)) }));
  else if (goal && goal === goalAfter) words.push(t("why.same_goal"));
  return [...words, t("review.better", { places: move.best.map(place).join("; ") })];
}

// The position of the most frequent error, and where it leads: [caption, letters, marks].
function boards({ goal, falseMove: move }) {
  if (!move) return goal ? [[t("why.goal"), goal]] : [];
  const ends = [[t("why.goal"), move.goal], [t("why.goal_after"), move.goalAfter === move.goal ? null : move.goalAfter]];
  return [[t("why.before", { n: move.number }), move.letters, { ringed: move.spot, pointing: move.best }],
    ...ends.filter(([, letters]) => letters)];
}
