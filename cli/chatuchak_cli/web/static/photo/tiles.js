// Tiles as they were read on pictures: doubts, turns, and further views of the same tiles.

import { SPOTS } from "../grid.js";
import { mapOf, readMerged, rgbOf, viewOf } from "./reader.js";

const SAME = 16; // spots that two readings of one tile have alike, of 30
const [MAX_HIDDEN, MAX_DOUBTFUL] = [11, 15]; // spots of a usable tile
const MAX_TILES = 16;

export const doubtfulOf = (tile) => tile.doubtful.filter((spot) => !tile.looked.includes(spot));

export const isDoubtful = (tile) => doubtfulOf(tile).length > 0 || (!tile.looked.length && (tile.oddNames || tile.isElsewhere));

// Whether enough of a tile at given corners is visible to be corrected by taps.
export const isUsable = (tile) => tile.hidden.length <= MAX_HIDDEN && doubtfulOf(tile).length <= MAX_DOUBTFUL;

// The tile the other way up.
export function turnedTile(tile) {
  const back = (spots) => spots.map((spot) => SPOTS - 1 - spot);
  const [a, b, c, d] = tile.corners;
  return {
    ...tile, letters: [...tile.letters].reverse().join(""), second: [...tile.second].reverse().join(""),
    doubtful: back(tile.doubtful), hidden: back(tile.hidden), shiny: back(tile.shiny), looked: back(tile.looked),
    corners: [c, d, a, b], light: undefined,
  };
}

// The tile among some that reads most as this one; undefined if none does.
function sameTile(tiles, { letters }) {
  const alike = (tile) => [...letters].filter((letter, spot) => letter === tile.letters[spot]).length;
  return tiles.filter((tile) => alike(tile) >= SAME).sort((one, other) => alike(other) - alike(one))[0];
}

// Add a view of a tile to some, or a new tile: the tile, null if it is left out. `pixels` are those
// of the picture. Views of one tile are laid over each other, the darker kept.
export async function addView(tiles, reading, picture, pixels) {
  const known = sameTile(tiles, reading);
  if (!known && (!reading.isPlain || tiles.length === MAX_TILES)) return null;
  if (!known) {
    const tile = { ...reading, picture };
    tiles.push(tile);
    tile.light = await viewOf(pixels, reading.corners);
    return tile;
  }
  const before = doubtfulOf(known).length;
  if (before && reading.isPlain) {
    known.light ??= await viewOf(rgbOf(known.picture), known.corners);
    const own = await viewOf(pixels, reading.corners);
    const [both, together] = await readMerged(known.light, own, reading.corners);
    const [best] = [together, reading].sort((one, other) => doubtfulOf(one).length - doubtfulOf(other).length);
    if (doubtfulOf(best).length <= before) {
      const { looked } = known;
      const letters = [...best.letters].map((letter, spot) => (looked.includes(spot) ? known.letters[spot] : letter)).join("");
      Object.assign(known, best, { looked, letters, corners: reading.corners, light: best === together ? both : own, picture });
    }
  }
  return known;
}

// Draw the card's edge around a tile's spots as the path of a picture's canvas: its corners.
function traceOutline(context, corners) {
  const at = mapOf(corners);
  const points = [[-0.6, -0.6], [5.6, -0.6], [5.6, 4.6], [-0.6, 4.6]].map((place) => at(...place));
  context.beginPath();
  points.forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
  return points;
}

// Whether a point of a picture's canvas is on a tile.
export function isOn(canvas, corners, point) {
  const context = canvas.getContext("2d");
  traceOutline(context, corners);
  return context.isPointInPath(...point);
}

// The rectangle around four corners: [left, top, width, height].
export function boundsOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

// Draw a picture on a canvas, with tiles' outlines and numbers; those with doubts are dashed.
export function drawOutlines(canvas, picture, tiles) {
  const { width: wide, height: high } = picture;
  Object.assign(canvas, { width: wide, height: high });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const size = Math.max(wide, high);
  Object.assign(context, { textAlign: "center", textBaseline: "middle", font: `bold ${Math.round(size / 32)}px sans-serif` });
  tiles.forEach((tile) => {
    const points = traceOutline(context, tile.corners);
    for (const [color, width] of [["#000", 7], [tile.isSure ? "#5fd35f" : "#ffc400", 4]]) {
      context.lineWidth = (width * size) / 1000;
      context.strokeStyle = color;
      context.setLineDash(tile.isSure ? [] : [size / 60, size / 90]);
      context.stroke();
    }
    const [x, y] = points.reduce((sum, point) => [sum[0] + point[0] / 4, sum[1] + point[1] / 4], [0, 0]);
    context.setLineDash([]);
    context.beginPath();
    context.arc(x, y, size / 36, 0, 2 * Math.PI);
    context.fillStyle = "#000c";
    context.fill();
    context.fillStyle = "#fff";
    context.fillText(tile.label, x, y);
  });
}
