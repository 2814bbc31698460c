// All tiles on a picture, and their corners: lattices at every scale, of which those on one plane are
// kept; the method of chatuchak_solver/photo/tiles.py, with fewer cuts of the picture.

import { latticesOf } from "./lattices.js";
import { distance, fitMap, inverse, mapped, median, middleOf, turned } from "./maps.js";
import { oklab, patchesAtPitch, shrunk } from "./patches.js";
import { RING, pitchOf, tableOf } from "./plane.js";
import { readingRows } from "./reading_order.js";
import { coveredPlaces, namedTiles } from "./unread.js";

const [ROWS, COLUMNS, SPOTS] = [5, 6, 30];
export const LONG = 1600; // pixels of the longer side that a picture is looked at with
const PITCHES = [42, 30, 60, 85, 120, 170, 240, 22];
const NEAR_PITCH = 1.5;
const [LEAST, WEAK, FULL] = [16, 10, 24]; // patches of a tile; of one on others' plane; of one with sure corners
const [SURE_RANK, LEAST_RANK, FAR_WORSE] = [30, 20, 14];
const FEW = 2; // patches that a tile may have by chance
const OFF_PLANE = 0.35;
const HUES_WORTH = 12;
const MANY_HUES = 0.02;
const CLOTH_HUES = 0.008; // that a cloth of two colors has at most
const FEW_HUES = 0.5; // part of the likeliest tiles' spread of hues below which a window is of the cloth
const MOST_WINDOWS = 600;
const PLACES = Array.from({ length: SPOTS }, (_, spot) => [spot % COLUMNS, Math.floor(spot / COLUMNS)]);
const GAPS = Array.from({ length: 20 }, (_, gap) => [(gap % 5) + 0.5, Math.floor(gap / 5) + 0.5]);

function spreadOf(hues) {
  const [a, b] = middleOf(hues);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of hues) {
    xx += (x - a) ** 2 / (SPOTS - 1);
    xy += ((x - a) * (y - b)) / (SPOTS - 1);
    yy += (y - b) ** 2 / (SPOTS - 1);
  }
  return Math.sqrt(Math.max((xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy), 0));
}

// What is looked up on a picture at the places of spots.
class Seen {
  constructor(picture) {
    const small = shrunk(picture, 0.25);
    Object.assign(this, { picture, small, lab: oklab(small.pixels) });
  }

  inside(corners) {
    return corners.every(([x, y]) => x >= 0 && y >= 0 && x <= this.picture.width - 1 && y <= this.picture.height - 1);
  }

  // OKLab at a point.
  color([x, y]) {
    const { width, height } = this.small;
    const column = Math.min(width - 1, Math.max(0, Math.floor((x * width) / this.picture.width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((y * height) / this.picture.height)));
    const at = 3 * (row * width + column);
    return this.lab.slice(at, at + 3);
  }

  hue(by, place) {
    const [, a, b] = this.color(mapped(by, place));
    return [a, b];
  }

  // The colors of those spots of a tile that are on the picture.
  colorsOn(corners) {
    const by = fitMap(RING, corners);
    const { width, height } = this.picture;
    const points = PLACES.map((place) => mapped(by, place));
    return points.filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height).map((point) => this.color(point));
  }

  // How far hues are spread along the lesser of their two axes.
  spread(corners) {
    return spreadOf(this.colorsOn(corners).map(([, a, b]) => [a, b]));
  }

  // A window, unless it has no more hues than a cloth: how likely it is a tile goes by its patches,
  // others beside it, its hues, and its empty spot.
  window(corners, patches, others) {
    const by = fitMap(RING, corners);
    if (!by) return null;
    const hues = PLACES.map((place) => this.hue(by, place));
    const spread = spreadOf(hues);
    if (spread < CLOTH_HUES) return null;
    const card = [0, 1].map((axis) => median(GAPS.map((gap) => this.hue(by, gap)[axis])));
    const far = hues.map((hue) => distance(hue, card));
    const limit = 0.4 * median(far);
    const pale = far.map((one) => one < limit);
    const corner = [0, COLUMNS - 1, SPOTS - COLUMNS, SPOTS - 1].filter((spot) => pale[spot]).length;
    const odd = Math.min(2 * Math.abs(pale.filter(Boolean).length - 1), 4) + (corner === 1 ? 0 : 2);
    const rank = patches - 0.5 * Math.min(others, 10) + HUES_WORTH * Math.min(spread / MANY_HUES, 1) - odd;
    return { corners, patches, rank, hues: spread, votes: 1 };
  }
}

