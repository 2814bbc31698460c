// The end of a game: its stars, and the ways to go on.

import { summary } from "./history.js";
import { t } from "./texts.js";

const ALL_STARS = 3;
const GOOD = 3; // moves more than the best possible that earn two stars

// Three stars for the fewest possible moves, one for any solution.
export function starsOf(moves, optimum) {
  if (moves === null || optimum === null || optimum === undefined) return 0;
  if (moves <= optimum) return ALL_STARS;
  return moves <= optimum + GOOD ? 2 : 1;
}

export const starsText = (stars) => "★".repeat(stars) + "☆".repeat(stars ? ALL_STARS - stars : 0);

export class Won {
  constructor(find, { onNext, onReview, onAgain, onShare }) {
    this.find = find;
    for (const [id, action] of Object.entries({ next: onNext, review: onReview, again: onAgain, share: onShare })) {
      find(`won-${id}`).addEventListener("click", action);
    }
  }

  show(game, optimum) {
    const isOver = game.isSolved && game.moves.length > 0 && game.kind !== "lesson";
    this.find("won").hidden = !isOver;
    if (!isOver) return;
    const stars = game.helped ? 0 : starsOf(game.moves.length, optimum);
    Object.assign(this.find("won-stars"), { textContent: starsText(stars), ariaLabel: t("won.stars", { n: stars }), role: "img" });
  }
}

// The tile that comes after one: the next without a win, or else the next.
export function nextTile(tiles, grid) {
  const at = tiles.findIndex((tile) => tile.grid === grid);
  const order = [...tiles.slice(at + 1), ...tiles.slice(0, at + 1)];
  return order.find((tile) => summary(tile.grid).best === null) ?? order[0];
}
