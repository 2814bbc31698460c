// The plane of a table: the tiles of a picture are rectangles of one shape on it.

import { distance, fitMap, inverse, mapped, middleOf, solved } from "./maps.js";

const [ACROSS, DOWN] = [5, 4];
export const RING = [[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]];
const AROUND = RING.map(([x, y]) => [x - ACROSS / 2, y - DOWN / 2]);
const STEPS = 25;
const WILD_HORIZON = 30; // weight against perspective that the corners do not ask for

export const pitchOf = (corners) =>
  corners.reduce((sum, one, at) => sum + distance(one, corners[(at + 1) % 4]) / (at % 2 ? DOWN : ACROSS), 0) / 4;

// The corners on the picture of a tile whose place on the table is told.
const placed = (plane, [x, y, angle, size = 1]) => AROUND.map(([a, b]) => {
  const [cosine, sine] = [size * Math.cos(angle), size * Math.sin(angle)];
  return mapped(plane, [x + cosine * a - sine * b, y + sine * a + cosine * b]);
});

// Where a tile lies on the table, and how far off its worst corner is, in spots; of any size unless
// all are alike.
function onPlane(plane, corners, alike) {
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
  const own = alike ? 1 : Math.hypot(sine, cosine) / AROUND.reduce((sum, [x, y]) => sum + x * x + y * y, 0);
  const place = [...middle, angle, own];
  const flat = placed([1, 0, 0, 0, 1, 0, 0, 0, 1], place);
  return { place, off: Math.max(...flat.map((one, index) => distance(one, at[index]))) / own };
}

// The plane on which tiles have these corners, all of one size or each of its own: least squares over
// the plane and all places (Levenberg and Marquardt's method, differences for derivatives); the
// first is held.
function fitPlane(all, alike) {
  const free = alike ? 3 : 4;
  const first = fitMap(AROUND, all[0]);
  const start = first.slice(0, 8).map((one) => one / first[8]);
  const begin = [...start, 1];
  let values = [...start, ...all.slice(1).flatMap((corners) => onPlane(begin, corners, alike).place.slice(0, free))];
  const weights = all.map((corners) => 1 / pitchOf(corners));
  const off = (now) => {
    const plane = [...now.slice(0, 8), 1];
    const apart = all.flatMap((corners, index) => {
      const place = index ? now.slice(8 + free * (index - 1), 8 + free * index) : [0, 0, 0];
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

// The table that tiles with such corners lie on: how far from a tile of it other corners are, in
// spots, and the corners of the tile nearest to them.
export function tableOf(all, alike) {
  const plane = fitPlane(all, alike);
  const sizes = all.map((corners) => onPlane(plane, corners, alike).place[3]);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return {
    off(corners) {
      const { place, off } = onPlane(plane, corners, alike);
      return off + (Math.abs(Math.log(place[3] / Math.min(Math.max(place[3], least), most))) * ACROSS) / 2;
    },
    place: (corners) => onPlane(plane, corners, alike).place,
    cornersAt: (place) => placed(plane, place),
    straightened: (corners) => placed(plane, onPlane(plane, corners, alike).place),
  };
}
