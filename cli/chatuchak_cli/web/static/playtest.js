// Games that are won, kept for a playtest: saved as a file, or given to the server that collects
// them, which only happens after a person has said so here.

import { format, isGrid } from "./grid.js";
import { saveFile } from "./files.js";
import { fetchJson } from "./load.js";
import { keepField } from "./settings.js";
import { Stored, hasParts, is, isBoolean, isCount, isListOf, isNumber, isString, listOf, optional } from "./storage.js";
import { t } from "./texts.js";
import { showError, showMessage } from "./message.js";

const MAX_GAMES = 1000;
const MAX_LIST = 500; // of moves; longer games are told by their number

const isGame = hasParts({
  grid: isGrid, moves: (moves) => isCount(moves) || isListOf(isCount)(moves),
  seconds: isNumber, hints: isCount, undos: isCount, solved: isBoolean, date: isString, sent: optional(isBoolean),
});
const NAME = new Stored("playtest.name", is(isString), { otherwise: "" });
const GIVES = new Stored("playtest.gives", is(isBoolean), { otherwise: false });
const KEY = new Stored("playtest.key", is((key) => /^[0-9a-f]{24}$/.test(key)));
const GAMES = new Stored("playtest.games", listOf(is(isGame)), { otherwise: [] });

// The local time as "2026-11-22T20:15:00", as Swedish writes it.
const now = () => new Date().toLocaleString("sv").replace(" ", "T");

const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const ask = (path, document) => fetchJson(new URL(`./${path}`, import.meta.url), document).catch((error) => {
  throw error.found ? error : new Error(t("ask.silent"));
});

export class Playtest {
  // If the server collects games, the page asks, plainly, and sends nothing unasked.
  constructor(find, { isCollected }) {
    Object.assign(this, { isCollected, sending: Promise.resolve(), name: find("playtest-name"), gives: find("playtest-gives") });
    find("playtest-asked").hidden = !isCollected;
    keepField(this.name, NAME, "value");
    keepField(this.gives, GIVES, "checked", () => this.send());
    find("playtest-export").addEventListener("click", () => this.export());
    find("playtest-withdraw").addEventListener("click", () => this.withdraw().catch(showError));
  }

  get key() {
    if (KEY.value === null) KEY.write(randomKey());
    return KEY.value;
  }

  // A name is given or not: without one a phone has a number that tells nobody who holds it.
  get player() {
    return this.name.value.trim() || `phone ${this.key.slice(0, 6)}`;
  }

  // Keep a game that was just won.
  won(game) {
    const moves = game.moves.length > MAX_LIST ? game.moves.length : game.moves;
    const { hints, undos } = game;
    const line = { grid: format(game.start), moves, seconds: Math.round(game.seconds), hints, undos, solved: true, date: now() };
    GAMES.change((games) => [...games, { ...line, sent: false }].slice(-MAX_GAMES));
    this.send();
  }

  lineOf({ grid, moves, seconds, hints, undos, solved, date }) {
    return { player: this.player, grid, moves, seconds, hints, undos, solved, date };
  }

  export() {
    const lines = GAMES.value.map((game) => `${JSON.stringify(this.lineOf(game))}\n`);
    if (!lines.length) showMessage(t("playtest.none"), "bad");
    else saveFile("chatuchak-games.jsonl", lines.join(""), "application/x-ndjson");
  }

  // Send new games, one call after the other.
  send() {
    this.sending = this.sending.then(() => this.sendNew());
    return this.sending;
  }

  // Without an answer, games are sent with the next one; a refused game is reported.
  async sendNew() {
    const refused = [];
    for (const game of GAMES.value.filter(({ sent }) => !sent)) {
      if (!this.isCollected || !GIVES.value) return; // withdrawn meanwhile, perhaps in another tab
      try {
        await ask("playtest", { key: this.key, game: this.lineOf(game) });
      } catch (error) {
        if (error.status !== 400) return;
        refused.push(error.message);
        continue;
      }
      GAMES.change((games) => games.map((stored) => (stored.date === game.date && stored.grid === game.grid ? { ...stored, sent: true } : stored)));
    }
    if (refused.length) showMessage(t("playtest.refused", { n: refused.length, reason: refused[0] }), "bad");
  }

  async withdraw() {
    this.gives.checked = false;
    GIVES.write(false);
    await this.sending; // the game that is being sent is withdrawn too
    const { withdrawn } = await ask("playtest/withdraw", { key: this.key });
    GAMES.change((games) => games.map((game) => ({ ...game, sent: false })));
    showMessage(t("playtest.withdrawn", { n: withdrawn }), "good");
  }
}
