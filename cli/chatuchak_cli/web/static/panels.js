// Which panel is open over the game, kept so that a reload comes back to it: the step of a solution
// that is followed, a tile that is half entered.

import { SPOTS } from "./grid.js";
import { forget, keep, recall } from "./storage.js";

const NAME = "panel";

export const keepPanel = (name, state) => keep(NAME, { name, ...state });

export const forgetPanel = () => forget(NAME);

const areSpots = (list) => Array.isArray(list) && list.every((spot) => Number.isInteger(spot) && spot >= 0 && spot < SPOTS);

// The solution that was followed from where the game stands: {moves, at, status}, or null.
export function keptSolution(letters) {
  const kept = recall(NAME, {});
  if (kept?.name !== "follow" || kept.letters !== letters || !areSpots(kept.moves)) return null;
  return { moves: kept.moves, at: Number(kept.at) || 0, status: kept.status };
}

// The tile that was being entered: {letters, cursor, label}, or null.
export function keptEntry() {
  const kept = recall(NAME, {});
  const isTile = typeof kept?.letters === "string" && /^[RYGBP._]{30}$/.test(kept.letters);
  if (kept?.name !== "entry" || !isTile) return null;
  return { letters: kept.letters, cursor: areSpots([kept.cursor]) ? kept.cursor : null, label: String(kept.label ?? "") };
}
