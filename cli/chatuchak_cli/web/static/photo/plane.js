// The plane of a table: all tiles of a picture are the same rectangle on it.

import { distance, fitMap, inverse, mapped, middleOf, solved } from "./maps.js";

const [ACROSS, DOWN] = [5, 4];
export const RING = [[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]];
const AROUND = RING.map(([x, y]) => [x - ACROSS / 2, y - DOWN / 2]);
const STEPS = 25;
const WILD_HORIZON = 30; // weight against perspective that the corners do not ask for

export const pitchOf = (corners) =>
  corners.reduce((sum, one, at) => sum + distance(one, corners[(at + 1) % 4]) / (at % 2 ? DOWN : ACROSS), 0) / 4;

// The corners on the picture of a tile whose place on the table is told.
export const placed = (plane, [x, y, angle]) => AROUND.map(([a, b]) =>
  mapped(plane, [x + Math.cos(angle) * a - Math.sin(angle) * b, y + Math.sin(angle) * a + Math.cos(angle) * b]));

// Where a tile lies on the table, and how far off its worst corner is, in spots.
export function onPlane(plane, corners) {
  const back = inverse(plane);
  const at = corners.map((corner) => mapped(back, corner));
  const middle = middleOf(at);
  let [sine, cosine] = [0, 0];
  at.forEach(([x, y], index) => {
    const [a, b] = AROUND[index];
    sine += a * (y - middle[1]) - b * (x - middle[0]);
    cosine += a * (x - middle[0]) + b * (y - middle[1]);
  });
  const angle = Math.atan2(sine, cosine);
  const place = [...middle, angle];
  const flat = placed([1, 0, 0, 0, 1, 0, 0, 0, 1], place);
  return { place, off: Math.max(...flat.map((one, index) => distance(one, at[index]))) };
}

// The plane on which tiles of one size have these corners: least squares over the plane and all
// places (Levenberg and Marquardt's method, differences for derivatives); the first is held.
export function fitPlane(all) {
  const first = fitMap(AROUND, all[0]);
  const start = first.slice(0, 8).map((one) => one / first[8]);
  const begin = [...start, 1];
  let values = [...start, ...all.slice(1).flatMap((corners) => onPlane(begin, corners).place)];
  const weights = all.map((corners) => 1 / pitchOf(corners));
  const off = (now) => {
    const plane = [...now.slice(0, 8), 1];
    const apart = all.flatMap((corners, index) => {
      const place = index ? now.slice(5 + 3 * index, 8 + 3 * index) : [0, 0, 0];
      return placed(plane, place).flatMap((one, corner) => one.map((value, axis) => weights[index] * (value - corners[corner][axis])));
    });
    return [...apart, WILD_HORIZON * now[6], WILD_HORIZON * now[7]];
  };
  const squares = (list) => list.reduce((sum, one) => sum + one * one, 0);
  let damping = 1e-3;
  for (let turn = 0; turn < STEPS; turn += 1) {
    const here = off(values);
    const slopes = values.map((value, index) => {
      const step = 1e-6 * Math.max(Math.abs(value), 1e-3);
      const there = off(values.map((one, at) => (at === index ? one + step : one)));
      return there.map((one, at) => (one - here[at]) / step);
    });
    const rows = slopes.map((slope, row) => Float64Array.from([...slopes, here], (other, column) => {
      const sum = slope.reduce((total, one, at) => total + one * other[at], 0);
      return row === column ? sum * (1 + damping) + 1e-12 : sum;
    }));
    const step = solved(rows);
    if (!step) break;
    const ahead = values.map((value, index) => value - step[index]);
    const gain = squares(here) - squares(off(ahead));
    if (gain > 0) {
      values = ahead;
      damping /= 5;
      if (gain < 1e-9 * squares(here)) break;
    } else {
      damping *= 10;
    }
  }
  return [...values.slice(0, 8), 1];
}
