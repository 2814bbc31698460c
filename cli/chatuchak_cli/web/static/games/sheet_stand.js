// A stand on a score sheet: painted as it is seen, or laid card by card.

import { hasParts, isString } from "../storage.js";
import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { assumedMark, chosenBox, select, toggle } from "./parts.js";
import { rowsOf } from "./pieces.js";
import { PlacementEditor, cardsOfSheet } from "./placement_editor.js";
import { say, saySpace } from "./words.js";

const SIDE = 11; // spaces of the canvas across
const ROWS = 12;
const KINDS = [..."SBGCMcpb"];
const NOTHING = ".";

export class StandEntry {
  constructor(form) {
    Object.assign(this, { form, kind: KINDS[0], hasMouse: false });
    this.deck = null; // each card's rows of spaces
    this.editor = new PlacementEditor({
      onLay: ({ name }, { x, y, turn }) => this.change([...this.value.laid, { card: name, x, y, rotation: turn }]),
    });
  }

  fresh() {
    return { how: "seen", spaces: Array(SIDE * ROWS).fill(NOTHING), laid: [] };
  }

  isValid(value) {
    const isSpace = (space) => /^([SBGCMcpb]\*?|\.)$/.test(space);
    const isLaid = hasParts({ card: isString, x: Number.isInteger, y: Number.isInteger, rotation: (turn) => [0, 90, 180, 270].includes(turn) });
    return hasParts({ how: isString, spaces: Array.isArray, laid: Array.isArray })(value)
      && value.spaces.length === SIDE * ROWS && value.spaces.every(isSpace) && value.laid.every(isLaid);
  }

  show(_, value) {
    this.value = value;
    const how = select(t("cards.how"), [["seen", t("cards.how_seen")], ["cards", t("cards.how_cards")]], value.how, (chosen) => {
      for (const { visible } of this.form.players) visible.how = chosen;
      this.form.changed();
      this.form.refresh();
    }, "how");
    return [how, ...(value.how === "cards" ? this.laying() : this.painting())];
  }

  // What the file calls it, and what it says there.
  nameOf({ how, laid }) {
    return how === "cards" && laid.length ? "placements" : "visible";
  }

  said(_, { how, spaces, laid }) {
    if (how !== "cards") return trimmed(spaces);
    return laid.length ? laid : [NOTHING];
  }

  // The stand laid card by card.
  laying() {
    const note = (textContent) => make("p", { className: "note", role: "status", textContent });
    if (!this.deck) {
      this.askDeck().catch(({ message }) => { this.form.element.querySelector(".note").textContent = message; });
      return [note(t("cards.wait"))];
    }
    const laid = this.value.laid = this.value.laid.filter(({ card }) => Object.hasOwn(this.deck, card));
    const taken = this.form.players.flatMap(({ visible }) => visible.laid.map(({ card }) => card));
    const offered = cardsOfSheet(laid, this.deck, taken);
    this.editor.show(offered);
    const names = laid.map(({ card }) => card).join(", ");
    const words = [`${t("cards.laid", { n: laid.length })}${names ? `: ${names}` : ""}.`, ...(offered.cards.length ? [t("cards.choose")] : [])];
    const back = button(t("cards.back"), () => this.change(laid.slice(0, -1)), { id: "take-card-back", disabled: !laid.length });
    return [this.editor.table, this.editor.element, note(words.join(" ")), back, assumedMark(this.assumed)];
  }

  change(laid) {
    this.value.laid = laid;
    this.form.changed();
    this.form.refresh();
    this.form.element.querySelector(".card")?.focus();
  }

  async askDeck() {
    const { parts: [{ words }], assumed } = await ask("parts", { game: "market-stand", players: this.form.least, ...chosenBox() });
    this.assumed = assumed;
    this.deck = Object.fromEntries(Object.entries(words).map(([card, rows]) => [card, rowsOf(rows)]));
    if (this.value.how === "cards") this.form.refresh();
  }

  // The stand as it is seen from above.
  painting() {
    const choose = (kind) => {
      this.kind = kind;
      this.form.refresh();
      this.form.element.querySelector(".paints [aria-pressed='true']").focus();
    };
    const paints = [...KINDS, NOTHING].map((kind) => button(kind === NOTHING ? t("sheet.erase") : say(kind), () => choose(kind),
      { className: kind === NOTHING ? "" : `good-${kind}`, ariaPressed: kind === this.kind }));
    const mouse = toggle(t("sheet.mouse"), this.hasMouse, (isOn) => { this.hasMouse = isOn; });
    return [group("chips paints", t("sheet.paint"), [...paints, mouse]), this.canvas()];
  }

  canvas() {
    const { spaces } = this.value;
    const paint = (cell, at) => {
      const space = spaces[at] === NOTHING ? "" : spaces[at];
      const place = t("place", { row: Math.floor(at / SIDE) + 1, column: (at % SIDE) + 1 });
      Object.assign(cell, {
        textContent: space, className: space && `good-${space[0]}`,
        ariaLabel: t("board.spot", { what: space ? saySpace(space) : t("board.blank"), place }),
      });
    };
    const cells = spaces.map((_, at) => {
      const cell = button("", () => {
        spaces[at] = this.kind === NOTHING ? NOTHING : `${this.kind}${this.hasMouse ? "*" : ""}`;
        this.form.changed();
        paint(cell, at);
      });
      paint(cell, at);
      return cell;
    });
    return group("painted", t("sheet.canvas"), cells, { style: { gridTemplateColumns: `repeat(${SIDE}, 1fr)` } });
  }
}

const isPainted = (spaces) => spaces.some((space) => space !== NOTHING);
const between = (lines) => lines.slice(Math.max(0, lines.findIndex(isPainted)), lines.findLastIndex(isPainted) + 1);
const turned = (lines) => lines[0].map((_, at) => lines.map((line) => line[at]));

// The rows of a canvas without what is empty around; one empty space where nothing is painted.
function trimmed(spaces) {
  const rows = between(Array.from({ length: ROWS }, (_, row) => spaces.slice(row * SIDE, (row + 1) * SIDE)));
  return rows.length ? turned(between(turned(rows))).map((row) => row.join(" ")) : [NOTHING];
}
