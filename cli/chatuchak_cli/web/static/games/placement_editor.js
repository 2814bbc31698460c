// Laying cards on a stand: choose one, turn it, tap where it goes, lay it.

import { button, cover, group, make } from "../elements.js";
import { t } from "../texts.js";
import { addressOf, picture } from "./picture.js";
import { cardFace } from "./pieces.js";
import { say, saySpace } from "./words.js";

const AROUND = 3; // spaces of table around a stand: as far as a card can reach
const [LONG, SHORT] = [3, 2]; // a card's sides in spaces
const FOOT = 18 / 48; // below a stand's picture, in spaces
const TURNS = [0, 90, 180, 270];
const MAX_CARDS = 8; // of a stand

const sizeOf = (turn) => (turn % 180 ? [SHORT, LONG] : [LONG, SHORT]);
const middleOf = ({ x, y, turn }) => [x + sizeOf(turn)[0] / 2, y + sizeOf(turn)[1] / 2];

export class PlacementEditor {
  // `onLay` gets the chosen card and its place.
  constructor({ onLay }) {
    this.onLay = onLay;
    this.element = make("div", { className: "lay", hidden: true });
    this.table = make("div", { className: "laying" }); // where the stand is, and the card over it
  }

  // Offer cards {name, text, label, picture, places}, of which `chosen` is chosen: `picture` makes a
  // picture, places are {x, y, turn}. `stand` is {spaces, svg, words} or {spaces, laid}, or null before
  // the first card.
  show({ cards, stand, chosen }) {
    Object.assign(this, { cards, stand, card: chosen ?? null });
    this.element.hidden = !cards.length;
    if (chosen) this.choose(chosen);
    else this.refresh();
  }

  // Show a card where an action would lay it; returns whether it is one of those offered.
  preview(action) {
    const card = this.cards.find(({ places }) => places.some((place) => place.action === action));
    if (!card || !this.stand) return false;
    const place = card.places.find((item) => item.action === action);
    Object.assign(this, { card, turn: place.turn, place });
    this.refresh();
    return true;
  }

  get open() {
    return this.card.places.filter(({ turn }) => turn === this.turn);
  }

  choose(card) {
    const [place] = card.places;
    Object.assign(this, { card, place, turn: place.turn });
    this.refresh(`[data-card="${CSS.escape(card.name)}"]`);
  }

  turnOn() {
    const turns = TURNS.filter((turn) => this.card.places.some((place) => place.turn === turn));
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length];
    this.place = this.nearest(middleOf(this.place));
    this.refresh(".turn");
  }

  nextPlace() {
    this.place = this.open[(this.open.indexOf(this.place) + 1) % this.open.length];
    this.refresh(".next");
  }

  nearest([x, y]) {
    const distance = (place) => {
      const [placeX, placeY] = middleOf(place);
      return Math.hypot(placeX - x, placeY - y);
    };
    return this.open.reduce((best, place) => (distance(place) < distance(best) ? place : best));
  }

  refresh(focus = null) {
    const { card: chosen, stand } = this;
    const hadFocus = this.element.contains(document.activeElement);
    const scrolled = this.element.firstElementChild?.scrollTop ?? 0;
    const cards = group("cards", t("lay.cards"), this.cards.map((card) => make("button", {
      type: "button", className: "card", dataset: { card: card.name }, ariaLabel: card.label ?? null,
      ariaPressed: card === chosen, onclick: () => this.choose(card),
    }, card.picture(), make("span", { textContent: card.text }))));
    const tools = make("div", { className: "row" });
    if (chosen && stand) {
      tools.append(button(t("lay.turn"), () => this.turnOn(), { className: "turn" }),
        button(t("lay.next"), () => this.nextPlace(), { className: "next" }));
    }
    if (chosen) {
      tools.append(button(t(stand ? "lay.lay" : "lay.start", { card: chosen.name }),
        () => this.onLay(chosen, this.place), { className: "strong" }));
    }
    this.table.replaceChildren(...(stand ? [this.canvas()] : []));
    this.element.replaceChildren(cards, tools);
    cards.scrollTop = scrolled;
    if (focus && hadFocus) this.element.querySelector(focus)?.focus();
  }

  // The table around the stand, with the chosen card where it would lie.
  canvas() {
    const { spaces: [left, top, right, bottom], svg, words, laid = [] } = this.stand;
    const columns = right - left + 1 + 2 * AROUND;
    const rows = bottom - top + 1 + 2 * AROUND;
    const canvas = make("div", { className: "canvas", style: { aspectRatio: `${columns} / ${rows}` } });
    canvas.style.setProperty("--ratio", columns / rows);
    const put = (element, x, y, wide, high) => {
      cover(element, [(x - left + AROUND) / columns, (y - top + AROUND) / rows, wide / columns, high / rows]);
      canvas.append(element);
    };
    const lay = (className, { picture: drawn }, place) => {
      const [x, y] = middleOf(place);
      const element = make("div", { className, style: { transform: `rotate(${place.turn}deg)` } }, drawn());
      put(element, x - LONG / 2, y - SHORT / 2, LONG, SHORT);
    };
    if (svg) put(make("img", { src: addressOf(svg), alt: words, className: "laid" }), left - 0.5, top - 0.5, right - left + 2, bottom - top + 2 + FOOT);
    for (const card of laid) lay("laid", card, card);
    if (this.card) lay("ghost", this.card, this.place);
    canvas.addEventListener("click", ({ clientX, clientY }) => {
      if (!this.card) return;
      const box = canvas.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * columns + left - AROUND;
      const y = ((clientY - box.top) / box.height) * rows + top - AROUND;
      this.place = this.nearest([x, y]);
      this.refresh();
    });
    return canvas;
  }
}

