// Setting up a game: who sits where, and whose dice and cards.

import { make, options } from "../elements.js";
import { NAMES, SEATS } from "../settings.js";
import { showTemplate, t } from "../texts.js";
import { LAST, ask } from "./api.js";
import { boxChoice, chosenBox, countChoices, field, rulesOf, select } from "./parts.js";
import { SetupEntry } from "./setup_entry.js";
import { showError, showMessage } from "../message.js";

const PEOPLE = ["human", "phone"]; // kinds of seats of people: at this screen, or with one of their own
const MAX_NAME = 24;

export class NewGame {
  constructor(element, game) {
    Object.assign(this, { element, game, kind: null, form: null, laid: null, busy: false });
  }

  async open() {
    const { games } = await ask("kinds");
    this.kind = games.find(({ game }) => game === this.game) ?? null;
    if (!this.kind) throw new Error(t("new.none"));
    this.refresh();
  }

  // Show the form with what was chosen before.
  refresh() {
    if (!this.kind) return;
    const { game, kind: { least, most, options: setups } } = this;
    const chosen = this.form ? Object.fromEntries(new FormData(this.form)) : this.remembered();
    const find = this.find = showTemplate(this.element, "new-view", {
      title: t(`game.${game}`), about: t(`about.${game}`),
      seats: Array.from({ length: most }, (_, index) => this.seat(index)),
      options: setups.map(({ name, choices, default: usual }) =>
        select(t(`option.${name}`), choices.map((choice) => [choice, t(`option.${name}.${choice}`)]), usual, () => {}, `option-${name}`)),
      box: boxChoice(() => {}), rules: rulesOf(game),
    });
    this.form = this.element.firstElementChild;
    find("count").append(...options(countChoices(least, most)));
    find("more").open = this.isOpen === true;
    for (const [name, value] of Object.entries(chosen)) {
      if (this.form.elements[name]) this.form.elements[name].value = value;
    }
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", ({ target }) => this.change(target.id));
    find("start").addEventListener("click", () => this.start());
    find("more").addEventListener("toggle", () => { this.isOpen = find("more").open; });
    this.laid?.refresh();
    this.showParts(this.laid);
    this.update();
  }

  // The seats of the last game, if they are still valid.
  remembered() {
    const { least, most } = this.kind;
    const kept = SEATS.value[this.game];
    const fits = kept && kept.length >= least && kept.length <= most && kept.every((seat) => this.seatKinds.includes(seat));
    const seats = fits ? kept : ["human", ...Array(least - 1).fill("advisor")];
    return {
      count: seats.length, ...Object.fromEntries(seats.map((seat, index) => [`seat-${index}`, seat])),
      ...Object.fromEntries(NAMES.value.slice(0, most).map((name, index) => [`name-${index}`, name.slice(0, MAX_NAME)])),
    };
  }

  get seatKinds() {
    return [...new Set([...PEOPLE.slice(0, this.kind.most > 1 ? 2 : 1), ...this.kind.seats])];
  }

  seat(index) {
    const label = t("player", { number: index + 1 });
    const kinds = this.seatKinds.map((kind) => [kind, t(`seat.${kind}`)]);
    return make("div", { className: "seat" }, select(label, kinds, "advisor", () => {}, `seat-${index}`),
      field(t("new.name", { name: label }), "", () => {}, { id: `name-${index}`, name: `name-${index}`, maxLength: MAX_NAME, placeholder: label }));
  }

  valueOf(name) {
    return this.form.elements[name].value;
  }

  get seats() {
    return Array.from({ length: Number(this.valueOf("count")) }, (_, index) => this.valueOf(`seat-${index}`));
  }

  isNamed(seat) {
    return this.kind.most > 1 && PEOPLE.includes(seat);
  }

  // What is tapped in is of seats in their order; then the first begins.
  get mayDrawStart() {
    return this.kind.most > 1 && !this.kind.simultaneous && !this.laid;
  }

  // Take in a change; the parts of the real table depend on the players, options and game data.
  change(id) {
    const isLaid = this.valueOf("setup") === "ours";
    const changesParts = id === "setup" || id === "count" || id === "box" || id.startsWith("option-");
    if (isLaid && changesParts) this.askParts().catch(showError);
    if (!isLaid) this.showParts(null);
    this.update();
  }

  async askParts() {
    const { game, seats, setups } = this;
    const { parts } = await ask("parts", { game, players: seats.length, options: setups, ...chosenBox() });
    if (this.valueOf("setup") !== "ours") return; // changed meanwhile
    this.showParts(new SetupEntry(game, parts));
    this.update();
  }

  showParts(laid) {
    this.laid = laid;
    this.find("parts").replaceChildren(...(laid ? [laid.element] : []));
  }

  // Hide what does not apply.
  update() {
    const { seats, kind: { least, most, hides } } = this;
    const { find } = this;
    find("count").closest("label").hidden = least === most;
    find("begins").closest("label").hidden = !this.mayDrawStart;
    find("hidden-cards").hidden = !(hides && (this.valueOf("chance") === "typed" || this.laid));
    [...find("seats").children].forEach((row, index) => {
      row.hidden = index >= seats.length;
      row.lastElementChild.hidden = !this.isNamed(seats[index]);
    });
  }

  get setups() {
    return Object.fromEntries(this.kind.options.map(({ name }) => [name, this.valueOf(`option-${name}`)]));
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
    const { game, seats, laid, setups } = this;
    const names = Array.from({ length: this.kind.most }, (_, index) => this.valueOf(`name-${index}`));
    const isDrawn = this.mayDrawStart && this.valueOf("begins") === "drawn";
    // A seat keeps its number if the first player is drawn.
    const usual = (index) => (isDrawn ? t("player", { number: index + 1 }) : "");
    SEATS.change((all) => ({ ...all, [game]: seats }));
    NAMES.write(names);
    await ask("new", {
      game, seats, typed: this.valueOf("chance") === "typed", options: setups,
      ...(laid && { setup: laid.given }), ...chosenBox(), start: isDrawn ? "drawn" : "listed",
      names: seats.map((seat, index) => (this.isNamed(seat) && names[index].trim()) || usual(index)),
    }).then(({ room }) => {
      LAST.write(room);
      SetupEntry.forget(game);
      location.hash = `#play=${room}`;
    }).catch(showError);
    this.busy = false;
  }
}
