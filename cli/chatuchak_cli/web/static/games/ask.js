// Questions to the server that sends this page.

import { knows, t } from "../texts.js";
import { sayTold } from "./told.js";

export class Refusal extends Error {
  // `now` is how the game stands, where it has gone on; `isGone` tells that it is there no more.
  constructor(message, { now = null, isGone = false } = {}) {
    super(message);
    this.now = now;
    this.isGone = isGone;
  }
}

const namesIn = (body) => {
  const players = body?.document?.players;
  return Array.isArray(players) ? players.map((one) => (typeof one?.name === "string" ? one.name : "")) : [];
};

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
  throw new Refusal(inWords(found, body), { now: found.now ?? null, isGone: answer.status === 410 });
}

// A refusal of the server's by its code; faults in a document have none.
function inWords({ error, code, values }, body) {
  if (code && knows(`refused.${code}`)) return t(`refused.${code}`, values);
  return error ? sayTold(String(error), namesIn(body)) : t("ask.silent");
}
