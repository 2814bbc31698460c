// A stand on a score sheet: painted as it is seen, or laid card by card.

import { hasParts, isString } from "../storage.js";
import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { ask } from "./api.js";
import { assumedMark, chosenBox, select, toggle } from "./parts.js";
import { rowsOf } from "./pieces.js";
import { CardCanvas, canvasOf, paintCell } from "./sheet_cards.js";
import { say } from "./words.js";

const SIDE = 11; // spaces of the canvas across
const ROWS = 12;
const KINDS = [..."SBGCMcpb"];
const NOTHING = ".";

export class StandEntry {
  constructor(form) {
    this.form = form;
    this.kind = KINDS[0];
    this.hasMouse = false;
    this.cards = null; // the canvas of cards, once the deck is there
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

  show(_, { value }) {
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
    if (!this.cards) {
      this.askDeck();
      return [make("p", { className: "note", role: "status", textContent: t("cards.wait") })];
    }
    const others = this.form.players.map(({ visible }) => visible).filter((visible) => visible !== this.value);
    this.cards.show(this.value.laid, others.flatMap(({ laid }) => laid.map(({ card }) => card)));
    return [this.cards.element, assumedMark(this.assumed)];
  }

  async askDeck() {
    try {
      const { parts, assumed } = await ask("parts", { game: "market-stand", players: this.form.least, ...chosenBox() });
      this.assumed = assumed;
      const deck = Object.fromEntries(Object.entries(parts[0].words)
        .map(([card, rows]) => [card, rowsOf(rows)]));
      this.cards = new CardCanvas({ deck, onChange: () => this.form.changed() });
      if (this.value.how === "cards") this.form.refresh();
    } catch (error) {
      this.form.element.querySelector(".note").textContent = error.message;
    }
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
    const paint = (cell, at) => paintCell(cell, spaces[at] === NOTHING ? null : spaces[at], Math.floor(at / SIDE), at % SIDE);
    return canvasOf(spaces.map((_, at) => {
      const cell = button("", () => {
        spaces[at] = this.kind === NOTHING ? NOTHING : `${this.kind}${this.hasMouse ? "*" : ""}`;
        this.form.changed();
        paint(cell, at);
      });
      paint(cell, at);
      return cell;
    }), SIDE);
  }
}

// The rows of a canvas without what is empty around; one empty space where nothing is painted.
function trimmed(spaces) {
  const rows = Array.from({ length: ROWS }, (_, row) => spaces.slice(row * SIDE, (row + 1) * SIDE));
  const columns = Array.from({ length: SIDE }, (_, column) => column)
    .filter((column) => rows.some((row) => row[column] !== NOTHING));
  const lines = rows.map((_, row) => row).filter((row) => rows[row].some((space) => space !== NOTHING));
  if (!columns.length) return [NOTHING];
  return rows.slice(lines[0], lines[lines.length - 1] + 1)
    .map((row) => row.slice(columns[0], columns[columns.length - 1] + 1).join(" "));
}
