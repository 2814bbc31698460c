// Panels over the game. A reload comes back to the step of a solution and to a half entered tile.

import { SPOTS, isGrid, format, jump } from "./grid.js";
import { Stored, hasParts, is, isCount, isString, optional } from "./storage.js";

// The parts of a view by their names, with the actions of its buttons.
export function partsOf(find, view, names, actions) {
  const parts = Object.fromEntries([...names, ...Object.keys(actions)].map((name) => [name, find(`${view}-${name}`)]));
  for (const [name, action] of Object.entries(actions)) parts[name].addEventListener("click", action);
  return parts;
}

export class Panel {
  constructor(find, name, parts, actions) {
    this.panel = find(name);
    this.parts = partsOf(find, name, ["close", ...parts], actions);
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  close() {
    this.panel.hidden = true;
  }
}

const isSpot = (spot) => isCount(spot) && spot < SPOTS;
const isFollowing = hasParts({
  letters: (letters) => isGrid(format(String(letters))), moves: Array.isArray, at: isCount, status: isString,
});
const isEntering = hasParts({
  letters: (letters) => /^[RYGBP._]{30}$/.test(letters), cursor: optional(isSpot), label: optional(isString),
});
// The open panel: {name: "follow", letters, moves, at, status}, {name: "entry", letters, cursor, label}, or null.
export const KEPT_PANEL = new Stored("panel", is((found) => {
  if (found.name !== "follow") return found.name === "entry" && isEntering(found);
  return isFollowing(found) && found.moves.reduce(jump, found.letters) !== null;
}), { isPerTab: true });
