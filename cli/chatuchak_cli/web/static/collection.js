// Tiles and rank borders of one's own: kept here, taken in and given out as files.

import { checkedRanks, onTransfer, readTiles, saveFile, tilesText } from "./files.js";
import { make } from "./elements.js";
import { isGrid } from "./grid.js";
import { Stored, hasParts, is, isString, listOf } from "./storage.js";
import { isNew, showMine } from "./tables.js";
import { dayOf } from "./daily.js";
import { fromTemplate, rankName, shownDay, t } from "./texts.js";
import { onSubmit, showMessage } from "./message.js";

export const TILES = new Stored("tiles", listOf(is(hasParts({ name: isString, grid: isGrid }))), { otherwise: [] });
export const RANKS = new Stored("ranks", checkedRanks);

const inserted = (tiles, place, ...added) => [...tiles.slice(0, place), ...added, ...tiles.slice(place)];

export class OwnTiles {
  // `factsOf` gives {optimum, difficulty} of a grid as far as they are known.
  constructor(find, { onPlay, onEdit, onChange, factsOf }) {
    Object.assign(this, { find, onPlay, onEdit, onChange, factsOf });
    this.isRanking = false; // whether tiles wait for their difficulties, to be sorted by them
    const load = (text) => {
      const found = readTiles(text);
      showMessage(t("say.imported", { n: found.length }), "good", { isSaved: this.addAll(found) });
    };
    onTransfer(find, "mine", { save: () => saveFile("my-tiles.txt", tilesText(this.tiles), "text/plain"), load });
    find("mine-sort").addEventListener("click", () => {
      this.isRanking = true;
      if (!this.rank()) showMessage(t("say.ranking"));
    });
  }

  get tiles() {
    return TILES.value;
  }

  // Put the easiest first, once all are measured; tell whether they are.
  rank() {
    const value = ({ grid }) => this.factsOf(grid).difficulty;
    if (this.tiles.some((tile) => value(tile) === undefined)) return false;
    this.isRanking = false;
    const key = (tile) => value(tile) ?? Number.MAX_VALUE;
    this.store((tiles) => [...tiles].sort((a, b) => key(a) - key(b)));
    return true;
  }

  nameOf(grid) {
    return this.tiles.find((tile) => tile.grid === grid)?.name ?? null;
  }

  // Keep a tile; one that is there already gets the new name. Returns its name, and whether it is saved.
  add(name, grid, replaces = null) {
    const wanted = name || this.nameOf(grid) || t("entry.unnamed", { day: shownDay(dayOf()) });
    const given = this.freeName(wanted, [grid, replaces?.grid]);
    const isSaved = this.store((tiles) => {
      const place = tiles.findIndex((tile) => tile.grid === replaces?.grid);
      const others = tiles.filter((tile) => tile.grid !== grid && tile.grid !== replaces?.grid);
      return inserted(others, place < 0 ? others.length : place, { name: given, grid });
    });
    return { name: given, isSaved };
  }

  // Keep several; tell whether they are saved.
  addAll(tiles) {
    return tiles.map(({ name, grid }) => this.add(name, grid).isSaved).every(Boolean);
  }

  // A name that no tile has but those of `grids`.
  freeName(name, grids) {
    const taken = new Set(this.tiles.filter(({ grid }) => !grids.includes(grid)).map((tile) => tile.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
    return free;
  }

  remove(gone) {
    const place = this.tiles.findIndex(({ grid }) => grid === gone.grid);
    const without = (tiles) => tiles.filter(({ grid }) => grid !== gone.grid);
    const isSaved = this.store(without);
    const undo = () => this.store((tiles) => inserted(without(tiles), place, gone));
    showMessage(t("say.removed", { name: gone.name }), "", { undo, isSaved });
    this.find("mine-import").focus({ preventScroll: true });
  }

  // Put a tile to another place, unless another tab has removed it meanwhile.
  move(grid, to) {
    const moved = this.tiles.find((tile) => tile.grid === grid);
    this.isRanking = false;
    if (!moved) {
      this.onChange();
      return;
    }
    const isSaved = this.store((tiles) => inserted(tiles.filter((tile) => tile.grid !== grid), to, moved));
    showMessage(t("say.moved", { name: moved.name, place: to + 1 }), "", { isSaved });
    this.find("mine").children[to]?.querySelector(".handle-of-row")?.focus();
  }

  store(change) {
    const isSaved = TILES.change(change);
    this.onChange();
    return isSaved;
  }

  show(current) {
    if (this.isRanking && this.rank()) return;
    const none = this.tiles.length === 0;
    this.find("mine-none").hidden = !none;
    this.find("mine-table").hidden = none;
    for (const name of ["mine-export", "mine-print", "mine-sort"]) this.find(name).disabled = none;
    showMine(this.find("mine"), this.tiles.map((tile) => ({ ...tile, ...this.factsOf(tile.grid) })), current, {
      onPlay: this.onPlay, onRemove: ({ name, grid }) => this.remove({ name, grid }), onChange: this.onEdit,
      onMove: (grid, to) => this.move(grid, to),
    });
  }
}

export class Ranks {
  // `served` are the ranks of the page's data.
  constructor(find, { served, onChange }) {
    Object.assign(this, { find, served, onChange });
    onSubmit(find("ranks-form"), () =>
      showMessage(t("say.ranks_kept"), "good", { isSaved: this.set(checkedRanks(this.written())) }));
    find("ranks-reset").addEventListener("click", () => {
      const { own } = this;
      const isSaved = this.set(null);
      if (own) showMessage(t("say.ranks_reset"), "", { undo: () => this.set(own), isSaved });
    });
  }

  get own() {
    return RANKS.value;
  }

  get list() {
    return this.own ?? this.served.map((rank) => ({ ...rank, name: rankName(rank.name) }));
  }

  set(ranks) {
    const isSaved = RANKS.write(ranks);
    this.fillForm();
    this.onChange();
    return isSaved;
  }

  written() {
    return [...this.find("ranks-rows").children].map(({ firstElementChild: name, lastElementChild: most }) =>
      ({ name: name.value.trim(), most: most.hidden ? null : most.valueAsNumber }));
  }

  fillForm() {
    this.find("ranks-rows").replaceChildren(...this.list.map(({ name, most }, index) => {
      const row = fromTemplate("rank-row").firstElementChild;
      const [field, border] = row.children;
      const n = index + 1;
      const isLast = most === null;
      Object.assign(field, { value: name, ariaLabel: t("ranks.name", { n }) });
      Object.assign(border, { value: most ?? "", hidden: isLast, disabled: isLast, ariaLabel: t("ranks.most", { n }) });
      return row;
    }));
  }

  show(current) {
    const { list } = this;
    if (!isNew(this.find("ranks"), list, current)) return;
    this.find("ranks").replaceChildren(...list.map(({ name, most }, index) => {
      const from = index ? list[index - 1].most + 1 : 0;
      const key = most === null ? "ranks.from" : index ? "ranks.between" : "ranks.up_to";
      return make("li", { ariaCurrent: name === current ? "true" : null }, make("span", { textContent: name }),
        make("span", { className: "range", textContent: t(key, { from, most }) }));
    }));
  }
}
