// Finds and reads the tiles of a picture by the kernels of the command line. Nothing is uploaded.

import { make } from "../elements.js";
import { Lane, compiled } from "../solver/lane.js";
import { areaOf, fitMap, mapped } from "./maps.js";

const LETTERS = "RYGBP.";
const SPOTS = 30;
const [MAX_TILES, TILE, MAX_UNREAD, UNREAD] = [16, 161, 33, 3];
// First columns of what is known of each spot, and columns of a tile (kernels/measures.py).
const [LETTER, SECOND, DOUBT, HIDDEN, SHINY] = [8, 38, 68, 98, 128];
const [LEAD, PATCHES] = [158, 159];
const EDGES = ["left", "right", "top", "bottom"];
// As in chatuchak_solver/photo/reading.py.
const [MIN_NAMES_LEAD, CLEAR_NAMES_LEAD] = [0.1, 0.3];
const CLEAR_PATCHES = 24;
const PLACED_MARGIN = 6;

export const DOUBTFUL = 4.5;
export const CLEAR = 9; // margin from which on other spots may rely on a spot
const LONG = 1600; // pixels of the longer side that is read
export const RING = [[0, 0], [5, 0], [5, 4], [0, 4]]; // the corner spots of a grid, in spots

let lane = null;

// Call a kernel of photo.wasm in a worker; see the job.
async function call(name, picture, ...given) {
  lane ??= new Lane(compiled(new URL("./photo.wasm", import.meta.url)), "photo");
  try {
    return await lane.ask("photo", [name, picture, given]);
  } catch (error) {
    endReading();
    throw error;
  }
}

// End the worker; pending calls are never answered.
export function endReading() {
  lane?.close();
  lane = null;
}

// A part of a picture, [left, top, width, height], as a canvas.
export function cropped(picture, area, width, height, quality = "low") {
  const canvas = make("canvas", { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = quality;
  context.drawImage(picture, ...area, 0, 0, width, height);
  return canvas;
}

// A picture as a canvas, no larger than what is read.
export function readable(picture, width, height) {
  const scale = Math.min(1, LONG / Math.max(width, height));
  return cropped(picture, [0, 0, width, height], Math.round(width * scale), Math.round(height * scale), "high");
}

// The picture {pixels, width, height} of RGB bytes that is drawn on a canvas.
export function rgbOf(canvas) {
  const { width, height } = canvas;
  const rgba = canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, width, height).data;
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < pixels.length; from += 4) {
    pixels[to++] = rgba[from];
    pixels[to++] = rgba[from + 1];
    pixels[to++] = rgba[from + 2];
  }
  return { pixels, width, height };
}

function tileOf(row, isFound) {
  const spots = (first) => [...row.subarray(first, first + SPOTS)];
  const word = (first) => spots(first).map((code) => LETTERS[code]).join("");
  const marked = (first) => spots(first).flatMap((one, spot) => (one ? [spot] : []));
  return {
    corners: [0, 2, 4, 6].map((at) => [row[at] + 0.5, row[at + 1] + 0.5]),
    letters: word(LETTER), second: word(SECOND), doubts: spots(DOUBT),
    hidden: marked(HIDDEN), shiny: marked(SHINY), looked: [],
    oddNames: row[LEAD] < MIN_NAMES_LEAD,
    isElsewhere: isFound && (row[PATCHES] < CLEAR_PATCHES || row[LEAD] < CLEAR_NAMES_LEAD) && Math.min(...spots(DOUBT)) < PLACED_MARGIN,
  };
}

// All tiles of a picture: {tiles, unread}; unread ones as {row, place, edge}, edge null if covered.
export async function readTiles(picture) {
  const arrays = [["float64", [MAX_TILES, TILE]], ["float64", [MAX_UNREAD, UNREAD]], ["int64", [1]]];
  const [count, , rows, places] = await call("read_tiles", picture, MAX_TILES, ...arrays);
  const tiles = Array.from({ length: count }, (_, at) => tileOf(rows.subarray(at * TILE, (at + 1) * TILE), true));
  const unread = [];
  for (let at = 0; places[at] > 0; at += UNREAD) {
    unread.push({ row: places[at], place: places[at + 1], edge: EDGES[places[at + 2]] ?? null });
  }
  return { tiles, unread };
}

// The tile at four corners of a picture, from its upper left clockwise; null if there is none.
export async function readCorners(picture, corners) {
  if (areaOf(corners) <= 0) return null;
  const given = new Float64Array(TILE);
  given.set(corners.flat().map((one) => one - 0.5));
  const [fits, row] = await call("read_tile", picture, ["float64", [TILE], given]);
  return fits ? tileOf(row, false) : null;
}

// The middles of the spots between four corners: a function of column and row.
export function mapOf(corners) {
  const by = fitMap(RING, corners);
  return (column, row) => (by ? mapped(by, [column, row]) : [NaN, NaN]);
}
