// Laying a card on one's stand: choose it, turn it, tap where it goes, lay it.

import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { addressOf, picture } from "./picture.js";

const AROUND = 3; // spaces of table around a stand: as far as a card can reach
const NOTATION = /^(hand|market) (\S+)@(-?\d+):(-?\d+)r(\d+)$/;
const [LONG, SHORT] = [3, 2]; // a card's sides in spaces
const FOOT = 18 / 48; // below a stand's picture, in spaces

export class PlacementEditor {
  constructor({ onPick }) {
    this.onPick = onPick;
    this.element = make("div", { className: "lay" });
    this.table = make("div", { className: "laying" }); // where the stand is, and the card over it
    this.cards = [];
  }

  // Offer cards to lay. `stand` is the own board with its spaces, or null before the first card.
  show({ actions, cards, stand }) {
    this.places = actions.flatMap((action) => {
      const [, start] = /^start (\S+)$/.exec(action) ?? [];
      const [, source, card, ...numbers] = NOTATION.exec(action) ?? [null, "hand", start, 0, 0, 0];
      const [x, y, turn] = numbers.map(Number);
      return card ? [{ action, of: `${source} ${card}`, x, y, turn }] : [];
    });
    this.stand = stand;
    this.cards = cards.filter((card) => this.placesOf(card).length);
    this.element.hidden = this.cards.length === 0;
    this.table.replaceChildren();
    if (this.cards.length) this.choose(this.cards[0]);
  }

  placesOf({ source, card }) {
    return this.places.filter(({ of }) => of === `${source} ${card}`);
  }

  // Show a card where an action would lay it; returns whether it is one of those offered.
  preview(action) {
    const place = this.places.find((item) => item.action === action);
    const card = this.cards.find((item) => this.placesOf(item).includes(place));
    if (!card || !this.stand || this.element.hidden) return false;
    Object.assign(this, { card, turn: place.turn, place });
    this.refresh();
    return true;
  }

  // The turns of the chosen card, ascending.
  get turns() {
    return [...new Set(this.placesOf(this.card).map(({ turn }) => turn))].sort((a, b) => a - b);
  }

  get open() {
    return this.placesOf(this.card).filter(({ turn }) => turn === this.turn);
  }

  choose(card) {
    this.card = card;
    [this.turn] = this.turns;
    [this.place] = this.open;
    this.refresh();
  }

  turnOn() {
    const [x, y] = this.middle(this.place);
    const { turns } = this;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length];
    this.place = this.nearest(x, y);
    this.refresh(".turn");
  }

  nextPlace() {
    this.place = this.open[(this.open.indexOf(this.place) + 1) % this.open.length];
    this.refresh(".next");
  }

  get size() {
    return this.turn % 180 ? [SHORT, LONG] : [LONG, SHORT];
  }

  middle({ x, y }) {
    const [wide, high] = this.size;
    return [x + wide / 2, y + high / 2];
  }

  nearest(x, y) {
    const distance = (place) => {
      const [mx, my] = this.middle(place);
      return Math.hypot(mx - x, my - y);
    };
    return this.open.reduce((best, place) => (distance(place) < distance(best) ? place : best));
  }

  refresh(focus = null) {
    const cards = this.cards.map((card) => make("button", {
      type: "button", className: "card", ariaPressed: card === this.card, onclick: () => this.choose(card),
    }, picture(card.svg, card.card), make("span", { textContent: t(`source.${card.source}`, { card: card.card }) })));
    const tools = make("div", { className: "row" });
    if (this.stand) {
      tools.append(
        button(t("lay.turn"), () => this.turnOn(), { className: "turn" }),
        button(t("lay.next"), () => this.nextPlace(), { className: "next" }),
      );
    }
    tools.append(button(t(this.stand ? "lay.lay" : "lay.start", { card: this.card.card }),
      () => this.onPick(this.place.action), { className: "strong" }));
    this.table.replaceChildren(...(this.stand ? [this.canvas()] : []));
    this.element.replaceChildren(group("cards", t("lay.cards"), cards), tools);
    if (focus) this.element.querySelector(focus)?.focus();
  }

  // The table around the stand, with the card where it would lie.
  canvas() {
    const [left, top, right, bottom] = this.stand.spaces;
    const columns = right - left + 1 + 2 * AROUND;
    const rows = bottom - top + 1 + 2 * AROUND;
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    const put = (element, x, y, wide, high) => Object.assign(element.style, {
      left: percent(x - left + AROUND, columns), top: percent(y - top + AROUND, rows),
      width: percent(wide, columns), height: percent(high, rows),
    });
    const canvas = make("div", { className: "canvas", style: { aspectRatio: `${columns} / ${rows}` } });
    canvas.style.setProperty("--ratio", columns / rows);
    const stand = make("img", { src: addressOf(this.stand.svg), alt: this.stand.words, className: "laid" });
    put(stand, left - 0.5, top - 0.5, right - left + 2, bottom - top + 2 + FOOT);
    canvas.append(stand, this.ghost(put));
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * columns + left - AROUND;
      const y = ((event.clientY - box.top) / box.height) * rows + top - AROUND;
      this.place = this.nearest(x, y);
      this.refresh();
    });
    return canvas;
  }

  ghost(put) {
    const ghost = make("div", { className: "ghost", style: { transform: `rotate(${this.turn}deg)` } },
      make("img", { src: addressOf(this.card.svg), alt: "" }));
    const [x, y] = this.middle(this.place);
    put(ghost, x - LONG / 2, y - SHORT / 2, LONG, SHORT);
    return ghost;
  }
}
