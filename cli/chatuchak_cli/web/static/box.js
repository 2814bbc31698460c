// The user's own game data: a box file as `--box` of the command line reads it. Tiles and ranks are
// stored on their own; parts that the page does not use stay as they are in the file.

import { RANKS, TILES } from "./collection.js";
import { checkedRanks, onTransfer, readJson, readTiles, saveJson } from "./files.js";
import { LETTERS, MAX_OF_A_COLOR, SPOTS, colorName } from "./grid.js";
import { Stored, is, isObject } from "./storage.js";
import { labeled, make } from "./elements.js";
import { isNew } from "./tables.js";
import { t } from "./texts.js";
import { onSubmit, showMessage } from "./message.js";
import { sum } from "./numbers.js";

const FORMAT = { format: "chatuchak-box", version: 1 };
const BOX = new Stored("box", is(isObject)); // without tiles and ranks
const MIN_OF_A_COLOR = 2;
const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const withoutEmpty = (ranks) => ranks.map(({ name, most }) => (most === null ? { name } : { name, most }));

function checkedCounts(counts) {
  const isCount = (n) => Number.isInteger(n) && n >= MIN_OF_A_COLOR && n <= MAX_OF_A_COLOR;
  const isValid = Array.isArray(counts) && counts.length === LETTERS.length && counts.every(isCount);
  if (!isValid || sum(counts) !== SPOTS - 1) {
    throw new Error(t("box.counts_wrong", { least: MIN_OF_A_COLOR, most: MAX_OF_A_COLOR, sum: SPOTS - 1 }));
  }
  return counts;
}

// The parts that were photographed, typed or imported here; null if there are none.
export function ownParts() {
  const parts = { ...BOX.value };
  if (RANKS.value) parts.ranks = withoutEmpty(RANKS.value);
  if (TILES.value.length) parts.tiles = TILES.value.map(({ grid }) => grid);
  return Object.keys(parts).length ? parts : null;
}

// Show the mark of assumed data: a tap tells the reason.
export function markAssumed(details, parts) {
  details.hidden = parts.length === 0;
  if (!isNew(details, parts)) return;
  const names = parts.map((part) => t(`box_part.${part}`)).join(", ");
  details.replaceChildren(make("summary", { textContent: t("assumed.mark") }),
    make("p", { textContent: t("assumed.why", { parts: names }) }));
}

export class Box {
  // `served` is the box of the page's data.
  constructor(find, { served, ownTiles, ranks, onChange }) {
    Object.assign(this, { find, served, ownTiles, ranks, onChange });
    const save = () => saveJson("box.json", { ...FORMAT, ...this.served.file, ...ownParts() });
    onTransfer(find, "box", { save, load: (text) => this.load(text) });
    find("box-reset").addEventListener("click", () => this.change(null, t("say.box_reset")));
    onSubmit(find("counts-form"), () => {
      const counts = checkedCounts(this.fields.map((field) => field.valueAsNumber));
      this.change({ ...BOX.value, counts }, t("say.counts_kept"));
    });
  }

  get counts() {
    return BOX.value?.counts ?? this.served.counts;
  }

  get fields() {
    return [...this.find("counts-rows").querySelectorAll("input")];
  }

  // Those of the parts that are assumed.
  assumed(...parts) {
    const own = ownParts() ?? {};
    const isOwn = (part) => own.confirmed?.includes(part) || (part !== "tiles" && part in own);
    return parts.filter((part) => this.served.assumed.includes(part) && !isOwn(part));
  }

  // Store the parts other than tiles and ranks.
  change(parts, words, areOthersSaved = true) {
    const before = BOX.value;
    const isSaved = BOX.write(parts) && areOthersSaved;
    this.onChange();
    showMessage(words, "good", { isSaved, undo: () => this.change(before, "") });
  }

  // Take the parts of a box file, or a file of ranks; parts with the assumed values are not own.
  load(text) {
    const { format = FORMAT.format, version = FORMAT.version, tiles, ranks, ...parts } = readJson(text);
    if (format !== FORMAT.format || version !== FORMAT.version) throw new Error(t("box.no_box"));
    const { shipped } = this.served;
    const isOwn = (part, value) =>
      value !== undefined && (parts.confirmed?.includes(part) || !isEqual(value, shipped[part]));
    const isList = Array.isArray(tiles);
    const found = isList && isOwn("tiles", tiles) ? readTiles(JSON.stringify(tiles)) : [];
    const own = isOwn("ranks", ranks) ? checkedRanks([ranks].flat().map((rank) => ({ name: rank?.name, most: rank?.most ?? null }))) : null;
    if (isOwn("counts", parts.counts)) checkedCounts(parts.counts);
    else delete parts.counts;
    if (tiles !== undefined && !isList) parts.tiles = tiles; // the name of a file
    const isSaved = [found.length === 0 || this.ownTiles.addAll(found), own === null || this.ranks.set(own)];
    this.change(Object.keys(parts).length ? parts : null, t("say.box_loaded"), isSaved.every(Boolean));
  }

  show() {
    const parts = Object.keys(ownParts() ?? {});
    if (!isNew(this.find("counts-rows"), this.counts, parts, BOX.value === null)) return;
    this.find("counts-rows").replaceChildren(...[...LETTERS].map((letter, index) => labeled(colorName(letter),
      make("input", { type: "number", min: MIN_OF_A_COLOR, max: MAX_OF_A_COLOR, required: true, value: this.counts[index] ?? "" }))));
    const own = parts.filter((part) => this.served.assumed.includes(part));
    this.find("box-own").textContent = own.length ? t("box.own", { parts: own.map((part) => t(`box_part.${part}`)).join(", ") }) : t("box.none");
    this.find("box-reset").hidden = BOX.value === null;
  }
}
