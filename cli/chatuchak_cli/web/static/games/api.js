// Questions to the server that sends this page.

import { knows, t } from "../texts.js";
import { Stored, is, isObject, isString } from "../storage.js";
import { say } from "./words.js";

export const LAST = new Stored("games.last", is(isString), { otherwise: "" }); // the name of the last game
export const COMPANION = new Stored("games.companion", is(isObject), { isPerTab: true });

class Refusal extends Error {
  // `now` is how the game stands, where it has gone on; `isGone` tells that it is there no more.
  constructor(message, { now = null, isGone = false } = {}) {
    super(message);
    this.now = now;
    this.isGone = isGone;
  }
}

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

// Ask at an address below `table/`; with a body it is a change. Throws a Refusal in words.
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer = null;
  let found = null;
  try {
    answer = await fetch(new URL(`../table/${path}`, import.meta.url), { ...options, cache: "no-store" });
    found = await answer.json();
  } catch {
    throw new Refusal(t("ask.silent"));
  }
  if (answer.ok) return found;
  throw new Refusal(playerIn(found, body) + sayMessage(found), { now: found.now ?? null, isGone: answer.status === 410 });
}
