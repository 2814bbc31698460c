// Setting up a game: who sits where, and whose dice and cards.

import { keep, recallObject } from "../storage.js";
import { make } from "../tables.js";
import { t } from "../texts.js";
import { ask } from "./ask.js";
import { LAST } from "./home.js";
import { button, heading, select } from "./parts.js";

const KEPT = "games.seats"; // who sat where last, by game

export class NewGame {
  constructor(element, game, { say }) {
    this.element = element;
    this.game = game;
    this.say = say;
    this.kind = null;
  }

  async open() {
    const { games } = await ask("kinds");
    this.kind = games.find(({ game }) => game === this.game) ?? null;
    if (!this.kind) throw new Error(t("new.none"));
    const { least, most, seats } = this.kind;
    const kept = recallObject(KEPT)[this.game];
    const fits = Array.isArray(kept) && kept.length >= least && kept.length <= most
      && kept.every((seat) => seats.includes(seat));
    this.seats = fits ? kept : ["human", ...Array(least - 1).fill("advisor")];
    this.typed = false;
    this.options = Object.fromEntries(this.kind.options.map(({ name, default: value }) => [name, value]));
    this.refresh();
  }

  refresh() {
    if (!this.kind) return;
    const { least, most, seats, options } = this.kind;
    const counts = [];
    for (let count = least; count <= most; count += 1) counts.push([String(count), t("new.count", { n: count })]);
    const parts = [];
    if (most > least) {
      parts.push(select(t("new.players"), counts, String(this.seats.length), (count) => {
        const more = Array(Math.max(0, count - this.seats.length)).fill("advisor");
        this.seats = [...this.seats, ...more].slice(0, Number(count));
        this.refresh();
      }, "count"));
    }
    const kinds = seats.map((seat) => [seat, t(`seat.${seat}`)]);
    this.seats.forEach((seat, index) => {
      parts.push(select(t("player", { number: index }), kinds, seat, (kind) => { this.seats[index] = kind; }, `seat-${index}`));
    });
    for (const { name, choices } of options) {
      const words = choices.map((choice) => [choice, t(`option.${name}.${choice}`)]);
      parts.push(select(t(`option.${name}`), words, this.options[name], (choice) => { this.options[name] = choice; }));
    }
    parts.push(select(t("new.chance"), [["drawn", t("new.drawn")], ["typed", t("new.typed")]],
      this.typed ? "typed" : "drawn", (chance) => { this.typed = chance === "typed"; }, "chance"));
    this.element.replaceChildren(make("section", { className: "panel setup" },
      heading("h2", t(`game.${this.game}`)),
      make("p", { className: "note", textContent: t(`about.${this.game}`) }),
      ...parts,
      button(t("new.start"), () => this.start(), { id: "start", className: "strong" })));
  }

  async start() {
    keep(KEPT, { ...recallObject(KEPT), [this.game]: this.seats });
    try {
      const { room } = await ask("new", {
        game: this.game, seats: this.seats, typed: this.typed, options: this.options,
      });
      keep(LAST, room);
      location.hash = `#play=${room}`;
    } catch (error) {
      this.say(error.message, "bad");
    }
  }
}
