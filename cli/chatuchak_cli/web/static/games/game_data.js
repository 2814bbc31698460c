// The choice between the server's game data and the user's own box, for games and score sheets.

import { markAssumed, ownParts } from "../box.js";
import { Stored, is, isBoolean } from "../storage.js";
import { make } from "../elements.js";
import { t } from "../texts.js";
import { select } from "./parts.js";

const IS_OWN = new Stored("games.box", is(isBoolean), { otherwise: false });

// The server cannot read files that the box names.
function sentParts() {
  const parts = Object.entries(ownParts() ?? {}).filter(([, value]) => typeof value !== "string");
  return parts.length ? Object.fromEntries(parts) : null;
}

// The part of a request that says which game data to use.
export function chosenBox() {
  const box = IS_OWN.value ? sentParts() : null;
  return box ? { box } : {};
}

// A field to choose in, if there are own data.
export function boxChoice(onChange) {
  if (!sentParts()) return [];
  const choices = [["served", t("new.box_served")], ["own", t("new.box_own")]];
  return [select(t("new.box"), choices, IS_OWN.value ? "own" : "served", (value) => {
    IS_OWN.write(value === "own");
    onChange();
  }, "box")];
}

export function assumedMark(parts) {
  const mark = make("details", { className: "assumed" });
  const confirmed = ownParts()?.confirmed ?? [];
  markAssumed(mark, parts.filter((part) => !confirmed.includes(part)));
  return mark;
}
