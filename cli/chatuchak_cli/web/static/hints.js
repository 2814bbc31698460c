// Hints in steps: each tap tells more, from how many moves are left to the move.

import { EMPTY, colorName, jumpWords } from "./grid.js";
import { moves as movesWords, t } from "./texts.js";

export const LEVELS = 4;

// Show a hint of a level on the board, and return what it says.
export function showHint(board, { remaining, needs, goal, inPlace, move }, level, letters) {
  if (level === 1) {
    const each = Object.entries(needs).map(([letter, n]) => `${colorName(letter)} ${n}`).join(", ");
    return t("hint.needs", { moves: movesWords(remaining), each });
  }
  if (level < LEVELS && goal) board.outline(goal);
  if (level === 2) return goal ? t("hint.places", { n: inPlace }) : t("hint.no_places");
  if (level === 3) return t("hint.color", { color: colorName(letters[move]) });
  board.point(move, letters.indexOf(EMPTY));
  return t("say.hint", { jump: jumpWords(letters, move), left: t("say.left", { moves: movesWords(remaining) }) });
}
