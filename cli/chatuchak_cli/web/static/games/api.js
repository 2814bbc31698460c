// Questions to the server that sends this page.

import { fetchJson } from "../load.js";
import { knows, t } from "../texts.js";
import { Stored, is, isString } from "../storage.js";
import { say } from "./words.js";

export const LAST = new Stored("games.last", is(isString), { otherwise: "" }); // the name of the last game

const valueOf = ([name, value]) => {
  if (name === "names") return [name, value.replaceAll(" and ", ` ${t("names.and")} `)];
  return [name, typeof value === "number" ? value : say(value)];
};

// A message of the server by its code; without one it is English.
export function sayMessage({ error, text = error, code, values = {} }) {
  const key = ["refused", "told"].map((kind) => `${kind}.${code}`).find(knows);
  return key ? t(key, Object.fromEntries(Object.entries(values).map(valueOf))) : text || t("ask.silent");
}

// The player that a message is about, if any.
function playerIn({ code, place = "" }, body) {
  const [, seat] = /players\[(\d+)\]/.exec(place) ?? [];
  return code && seat ? `${body?.document?.players?.[seat]?.name || t("player", { number: Number(seat) + 1 })}: ` : "";
}

// Ask at an address below `table/`; with a body it is a change. Throws an error in words: `now` is how
// the game stands, where it has gone on; `isGone` tells that it is there no more.
export async function ask(path, body) {
  try {
    return await fetchJson(new URL(`../table/${path}`, import.meta.url), body, { cache: "no-store" });
  } catch ({ found, status }) {
    if (!found) throw new Error(t("ask.silent"));
    throw Object.assign(new Error(playerIn(found, body) + sayMessage(found)), { now: found.now ?? null, isGone: status === 410 });
  }
}