// Each 6 x 5 part of each lattice of a cut, lying or standing, that patches are in.
function* windowsOf(patches, pitch, seen) {
  for (const { by, net } of latticesOf(patches)) {
    const [columns, rows] = ["column", "row"].map((axis) => net.map((one) => one[axis]));
    const [low, high] = [Math.min, Math.max].map((end) => [end(...columns), end(...rows)]);
    for (const [width, height] of [[COLUMNS, ROWS], [ROWS, COLUMNS]]) {
      const last = [high[0] - width + 1, high[1] - height + 1];
      for (let left = Math.min(low[0], last[0]); left <= Math.max(low[0], last[0]); left += 1) {
        for (let top = Math.min(low[1], last[1]); top <= Math.max(low[1], last[1]); top += 1) {
          const number = net.filter(({ column, row }) => column >= left && column < left + width && row >= top && row < top + height).length;
          if (number < WEAK) continue;
          const isLying = width === COLUMNS;
          let corners = RING.map(([x, y]) => mapped(by, isLying ? [x + left, y + top] : [y + left, x + top]));
          if (!isLying) corners = [...corners].reverse(); // clockwise again, the long side first
          const [[x0, y0], [x1, y1]] = corners;
          if (x1 - x0 + 0.3 * (y1 - y0) < 0) corners = turned(corners);
          const edges = corners.map((one, at) => distance(one, corners[(at + 1) % 4]) / (at % 2 ? ROWS - 1 : COLUMNS - 1));
          const mean = edges.reduce((sum, edge) => sum + edge) / 4 / pitch;
          const isTileLike = Math.min(...edges) > 0.45 * Math.max(...edges) && mean > 0.6 && mean < 1.7;
          const window = isTileLike ? seen.window(corners, number, net.length - number) : null;
          if (window) yield window;
        }
      }
    }
  }
}

// The best window of each place, with the number of them.
function merged(windows) {
  const kept = [];
  const apart = (one, other) => Math.max(...one.map((corner, at) => distance(corner, other[at])));
  for (const one of [...windows].sort((a, b) => b.rank - a.rank)) {
    const near = 0.4 * pitchOf(one.corners);
    const same = kept.find(({ corners }) => apart(corners, one.corners) < near || apart(corners, turned(one.corners)) < near);
    if (same) same.votes += 1;
    else kept.push({ ...one });
  }
  return kept;
}

// Whether a spot of one lies within the other, half a spot around it included.
function overlap(one, other) {
  if (distance(middleOf(one), middleOf(other)) > 4.5 * (pitchOf(one) + pitchOf(other))) return false;
  return [[one, other], [other, one]].some(([a, b]) => {
    const [from, to] = [fitMap(RING, a), inverse(fitMap(RING, b))];
    return PLACES.some((place) => {
      const [x, y] = mapped(to, mapped(from, place));
      return x > -0.6 && x < COLUMNS - 0.4 && y > -0.6 && y < ROWS - 0.4;
    });
  });
}

function withoutOverlaps(windows) {
  const kept = [];
  for (const one of [...windows].sort((a, b) => b.rank + b.votes - a.rank - a.votes)) {
    if (!kept.some((other) => overlap(one.corners, other.corners))) kept.push(one);
  }
  return kept;
}

