// Tiles as they were seen on pictures: where each is, and what it reads.

import { fitMap, inverse, mapped, median, turned } from "./maps.js";
import { cutOutOf, hiddenSpots, lookAt } from "./looks.js";
import { RING } from "./plane.js";
import { CLEAR, DOUBTFUL, cutOut, readEither, readUpright } from "./reader.js";

const HIDDEN = 2; // doubt at most of a spot where nothing is to be seen
const FEW_DOUBTS = 2; // unclear spots at most of a tile whose colors are believed
const LEAST_SURE = 2; // tiles at least that have them
const UNLIKE = 2; // doubt at most of a spot that both readings of a tile take for different colors
const SAME = 16; // spots that two readings of one tile have alike, of 30

export const doubtfulOf = (tile) => tile.doubts.flatMap((doubt, spot) => (doubt < DOUBTFUL && !tile.looked?.includes(spot) ? [spot] : []));

export const unclearOf = (tile) => tile.doubts.filter((doubt) => doubt < CLEAR).length;

// Read the tile at four corners of a canvas; null where there is no grid.
export async function readTile(picture, corners, isUpright = false, palette = null) {
  const cut = cutOut(picture, corners);
  const reading = await (isUpright ? readUpright(cut) : readEither(cut, palette));
  return reading && doubted({ ...reading, corners: reading.corners.map(cut.back), looked: [] },
    lookAt(cut, reading.corners.map(([x, y]) => [x + 0.5, y + 0.5])));
}

// The tiles of a picture, doubtful ones read again by the colors and the direction of the others.
export async function readAgain(picture, tiles) {
  const sure = tiles.filter((tile) => unclearOf(tile) <= FEW_DOUBTS);
  if (sure.length < LEAST_SURE) return tiles;
  const palette = commonColors(sure);
  const down = ({ corners: [from, , , to] }) => to.map((one, axis) => (one - from[axis]) / Math.hypot(to[0] - from[0], to[1] - from[1]));
  const downs = sure.map(down);
  const usual = [0, 1].map((axis) => median(downs.map((one) => one[axis])));
  const again = [];
  for (const tile of tiles) {
    const isAlong = down(tile).reduce((sum, one, axis) => sum + one * usual[axis], 0) >= 0;
    const reading = unclearOf(tile)
      ? await readTile(picture, isAlong ? tile.corners : turned(tile.corners), false, palette).catch(() => null) : null;
    const before = (spot) => (isAlong ? spot : tile.doubts.length - 1 - spot);
    const isUnlike = (spot) => reading.letters[spot] !== tile.letters[before(spot)] && tile.doubts[before(spot)] >= CLEAR;
    again.push(reading ? { ...reading, doubts: reading.doubts.map((doubt, spot) => (isUnlike(spot) ? Math.min(doubt, UNLIKE) : doubt)) } : tile);
  }
  return again;
}

// The light of the five colors that most tiles have, three channels each.
function commonColors(tiles) {
  const logs = tiles.map(({ palette }) => palette.map(Math.log));
  const lights = logs.map((log) => [0, 1, 2].map((channel) => log.reduce((sum, one, at) => sum + (at % 3 === channel ? one / 5 : 0), 0)));
  return logs[0].map((_, at) => Math.exp(
    median(logs.map((log, tile) => log[at] - lights[tile][at % 3])) + median(lights.map((light) => light[at % 3]))));
}

// A reading whose spots are doubtful where a look at it shows nothing; the only such one is the empty.
function doubted(reading, look) {
  const hidden = hiddenSpots(look);
  const isHidden = (spot) => hidden.includes(spot) && (hidden.length > 1 || reading.letters[spot] !== ".");
  return { ...reading, doubts: reading.doubts.map((doubt, spot) => (isHidden(spot) ? Math.min(doubt, HIDDEN) : doubt)) };
}

// Read a look at a tile; its corners on the picture are those told.
export async function readLook(look, corners) {
  const reading = await readUpright(cutOutOf(look));
  return reading && doubted({ ...reading, corners, looked: [] }, look);
}

// The tile among some that reads most as this one; undefined where none does.
export function sameTile(tiles, { letters }) {
  const alike = (one) => [...letters].filter((letter, spot) => letter === one.letters[spot]).length;
  return tiles.filter((one) => alike(one) >= SAME).sort((one, other) => alike(other) - alike(one))[0];
}

// The card's edge around a tile's spots, on the picture.
export function outlineOf(corners) {
  const by = fitMap(RING, corners);
  return by ? [[-0.6, -0.6], [5.6, -0.6], [5.6, 4.6], [-0.6, 4.6]].map((place) => mapped(by, place)) : corners;
}

// Whether a point of the picture is on a tile.
export function isOn(corners, point) {
  const by = fitMap(RING, corners);
  if (!by) return false;
  const [x, y] = mapped(inverse(by), point);
  return x > -0.6 && x < 5.6 && y > -0.6 && y < 4.6;
}

// Draw tiles' outlines and numbers on a canvas; those with doubts are dashed.
export function drawOutlines(context, tiles) {
  const size = Math.max(context.canvas.width, context.canvas.height);
  context.textAlign = "center";
  context.textBaseline = "middle";
  tiles.forEach((tile) => {
    const points = outlineOf(tile.corners);
    for (const [color, width] of [["#000", 7], [tile.isSure ? "#5fd35f" : "#ffc400", 4]]) {
      context.beginPath();
      points.forEach(([x, y]) => context.lineTo(x, y));
      context.closePath();
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
    context.font = `bold ${Math.round(size / 32)}px sans-serif`;
    context.fillText(tile.label, x, y);
  });
}
