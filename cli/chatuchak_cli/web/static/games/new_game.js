// Setting up a game: who sits where, and whose dice and cards.

import { Stored, is, isString, mapOf } from "../storage.js";
import { button, make } from "../elements.js";
import { t } from "../texts.js";
import { LAST, ask } from "./api.js";
import { boxChoice, chosenBox, countChoices, field, heading, rulesOf, select } from "./parts.js";
import { SetupEntry } from "./setup_entry.js";
import { showError, showMessage } from "../message.js";

const are = (isValid) => (found) => Array.isArray(found) && found.every(isValid);
const KEPT = new Stored("games.seats", mapOf(is(are(isString))), { otherwise: {} }); // who sat where last, by game
const NAMES = new Stored("games.names", is(are(isString)), { otherwise: [] }); // what those were called
const PEOPLE = ["human", "phone"]; // kinds of seats of people: at this screen, or with one of their own
const MAX_NAME = 24;

export class NewGame {
  constructor(element, game) {
    this.element = element;
    this.game = game;
    this.kind = null;
  }

  async open() {
    const { games } = await ask("kinds");
    this.kind = games.find(({ game }) => game === this.game) ?? null;
    if (!this.kind) throw new Error(t("new.none"));
    const { least, most } = this.kind;
    const seats = this.kind.seats = [...new Set([...(most > 1 ? PEOPLE : PEOPLE.slice(0, 1)), ...this.kind.seats])];
    this.names = Array.from({ length: most }, (_, seat) => NAMES.value[seat]?.slice(0, MAX_NAME) ?? "");
    const kept = KEPT.value[this.game];
    const fits = kept && kept.length >= least && kept.length <= most
      && kept.every((seat) => seats.includes(seat));
    this.seats = fits ? [...kept] : ["human", ...Array(least - 1).fill("advisor")];
    this.chance = "drawn"; // drawn here, or typed in from the table
    this.begins = most > 1 ? "drawn" : "listed"; // who begins
    this.busy = false;
    this.laid = null; // the setup on the real table
    this.isOpen = false; // whether what has a good default is shown
    this.options = Object.fromEntries(this.kind.options.map(({ name, default: value }) => [name, value]));
    this.refresh();
  }

  refresh() {
    if (!this.kind) return;
    const { least, most, options, hides } = this.kind;
    const typed = [["drawn", t("new.drawn")], ["typed", t("new.typed")]];
    const count = this.choice("count", t("new.players"), countChoices(least, most), String(this.seats.length), (number) => {
      const more = Array(Math.max(0, number - this.seats.length)).fill("advisor");
      this.seats = [...this.seats, ...more].slice(0, number);
    }, { changesParts: true });
    const more = options.map(({ name, choices }) => this.choice(`option-${name}`, t(`option.${name}`),
      choices.map((choice) => [choice, t(`option.${name}.${choice}`)]), this.options[name], (choice) => { this.options[name] = choice; }, { changesParts: true }));
    if (this.mayDrawStart) {
      more.unshift(this.choice("begins", t("new.begins"), [["drawn", t("new.begins_drawn")], ["listed", t("new.begins_listed")]],
        this.begins, (value) => { this.begins = value; }));
    }
    more.push(this.choice("chance", t("new.chance"), typed, this.chance, (chance) => { this.chance = chance; }));
    if (hides && (this.chance === "typed" || this.laid)) {
      more.push(make("p", { className: "note warning", textContent: t("table.hidden_cards") }));
    }
    more.push(...boxChoice(() => this.update()), ...this.setup());
    const fold = make("details", { id: "more", open: this.isOpen, ontoggle: () => { this.isOpen = fold.open; } },
      make("summary", { textContent: t("new.more") }), ...more);
    this.element.replaceChildren(make("section", { className: "panel setup" },
      heading("h2", t(`game.${this.game}`)),
      make("p", { className: "note", textContent: t(`about.${this.game}`) }),
      ...(most > least ? [count] : []),
      ...this.seats.map((seat, index) => this.seat(seat, index)),
      fold,
      rulesOf(this.game),
      button(t("new.start"), () => this.start(), { id: "start", className: "strong" })));
  }

  // A field whose choice shows the form anew.
  choice(id, label, choices, value, change, { changesParts = false } = {}) {
    return select(label, choices, value, async (chosen) => {
      change(chosen);
      if (changesParts) await this.update();
      else this.refresh();
      this.element.querySelector(`#${id}`)?.focus();
    }, id);
  }

  // Show the form, with the real table's parts for its players and game data.
  update() {
    if (this.laid) return this.askParts().catch(showError);
    return this.refresh();
  }

  seat(seat, index) {
    const label = t("player", { number: index + 1 });
    const kinds = this.kind.seats.map((kind) => [kind, t(`seat.${kind}`)]);
    const kind = this.choice(`seat-${index}`, label, kinds, seat, (chosen) => { this.seats[index] = chosen; });
    const name = field(t("new.name", { name: label }), this.names[index], (text) => { this.names[index] = text; },
      { id: `name-${index}`, maxLength: MAX_NAME, placeholder: label });
    return make("div", { className: "seat" }, kind, ...(this.isNamed(seat) ? [name] : []));
  }

  isNamed(seat) {
    return this.kind.most > 1 && PEOPLE.includes(seat);
  }

  // A drawn setup, or the one that lies on the real table.
  setup() {
    const choice = select(t("new.setup"), [["drawn", t("new.drawn")], ["ours", t("new.ours")]],
      this.laid ? "ours" : "drawn", (value) => {
        this.laid = null;
        if (value === "ours") this.askParts().catch(showError);
        else this.refresh();
      }, "setup");
    return this.laid ? [choice, this.laid.element] : [choice];
  }

  async askParts() {
    const { parts } = await ask("parts", { game: this.game, players: this.seats.length, options: this.options, ...chosenBox() });
    this.laid = new SetupEntry(this.game, parts);
    this.refresh();
  }

  // What is tapped in is of seats in their order; then the first begins.
  get mayDrawStart() {
    return this.kind.most > 1 && !this.kind.simultaneous && !this.laid;
  }

  // The names of people, in the order of seats; a seat keeps its number if the first player is drawn.
  get given() {
    const usual = (index) => (this.isDrawn ? t("player", { number: index + 1 }) : "");
    return this.seats.map((seat, index) => (this.isNamed(seat) && this.names[index].trim()) || usual(index));
  }

  get isDrawn() {
    return this.mayDrawStart && this.begins === "drawn";
  }

  async start() {
    if (this.busy) return;
    const gap = this.laid?.gap();
    if (gap) {
      showMessage(gap, "bad");
      return;
    }
    this.busy = true;
    showMessage("");
    KEPT.change((all) => ({ ...all, [this.game]: this.seats }));
    NAMES.write(this.names);
    await ask("new", {
      game: this.game, seats: this.seats, typed: this.chance === "typed", options: this.options,
      ...(this.laid && { setup: this.laid.given }), ...chosenBox(), start: this.isDrawn ? "drawn" : "listed", names: this.given,
    }).then(({ room }) => {
      LAST.write(room);
      SetupEntry.forget(this.game);
      location.hash = `#play=${room}`;
    }).catch(showError);
    this.busy = false;
  }
}
