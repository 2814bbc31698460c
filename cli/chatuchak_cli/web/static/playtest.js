// Games that are won, kept for a playtest: saved as a file, or given to the server that collects
// them, which only happens after a person has said so here.

import { format } from "./grid.js";
import { saveFile } from "./files.js";
import { keep, recall, recallList } from "./storage.js";
import { t } from "./texts.js";

const MOST_GAMES = 1000;
const LONGEST_LIST = 500; // of moves; longer games are told by their number

const two = (number) => String(number).padStart(2, "0");

function now() {
  const at = new Date();
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Playtest {
  constructor(find, { say }) {
    this.say = say;
    this.isCollected = false;
    this.sending = Promise.resolve();
    this.name = find("playtest-name");
    this.gives = find("playtest-gives");
    this.asked = find("playtest-asked");
    this.name.value = recall("playtest.name", "");
    this.gives.checked = recall("playtest.gives", false) === true;
    this.name.addEventListener("change", () => keep("playtest.name", this.name.value.trim()));
    this.gives.addEventListener("change", () => {
      keep("playtest.gives", this.gives.checked);
      if (this.gives.checked) this.send();
    });
    find("playtest-export").addEventListener("click", () => this.export());
    find("playtest-withdraw").addEventListener("click", () => this.withdraw());
  }

  // Whether the server collects games: then the page asks, plainly, and sends nothing unasked.
  offer(isCollected) {
    this.isCollected = isCollected === true;
    this.asked.hidden = !this.isCollected;
    this.send();
  }

  get key() {
    const known = recall("playtest.key", "");
    if (/^[0-9a-f]{24}$/.test(known)) return known;
    const made = randomKey();
    keep("playtest.key", made);
    return made;
  }

  // A name is given or not: without one a phone has a number that tells nobody who holds it.
  get player() {
    return this.name.value.trim() || `phone ${this.key.slice(0, 6)}`;
  }

  get games() {
    return recallList("playtest.games");
  }

  // Keep a game that was just won.
  won(game) {
    const moves = game.moves.length > LONGEST_LIST ? game.moves.length : game.moves;
    const { hints, undos } = game;
    const line = { grid: format(game.start), moves, seconds: Math.round(game.seconds), hints, undos, solved: true, date: now() };
    keep("playtest.games", [...this.games, { ...line, sent: false }].slice(-MOST_GAMES));
    this.send();
  }

  lineOf({ grid, moves, seconds, hints, undos, solved, date }) {
    return { player: this.player, grid, moves, seconds, hints, undos, solved, date };
  }

  export() {
    const lines = this.games.map((game) => `${JSON.stringify(this.lineOf(game))}\n`);
    if (!lines.length) this.say(t("playtest.none"), "bad");
    else saveFile("chatuchak-games.jsonl", lines.join(""), "application/x-ndjson");
  }

  async ask(path, document) {
    const answer = await fetch(new URL(`./${path}`, import.meta.url), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(document),
    });
    const found = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(found.error), { isRefused: answer.status === 400 });
    return found;
  }

  // Whether games may be sent, by what was said last, in another tab too.
  get mayGive() {
    return this.isCollected && this.gives.checked && recall("playtest.gives", false) === true;
  }

  // Send new games, one call after the other.
  send() {
    this.sending = this.sending.then(() => this.sendNew());
    return this.sending;
  }

  // Without an answer, games are sent with the next one; a refused game is reported.
  async sendNew() {
    const refused = [];
    for (const game of this.games.filter(({ sent }) => !sent)) {
      if (!this.mayGive) return;
      try {
        await this.ask("playtest", { key: this.key, game: this.lineOf(game) });
      } catch (error) {
        if (!error.isRefused) return;
        refused.push(error.message);
        continue;
      }
      const marked = this.games.map((one) => (one.date === game.date && one.grid === game.grid ? { ...one, sent: true } : one));
      keep("playtest.games", marked);
    }
    if (refused.length) this.say(t("playtest.refused", { n: refused.length, reason: refused[0] }), "bad");
  }

  async withdraw() {
    this.gives.checked = false;
    keep("playtest.gives", false);
    await this.sending; // the game that is being sent is withdrawn too
    try {
      const { withdrawn } = await this.ask("playtest/withdraw", { key: this.key });
      keep("playtest.games", this.games.map((game) => ({ ...game, sent: false })));
      this.say(t("playtest.withdrawn", { n: withdrawn }), "good");
    } catch (error) {
      this.say(error.message, "bad");
    }
  }
}
