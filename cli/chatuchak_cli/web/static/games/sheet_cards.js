// Cards laid on a canvas: choose one, turn it, tap where it goes, lay it; as on the table.

import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { cardFace } from "./pieces.js";
import { say } from "./words.js";

const MAX_CARDS = 8; // cards of a stand
const AROUND = 3; // spaces of table around a stand: as far as a card can reach
const [WIDE, HIGH] = [9, 8]; // of the canvas before there is much on it

// A card's spaces, turned clockwise by a number of degrees: rows of spaces.
function turned(rows, degrees) {
  let spaces = rows;
  for (let turn = 0; turn < degrees; turn += 90) {
    const before = spaces;
    spaces = before[0].map((_, row) => before.map((line) => line[row]).reverse());
  }
  return spaces;
}

// What is seen of cards, by "x,y"; later ones lie on top.
function seenOf(laid, deck) {
  const seen = new Map();
  for (const { card, x, y, rotation } of laid) {
    turned(deck[card], rotation).forEach((row, dy) => row.forEach((space, dx) => seen.set(`${x + dx},${y + dy}`, space)));
  }
  return seen;
}

const spotsOf = (seen) => [...seen.keys()].map((key) => key.split(",").map(Number));

export class CardCanvas {
  // `deck` holds each card's rows of spaces by its name; `laid` is changed in place, `onChange` told.
  constructor({ deck, onChange }) {
    this.deck = deck;
    this.onChange = onChange;
    this.element = make("div", { className: "laid-cards" });
  }

  // Show a player's cards; `taken` are those that lie elsewhere.
  show(laid, taken) {
    this.laid = laid;
    this.taken = new Set([...taken, ...laid.map(({ card }) => card)]);
    this.card = null;
    this.turn = 0;
    this.place = null;
    this.refresh();
  }

  get seen() {
    return seenOf(this.laid, this.deck);
  }

  // The spaces of the chosen card at its place.
  get ghost() {
    if (this.card === null || this.place === null) return new Map();
    const [x, y] = this.place;
    return seenOf([{ card: this.card, x, y, rotation: this.turn }], this.deck);
  }

  // Whether the chosen card would touch or cover the others; the first one lies anywhere.
  get fits() {
    const { seen, ghost } = this;
    const touches = ([x, y]) => [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].some(([sx, sy]) => seen.has(`${x + sx},${y + sy}`));
    return ghost.size > 0 && (seen.size === 0 || spotsOf(ghost).some(touches));
  }

  choose(card) {
    this.card = card;
    this.place ??= this.laid.length ? null : [0, 0];
    this.refresh(`[data-card="${card}"]`);
  }

  lay() {
    const [x, y] = this.place;
    this.laid.push({ card: this.card, x, y, rotation: this.turn });
    this.taken.add(this.card);
    [this.card, this.place, this.turn] = [null, null, 0];
    this.changed();
  }

  takeBack() {
    this.taken.delete(this.laid.pop().card);
    this.place = null;
    this.changed();
  }

  changed() {
    this.onChange();
    this.refresh("[data-card]:not(:disabled)");
  }

  refresh(focus = null) {
    const isFull = this.laid.length >= MAX_CARDS;
    const cards = isFull ? [] : Object.keys(this.deck).filter((card) => !this.taken.has(card)).map((card) => this.choice(card));
    const deck = group("deck", t("cards.choose"), cards);
    const isNone = this.card === null;
    const turnOn = () => {
      this.turn = (this.turn + 90) % 360;
      this.refresh("#turn-card");
    };
    const turn = button(t("lay.turn"), turnOn, { id: "turn-card", disabled: isNone });
    const lay = button(isNone ? t("cards.lay") : t("lay.lay", { card: this.card }), () => this.lay(),
      { id: "lay-card", className: "strong", disabled: !this.fits });
    const back = button(t("cards.back"), () => this.takeBack(), { id: "take-card-back", disabled: this.laid.length === 0 });
    const names = this.laid.map(({ card }) => card).join(", ");
    const status = make("p", { className: "note", role: "status",
      textContent: `${t("cards.laid", { n: this.laid.length })}${names ? `: ${names}` : ""}. ${this.hint()}` });
    const tools = make("div", { className: "row" }, turn, lay, back);
    const scroll = deck.scrollTop;
    this.element.replaceChildren(this.canvas(), tools, status, ...(cards.length ? [deck] : []));
    deck.scrollTop = scroll;
    if (focus) this.element.querySelector(focus)?.focus();
  }

  hint() {
    if (this.laid.length >= MAX_CARDS) return "";
    if (this.card === null) return t("cards.choose");
    if (this.place === null) return t("cards.tap");
    return this.fits ? "" : t("cards.touch");
  }

  choice(card) {
    const words = this.deck[card].map((row) => row.map(saySpace).join(", ")).join("; ");
    return make("button", {
      type: "button", dataset: { card }, ariaLabel: `${card}: ${words}`, ariaPressed: card === this.card,
      onclick: () => this.choose(card),
    }, cardFace(this.deck[card]), make("span", { textContent: card }));
  }

  // The columns and rows that are shown: the stand with room around it, and the card to be laid.
  get bounds() {
    const spots = spotsOf(this.seen);
    if (!spots.length) return [-AROUND, -AROUND, WIDE - AROUND - 1, HIGH - AROUND - 1];
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    return [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND, Math.max(...xs) + AROUND, Math.max(...ys) + AROUND];
  }

  canvas() {
    const [left, top, right, bottom] = this.bounds;
    const { seen, ghost } = this;
    const cells = [];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const key = `${x},${y}`;
        const space = ghost.get(key) ?? seen.get(key);
        const cell = button("", () => this.moveTo(x, y), { dataset: { at: key } });
        paintCell(cell, space, y - top, x - left);
        cell.classList.toggle("ghosted", ghost.has(key));
        cells.push(cell);
      }
    }
    return canvasOf(cells, right - left + 1);
  }

  moveTo(x, y) {
    this.place = [x, y];
    this.refresh(`[data-at="${x},${y}"]`);
  }
}

// Show a space of a stand, if any, in a cell of a canvas.
export function paintCell(cell, space, row, column) {
  const what = space ? saySpace(space) : t("board.blank");
  const place = t("place", { row: row + 1, column: column + 1 });
  Object.assign(cell, {
    textContent: space ?? "", className: space ? `good-${space[0]}` : "", ariaLabel: t("board.spot", { what, place }),
  });
}

export const canvasOf = (cells, columns) =>
  group("painted", t("sheet.canvas"), cells, { style: { gridTemplateColumns: `repeat(${columns}, 1fr)` } });

const saySpace = (space) => say(space[0]) + (space.length > 1 ? `, ${t("sheet.mouse")}` : "");
