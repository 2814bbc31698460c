// Tiles and rank borders of one's own: kept here, taken in and given out as files.

import { onFile, checkedRanks, ranksText, readRanks, readTiles, saveFile, tilesText } from "./files.js";
import { parse } from "./grid.js";
import { keep, recall, recallList } from "./storage.js";
import { make, showMine, showRanks } from "./tables.js";
import { dayOf } from "./daily.js";
import { rankName, shownDay, t } from "./texts.js";

const isTile = (one) => typeof one?.name === "string" && typeof one?.grid === "string" && isGrid(one.grid);

function isGrid(text) {
  try {
    return parse(text) !== "";
  } catch {
    return false;
  }
}

export class OwnTiles {
  // `factsOf` gives {optimum, difficulty} of a grid as far as they are known.
  constructor(find, { onPlay, onEdit, onChange, say, factsOf }) {
    Object.assign(this, { find, onPlay, onEdit, factsOf });
    this.onChange = onChange;
    this.tiles = recallList("tiles").filter(isTile);
    find("mine-export").addEventListener("click", () =>
      saveFile("my-tiles.txt", tilesText(this.tiles), "text/plain"));
    find("mine-import").addEventListener("click", () => find("mine-file").click());
    onFile(find("mine-file"), (text) => {
      const found = readTiles(text);
      for (const { name, grid } of found) this.add(name, grid);
      say(t("say.imported", { n: found.length }), "good");
    }, (error, file) => say(t("say.wrong_file", { file, why: error.message }), "bad"));
    find("mine-sort").addEventListener("click", () => this.rank());
    this.say = say;
  }

  // Put the easiest first; what nobody has measured yet comes last.
  rank() {
    const value = ({ grid }) => this.factsOf(grid).difficulty ?? Infinity;
    this.tiles = [...this.tiles].sort((one, other) => (value(one) < value(other) ? -1 : Number(value(one) > value(other))));
    this.store();
  }

  nameOf(grid) {
    return this.tiles.find((tile) => tile.grid === grid)?.name ?? null;
  }

  // Keep a tile; one that is there already gets the new name. Returns the name.
  add(name, grid, replaces = null) {
    const before = this.tiles;
    if (replaces) this.tiles = this.tiles.filter((tile) => tile !== replaces);
    const given = name || this.nameOf(grid) || this.freeName(t("entry.unnamed", { day: shownDay(dayOf()) }));
    const place = replaces ? before.indexOf(replaces) : this.tiles.length;
    const others = this.tiles.filter((tile) => tile.grid !== grid);
    this.tiles = [...others.slice(0, place), { name: given, grid }, ...others.slice(place)];
    this.store();
    return given;
  }

  freeName(name) {
    const taken = new Set(this.tiles.map((tile) => tile.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
    return free;
  }

  remove(gone) {
    this.tiles = this.tiles.filter((tile) => tile !== gone);
    this.store();
    this.say(t("say.removed", { name: gone.name }));
    this.find("mine-import").focus();
  }

  // Put the tile at one place to another.
  move(from, to) {
    const tiles = [...this.tiles];
    const [moved] = tiles.splice(from, 1);
    tiles.splice(to, 0, moved);
    this.tiles = tiles;
    this.store();
    this.say(t("say.moved", { name: moved.name, place: to + 1 }));
    this.find("mine").children[to]?.querySelector(".handle-of-row")?.focus();
  }

  store() {
    keep("tiles", this.tiles);
    this.onChange();
  }

  show(current) {
    const none = this.tiles.length === 0;
    this.find("mine-none").hidden = !none;
    this.find("mine-table").hidden = none;
    for (const name of ["mine-export", "mine-print", "mine-sort"]) this.find(name).disabled = none;
    const own = (use) => (grid) => use(this.tiles.find((tile) => tile.grid === grid));
    showMine(this.find("mine"), this.tiles.map((tile) => ({ ...tile, ...this.factsOf(tile.grid) })), current, {
      onPlay: this.onPlay,
      onRemove: own((tile) => this.remove(tile)),
      onChange: own((tile) => this.onEdit(tile)),
      onMove: (from, to) => this.move(from, to),
    });
  }
}

export class Ranks {
  constructor(find, { onChange, say }) {
    this.find = find;
    this.onChange = onChange;
    this.say = say;
    this.shipped = { assumed: false, ranks: [] };
    this.own = null;
    try {
      this.own = checkedRanks(recall("ranks", null));
    } catch {
      // None of one's own.
    }
    find("ranks-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(() => checkedRanks(this.written()));
    });
    find("rank-name").addEventListener("click", () => say(t("ranks.assumed")));
    find("ranks-reset").addEventListener("click", () => this.set(null));
    find("ranks-export").addEventListener("click", () =>
      saveFile("my-ranks.json", ranksText(this.list), "application/json"));
    find("ranks-import").addEventListener("click", () => find("ranks-file").click());
    onFile(find("ranks-file"), (text) => this.set(readRanks(text)),
      (error, file) => say(t("say.wrong_file", { file, why: error.message }), "bad"));
  }

  get list() {
    return this.own ?? this.shipped.ranks.map((rank) => ({ ...rank, name: rankName(rank.name) }));
  }

  get areAssumed() {
    return this.own === null && this.shipped.assumed;
  }

  take(read) {
    try {
      this.set(read());
      this.say(t("say.ranks_kept"), "good");
    } catch (error) {
      this.say(error.message, "bad");
    }
  }

  set(ranks) {
    this.own = ranks;
    keep("ranks", ranks);
    this.fillForm();
    this.onChange();
  }

  written() {
    return [...this.find("ranks-rows").children].map((row, index, rows) => {
      const [name, most] = row.querySelectorAll("input");
      return { name: name.value.trim(), most: index === rows.length - 1 ? null : most.valueAsNumber };
    });
  }

  fillForm() {
    this.find("ranks-rows").replaceChildren(...this.list.map(({ name, most }, index) => {
      const n = index + 1;
      const field = make("input", { type: "text", value: name, maxLength: 80, required: true });
      field.setAttribute("aria-label", t("ranks.name", { n }));
      const border = most === null ? [] : [make("input", { type: "number", min: 0, max: 999, value: most, required: true })];
      border.forEach((input) => input.setAttribute("aria-label", t("ranks.most", { n })));
      return make("div", { className: "row" }, field, ...border);
    }));
  }

  show(current) {
    this.find("ranks-assumed").hidden = !this.areAssumed;
    showRanks(this.find("ranks"), this.list, current);
  }
}