// What a game lets its player lay.
export function cardsOfGame({ cards, boards: [own], viewer }) {
  const offered = cards.filter(({ places }) => places.length).map(({ source, card, svg, places }) => ({
    name: card, text: t(`source.${source}`, { card }), picture: () => picture(svg, card),
    places: places.sort((a, b) => a.turn - b.turn),
  }));
  const isOwn = own?.spaces && own.title === `player ${viewer + 1}`;
  return { cards: offered, stand: isOwn ? { ...own, words: say(own.title) } : null, chosen: offered[0] };
}

// What can be laid on a score sheet: `laid` are the cards of a stand, `deck` holds each card's rows of
// spaces by its name, and `taken` are the cards of all stands.
export function cardsOfSheet(laid, deck, taken) {
  const faceOf = (name) => () => cardFace(deck[name]);
  const boxes = laid.map(({ x, y, rotation }) => [x, y, x + sizeOf(rotation)[0], y + sizeOf(rotation)[1]]);
  const [left, top, right, bottom] = [Math.min, Math.min, Math.max, Math.max].map((choose, side) => choose(...boxes.map((box) => box[side])));
  const isTouching = ({ x, y, turn }) => boxes.some(([x1, y1, x2, y2]) => {
    const [wide, high] = sizeOf(turn);
    const [across, down] = [Math.min(x + wide, x2) - Math.max(x, x1), Math.min(y + high, y2) - Math.max(y, y1)];
    return across >= 0 && down >= 0 && across + down > 0;
  });
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, more) => from + more);
  const places = laid.length
    ? TURNS.flatMap((turn) => range(top - LONG, bottom).flatMap((y) => range(left - LONG, right).map((x) => ({ x, y, turn })))).filter(isTouching)
    : [{ x: 0, y: 0, turn: 0 }];
  const free = laid.length < MAX_CARDS ? Object.keys(deck).filter((name) => !taken.includes(name)) : [];
  return {
    cards: free.map((name) => ({
      name, text: name, label: `${name}: ${deck[name].map((row) => row.map(saySpace).join(", ")).join("; ")}`,
      picture: faceOf(name), places,
    })),
    stand: laid.length ? {
      spaces: [left, top, right - 1, bottom - 1],
      laid: laid.map(({ card, x, y, rotation }) => ({ x, y, turn: rotation, picture: faceOf(card) })),
    } : null,
  };
}
