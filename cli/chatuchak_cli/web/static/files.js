// Files of tiles as `--tiles` of the command line reads them, and checks of ranks.

import { make } from "./elements.js";
import { format, parse } from "./grid.js";
import { t } from "./texts.js";
import { showMessage } from "./message.js";

const MAX_TILES = 500;
const MAX_BYTES = 200_000;
const MAX_NAME = 80;

// Tiles one a line, each below its name as a remark.
export const tilesText = (tiles) =>
  tiles.map(({ name, grid }) => `# ${name}\n${grid}\n`).join("\n");

// The tiles of a file: [{name, grid}]; names are null where there are none. Throws in words.
export function readTiles(text) {
  const found = /^\s*[{[]/.test(text) ? tilesOfJson(text) : tilesOfText(text);
  if (!found.length) throw new Error(t("file.no_tiles"));
  if (found.length > MAX_TILES) throw new Error(t("file.many_tiles", { most: MAX_TILES }));
  return found.map(({ name, grid }, index) => {
    try {
      return { name: name?.slice(0, MAX_NAME) || null, grid: format(parse(grid)) };
    } catch (error) {
      throw new Error(t("file.tile", { n: index + 1, why: error.message }));
    }
  });
}

function tilesOfJson(text) {
  const document = readJson(text);
  const tiles = Array.isArray(document) ? document : document.tiles;
  if (!Array.isArray(tiles) || !tiles.every((tile) => typeof tile === "string")) {
    throw new Error(t("file.no_tiles"));
  }
  return tiles.map((grid) => ({ name: null, grid }));
}

// Grids one a line, or as blocks of rows with blank lines between; "#" starts a remark, and one
// before a grid is its name.
function tilesOfText(text) {
  const found = [];
  let [name, rows] = [null, null]; // of the grid at hand; its rows are null between grids
  for (const line of text.split(/\r?\n/)) {
    const [body, ...remarks] = line.split("#");
    const row = body.trim();
    const isWhole = row.includes("/");
    if (remarks.length && !rows) name = remarks.join("#").trim();
    if (isWhole || (!row && !remarks.length)) rows = null; // a remark alone ends no grid
    if (!row) continue;
    if (!rows) {
      rows = [];
      found.push({ name, rows });
    }
    rows.push(row);
    name = null;
    if (isWhole) rows = null;
  }
  return found.map((tile) => ({ name: tile.name, grid: tile.rows.join("/") }));
}

// Ranks are [{name, most}], null for the last one's most.
export function checkedRanks(ranks) {
  if (!ranks.length) throw new Error(t("file.no_ranks"));
  let border = -1;
  ranks.forEach(({ name, most }, index) => {
    const n = index + 1;
    const isLast = n === ranks.length;
    if (typeof name !== "string" || !name.trim() || name.length > MAX_NAME || /\p{C}/u.test(name)) {
      throw new Error(t("file.rank_name", { n }));
    }
    if (isLast && most !== null) throw new Error(t("file.rank_last"));
    if (isLast) return;
    if (!Number.isInteger(most) || most < 0) throw new Error(t("file.rank_most", { n }));
    if (most <= border) throw new Error(t("file.rank_order", { n, most: border }));
    border = most;
  });
  return ranks;
}

export function readJson(text) {
  let document = null;
  try {
    document = JSON.parse(text);
  } catch {
    // It is told below.
  }
  if (typeof document !== "object" || document === null) throw new Error(t("file.not_json"));
  return document;
}

export const saveJson = (name, value) => saveFile(name, `${JSON.stringify(value, null, 1)}\n`, "application/json");

// Let the browser save a text as a file.
export function saveFile(name, text, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The buttons of a part of the page that save its values and load those of a file.
export function onTransfer(find, name, { save, load, maxBytes }) {
  find(`${name}-export`).addEventListener("click", save);
  find(`${name}-import`).addEventListener("click", () => find(`${name}-file`).click());
  onFile(find(`${name}-file`), load, (error, file) => showMessage(t("say.wrong_file", { file, why: error.message }), "bad"), maxBytes);
}

// Have `input` hand over the text of each file that is chosen with it.
export function onFile(input, use, refuse, maxBytes = MAX_BYTES) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    try {
      if (file.size > maxBytes) throw new Error(t("file.long"));
      await use((await file.text()).replace(/^\ufeff/, ""), file.name);
    } catch (error) {
      refuse(error, file.name);
    }
  });
}
