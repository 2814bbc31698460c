// The host of photo.wasm: what decides the colors of photographed spots, the same kernel as the
// command line's. Nothing is uploaded.

import { fitMap, mapped, turned } from "./maps.js";
import { RING } from "./plane.js";

const LETTERS = "RYGBP.";
const EMPTY = ".";
const SPOTS = 30;
const PITCH = 30; // pixels from spot to spot of the picture that the kernel reads
const AROUND = 1.25; // cells around the outermost spots that it is given

// What the kernel is told besides: five or six of each color and one empty spot, the game's own
// counts preferred, the empty spot in the upper left corner preferred.
const LOW = [5, 5, 5, 5, 5, 1];
const HIGH = [6, 6, 6, 6, 6, 1];
const COUNTS = [6, 6, 6, 6, 5];
const EMPTY_PRICE = 4;
const MEASURES = 4;
const PALETTE = 15; // light of five colors
const NAMES_LEAD = 2; // of the measures
const MIN_NAMES_LEAD = 0.1;

export const DOUBTFUL = 3.3;
export const CLEAR = 9; // margin from which on other spots may rely on a spot

let loading = null;

function load() {
  loading ??= fetch(new URL("./photo.wasm", import.meta.url))
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
  loading.catch(() => { loading = null; });
  return loading;
}

// The picture {pixels, width, height} of RGB bytes that is drawn on a canvas.
export function rgbOf(context, width, height) {
  const rgba = context.getImageData(0, 0, width, height).data;
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < pixels.length; from += 4) {
    pixels[to++] = rgba[from];
    pixels[to++] = rgba[from + 1];
    pixels[to++] = rgba[from + 2];
  }
  return { pixels, width, height };
}

// Cut out what is around the corners, small: {pixels, width, height, corners, back}.
export function cutOut(picture, corners) {
  const sides = [[0, 1, 5], [1, 2, 4], [2, 3, 5], [3, 0, 4]].map(([a, b, cells]) =>
    Math.hypot(corners[b][0] - corners[a][0], corners[b][1] - corners[a][1]) / cells);
  const pitch = Math.max(1, sides.reduce((sum, side) => sum + side) / 4);
  const margin = AROUND * Math.max(...sides);
  const edges = [0, 1].map((axis) => {
    const all = corners.map((corner) => corner[axis]);
    const most = axis ? picture.height : picture.width;
    return [Math.max(0, Math.floor(Math.min(...all) - margin)), Math.min(most, Math.ceil(Math.max(...all) + margin))];
  });
  const [left, top] = [edges[0][0], edges[1][0]];
  const [wide, high] = edges.map(([low, up]) => Math.max(2, up - low));
  const scale = Math.min(1, PITCH / pitch);
  const [width, height] = [Math.max(2, Math.round(wide * scale)), Math.max(2, Math.round(high * scale))];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, wide, high, 0, 0, width, height);
  const { pixels } = rgbOf(context, width, height);
  const [across, down] = [width / wide, height / high];
  return {
    pixels, width, height,
    corners: corners.map(([x, y]) => [(x - left) * across - 0.5, (y - top) * down - 0.5]),
    back: ([x, y]) => [(x + 0.5) / across + left, (y + 0.5) / down + top],
  };
}

// Read the grid of a cut-out whose corners begin with the tile's upper left: {letters, second,
// doubts, corners, oddNames}, or null where no grid has such corners.
export const readUpright = (cut) => readCutOut(cut, () => EMPTY_PRICE);

// Read a grid that may be upside down, less likely so where its colors are known: its corners then
// begin with what is its upper left.
export async function readEither(cut, palette = null) {
  const price = palette ? EMPTY_PRICE : EMPTY_PRICE / 2;
  const reading = await readCutOut(cut, (spot) => (spot === SPOTS - 1 ? price : EMPTY_PRICE), palette);
  if (reading?.letters[SPOTS - 1] !== EMPTY) return reading;
  const back = (values) => [...values].reverse();
  return {
    ...reading, letters: back(reading.letters).join(""), second: back(reading.second).join(""),
    doubts: back(reading.doubts), corners: turned(reading.corners),
  };
}

async function readCutOut({ pixels, width, height, corners }, price, palette = null) {
  const { exports: wasm } = await WebAssembly.instantiate(await load());
  wasm.reset(0);
  const numbers = [
    ...corners.flat(), ...LOW, ...HIGH, ...COUNTS,
    ...Array.from({ length: SPOTS }, (_, spot) => (spot ? price(spot) : 0)),
    ...(palette ?? new Array(PALETTE).fill(0)),
  ];
  const total = numbers.length + 3 * SPOTS + MEASURES;
  const imageAt = wasm.allocate(pixels.length);
  const numbersAt = wasm.allocate(total * 8);
  new Uint8Array(wasm.memory.buffer, imageAt, pixels.length).set(pixels);
  new Float64Array(wasm.memory.buffer, numbersAt, numbers.length).set(numbers);
  if (!wasm.read_photo(imageAt, height, width, numbersAt)) return null;
  const answer = [...new Float64Array(wasm.memory.buffer, numbersAt, total)];
  const part = (index) => answer.slice(numbers.length + index * SPOTS, numbers.length + (index + 1) * SPOTS);
  const word = (codes) => codes.map((code) => LETTERS[code]).join("");
  return {
    letters: word(part(0)), second: word(part(1)), doubts: part(2),
    corners: [0, 1, 2, 3].map((corner) => answer.slice(2 * corner, 2 * corner + 2)),
    palette: answer.slice(numbers.length - PALETTE, numbers.length),
    oddNames: answer[numbers.length + 3 * SPOTS + NAMES_LEAD] < MIN_NAMES_LEAD,
  };
}

// Where the spots' middles are between four corners: a function of column and row.
export function mapOf(corners) {
  const by = fitMap(RING, corners);
  return (column, row) => (by ? mapped(by, [column, row]) : [NaN, NaN]);
}