// The tiles that are rectangles on one table, and that; the first is held. The cards of a box are of
// one size; where more fit with sizes of their own, those have.
function ofOneTable(tiles) {
  let best = { tiles: [] };
  for (const alike of [true, false]) {
    const kept = [...tiles];
    for (;;) {
      const table = tableOf(kept.map(({ corners }) => corners), alike);
      const off = kept.map(({ corners }, at) => (at ? table.off(corners) : 0));
      const worst = off.indexOf(Math.max(...off));
      if (kept.length === 1 || off[worst] < OFF_PLANE) {
        if (kept.length > best.tiles.length) best = { tiles: kept, table };
        break;
      }
      kept.splice(worst, 1);
    }
    if (best.tiles.length === tiles.length) break;
  }
  return best;
}

// Whether a tile that the edge cuts explains the patches of a window about as well.
const explains = (other, one) => other.patches + FEW >= one.patches && overlap(one.corners, other.corners);

// With the weaker tiles of the same table, and those that the edge cuts; corners of those with few
// patches are the table's.
function completed(sure, table, groups, beyond) {
  const least = FEW_HUES * median(sure.map(({ hues }) => hues));
  const fits = ({ corners, hues }) => hues > least && table.off(corners) < OFF_PLANE;
  const cut = beyond.filter(fits);
  const isWhole = (one) => !cut.some((other) => explains(other, one));
  const whole = sure.filter(isWhole);
  const weak = groups.filter((one) => one.patches + Math.min(one.votes, 4) >= WEAK + 2 && fits(one) && isWhole(one)
    && !whole.some(({ corners }) => overlap(corners, one.corners)));
  const tiles = [...whole, ...withoutOverlaps(weak)].map((one) =>
    (one.patches < FULL ? { ...one, corners: table.straightened(one.corners) } : one));
  const cutOff = withoutOverlaps(cut.filter((one) => !tiles.some(({ corners }) => overlap(corners, one.corners))));
  return { tiles, cutOff: cutOff.map(({ corners }) => corners) };
}

// Find the tiles of a picture {pixels, width, height} of RGB bytes, at most some LONG pixels long:
// {tiles, unread}, the corner spots' middles of each in reading order, and the places of those that
// are cut off or covered. `breathe` is awaited between steps, and `near` is the pitch of what was
// found before, if anything was.
export async function findTiles(picture, { breathe = () => {}, near = null } = {}) {
  const seen = new Seen(picture);
  const [windows, beyond] = [[], []];
  const sure = near ? [near] : [];
  const scale = Math.max(picture.width, picture.height) / LONG;
  let todo = near ? [near] : PITCHES.map((pitch) => pitch * scale);
  while (todo.length) {
    if (sure.length) {
      const usual = median(sure);
      todo = todo.filter((pitch) => pitch > usual / NEAR_PITCH && pitch < usual * NEAR_PITCH);
      if (!todo.length) break;
    }
    const [pitch] = todo;
    todo = todo.slice(1);
    for (const patches of patchesAtPitch(picture, pitch)) {
      let count = 0;
      for (const window of windowsOf(patches, pitch, seen)) {
        if (seen.inside(window.corners)) {
          windows.push(window);
          if (window.patches >= FULL && window.rank > SURE_RANK) sure.push(pitchOf(window.corners));
        } else {
          beyond.push(window);
        }
        count += 1;
        if (count === MOST_WINDOWS) break;
      }
      await breathe();
    }
  }
  const groups = merged(windows);
  const likely = groups.filter(({ patches, rank, hues }) => patches >= LEAST
    && rank > Math.max(LEAST_RANK, groups[0].rank - FAR_WORSE) && hues > FEW_HUES * groups[0].hues);
  const chosen = withoutOverlaps(likely);
  const { tiles, table } = chosen.length > 1 ? ofOneTable(chosen) : { tiles: chosen };
  const all = tiles.length > 1 ? completed(tiles, table, groups, merged(beyond)) : { tiles, cutOff: [] };
  const corners = (all.tiles.length > 1 ? all.tiles : chosen.slice(0, 1)).map((one) => one.corners);
  const more = corners.length > 1 ? [...all.cutOff, ...coveredPlaces(corners, all.cutOff, table, seen, overlap)] : [];
  return {
    tiles: readingRows(corners).flat().map((number) => corners[number]),
    unread: namedTiles(corners, more, picture),
  };
}
