// Finds and reads the tiles of a picture by the kernels of the command line. Nothing is uploaded.

import { make } from "../elements.js";
import { COLUMNS, EMPTY, LETTERS, ROWS, SPOTS } from "../grid.js";
import { Lane, compiled } from "../solver/lane.js";
import { sectionOf } from "../solver/module.js";

const CODES = LETTERS + EMPTY;
const EDGES = ["left", "right", "top", "bottom"];
const MAX_UNCLEAR = 12; // spots of the first view of a tile; more is no tile, or one that moves
const LONG = 1600; // pixels of the longer side that is read

const SOURCE = new URL("./photo.wasm", import.meta.url);
let lane = null;

// The module's constants, and a function that calls its kernels in a worker, with numbers and arrays as the job's.
async function opened() {
  const here = (lane ??= new Lane(SOURCE, "photo"));
  const { constants } = sectionOf(await compiled(SOURCE));
  return { ...constants, call: (name, ...given) => here.ask("photo", [name, given]) };
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

const imageOf = ({ pixels, width, height }) => ["uint8", [height, width, 3], pixels];
const optionsOf = ({ OPTIONS }) => ["float64", [OPTIONS.length], OPTIONS];
const viewIn = ({ measures: { VIEW_SAMPLES } }, view = null) => ["float64", [SPOTS, VIEW_SAMPLES, 3], view];

// A row of the kernels with corners alone: pixels are counted from their middles there.
function rowOf(corners, { measures: { TILE } }) {
  const row = new Float64Array(TILE);
  row.set(corners.flat().map((pixels) => pixels - 0.5));
  return ["float64", [TILE], row];
}

function tileOf(row, isFound, { measures }) {
  const spots = (first) => [...row.subarray(first, first + SPOTS)];
  const word = (first) => spots(first).map((code) => CODES[code]).join("");
  const marked = (numbers, isMarked) => numbers.flatMap((number, spot) => (isMarked(number) ? [spot] : []));
  const margins = spots(measures.MARGINS);
  return {
    corners: [0, 2, 4, 6].map((at) => [row[at] + 0.5, row[at + 1] + 0.5]),
    letters: word(measures.LETTERS), second: word(measures.SECOND), doubtful: marked(margins, (margin) => margin < measures.MIN_MARGIN),
    hidden: marked(spots(measures.HIDDEN), Boolean), shiny: marked(spots(measures.SHINY), Boolean), looked: [],
    isPlain: margins.filter((margin) => margin < measures.CLEAR_MARGIN).length <= MAX_UNCLEAR,
    oddNames: row[measures.NAMES_LEAD] < measures.MIN_NAMES_LEAD,
    isElsewhere: isFound && (row[measures.PATCHES] < measures.CLEAR_PATCHES || row[measures.NAMES_LEAD] < measures.CLEAR_NAMES_LEAD)
      && Math.min(...margins) < measures.MIN_MARGIN,
  };
}

// All tiles of a picture: {tiles, unread}; unread ones as {row, place, edge}, edge null if covered.
export async function readTiles(picture) {
  const photo = await opened();
  const { MAX_TILES, TILE, MAX_UNREADABLE } = photo.measures;
  const arrays = [["float64", [MAX_TILES, TILE]], ["float64", [MAX_UNREADABLE, 3]]];
  const [count, , , rows, places] = await photo.call("read_tiles", imageOf(picture), optionsOf(photo), ...arrays);
  const tiles = Array.from({ length: count }, (_, at) => tileOf(rows.subarray(at * TILE, (at + 1) * TILE), true, photo));
  const unread = [];
  for (let at = 0; places[at] > 0; at += 3) {
    unread.push({ row: places[at], place: places[at + 1], edge: EDGES[places[at + 2]] ?? null });
  }
  return { tiles, unread };
}

// The tile at four corners of a picture, from its upper left clockwise; null if there is none.
export async function readCorners(picture, corners) {
  const [a, b, c, d] = corners;
  if ((c[0] - a[0]) * (d[1] - b[1]) <= (c[1] - a[1]) * (d[0] - b[0])) return null; // mirrored
  const photo = await opened();
  const [fits, , , row] = await photo.call("read_tile", imageOf(picture), optionsOf(photo), rowOf(corners, photo), viewIn(photo));
  return fits ? tileOf(row, false, photo) : null;
}

// The light of a picture's tile, to merge it with others; see `read_tile`.
export async function viewOf(picture, corners) {
  const photo = await opened();
  const [, , , , view] = await photo.call("read_tile", imageOf(picture), optionsOf(photo), rowOf(corners, photo), viewIn(photo));
  return view;
}

// Two views of a tile merged, as [view, tile], the tile as `readCorners` gives it, at the corners of one of them.
export async function readMerged(view, other, corners) {
  const photo = await opened();
  const [, merged, , , row] = await photo.call("merge_view", viewIn(photo, view), viewIn(photo, other), optionsOf(photo), rowOf(corners, photo));
  return [merged, tileOf(row, false, photo)];
}

// Where the spots between four corners are: a function of column and row. Not finite for degenerate corners.
export function mapOf([a, b, c, d]) {
  const [bx, by, dx, dy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const [x, y] = [a[0] - b[0] - dx, a[1] - b[1] - dy];
  const area = bx * dy - dx * by;
  const [right, down] = [(x * dy - dx * y) / area, (bx * y - x * by) / area];
  return (column, row) => {
    const [u, v] = [column / (COLUMNS - 1), row / (ROWS - 1)];
    return [0, 1].map((axis) => (a[axis] + u * (b[axis] - a[axis] + right * b[axis]) + v * (d[axis] - a[axis] + down * d[axis]))
      / (1 + right * u + down * v));
  };
}
