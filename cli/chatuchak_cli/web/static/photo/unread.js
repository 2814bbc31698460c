// Tiles that a picture shows in part: cut off by its edge, or covered; named, not read; as
// chatuchak_solver/photo/unreadable.py does.

import { fitMap, inverse, mapped, median } from "./maps.js";
import { RING, pitchOf } from "./plane.js";
import { readingRows } from "./reading_order.js";

const MISSING = 0.6; // part of a step from tile to tile within which a tile is at a place
const SOME_HUES = 0.3; // part of the other tiles' spread of hues from which on there is a tile
const [AROUND, BESIDE, NEAR] = [40, 1.6, 3.5]; // points of a picture each way; those so many spots beside a tile are the table's
const [UNLIKE, RARE, MOST] = [0.06, 0.03, 0.7]; // distance of a color from all but so few of the table's, and part of the spots
const AT_EDGE = 0.8; // spots from an edge within which a tile that cannot be read is cut off by it

// The edge of a picture that cuts corners most, or nearly so; null if none does.
function cutBy(corners, { width, height }, leeway = 0) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const beyond = [["left", -Math.min(...xs)], ["right", Math.max(...xs) - width + 1], ["top", -Math.min(...ys)], ["bottom", Math.max(...ys) - height + 1]];
  const [edge, most] = beyond.sort((one, other) => other[1] - one[1])[0];
  return most > -leeway ? edge : null;
}

// Where tiles that cannot be read are among all: {row, place, edge}, edge null for a covered one.
export function namedTiles(read, unread, picture) {
  const every = [...read, ...unread];
  return readingRows(every).flatMap((row, above) => row.flatMap((one, before) => (one < read.length ? []
    : [{ row: above + 1, place: before + 1, edge: cutBy(every[one], picture, AT_EDGE * pitchOf(every[one])) }])));
}

// How many spots beside a tile a point of the picture is.
function besideOf(corners) {
  const by = inverse(fitMap(RING, corners));
  return (point) => {
    const [x, y] = mapped(by, point);
    return Math.max(-x, x - RING[2][0], -y, y - RING[2][1]);
  };
}

// Whether a place has other colors than the table around tiles has.
function isUnlikeTable(there, corners, seen) {
  const { width, height } = seen.picture;
  const [fromThere, ...fromTiles] = [there, ...corners].map(besideOf);
  const table = [];
  for (let row = 0; row < AROUND; row += 1) {
    for (let column = 0; column < AROUND; column += 1) {
      const point = [(column * (width - 1)) / (AROUND - 1), (row * (height - 1)) / (AROUND - 1)];
      const nearest = Math.min(...fromTiles.map((from) => from(point)));
      if (nearest > BESIDE && nearest < NEAR && fromThere(point) > NEAR) table.push(seen.color(point));
    }
  }
  const spots = seen.colorsOn(there);
  const isUnlike = (color) => table.filter((one) => Math.hypot(...one.map((part, axis) => part - color[axis])) < UNLIKE).length <= RARE * table.length;
  return spots.filter(isUnlike).length > MOST * spots.length;
}

// The corners of more tiles that cannot be read, as the layout of the others shows them: between two
// of a row, or where other rows have one, if there are many hues, or other colors than on the table;
// and where the picture's edge cuts a row, if there are many hues.
export function coveredPlaces(corners, known, table, seen, overlap) {
  const rows = readingRows(corners);
  const places = corners.map((one) => table.place(one));
  const sums = [Math.sin, Math.cos].map((of) => places.reduce((sum, [, , angle]) => sum + of(2 * angle), 0));
  const angle = Math.atan2(...sums) / 2;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const at = places.map(([x, y]) => [x * cosine + y * sine, y * cosine - x * sine]);
  const longest = [...rows].sort((one, other) => other.length - one.length)[0];
  const reach = (axis) => Math.max(...longest.map((one) => at[one][axis])) - Math.min(...longest.map((one) => at[one][axis]));
  const isStanding = reach(1) > reach(0);
  const [along, off] = isStanding ? [1, 0] : [0, 1];
  const steps = rows.flatMap((row) => row.slice(1).map((one, before) => Math.abs(at[one][along] - at[row[before]][along]))).sort((one, other) => one - other);
  if (!steps.length) return [];
  const step = steps[Math.floor((steps.length - 1) / 2)];
  const least = SOME_HUES * median(corners.map((one) => seen.spread(one)));
  const found = [];
  for (const row of rows) {
    const xs = row.map((one) => at[one][along]);
    const between = xs.slice(1).flatMap((ahead, before) => {
      const parts = Math.round(Math.abs(ahead - xs[before]) / step);
      return Array.from({ length: Math.max(0, parts - 1) }, (_, part) => xs[before] + ((ahead - xs[before]) * (part + 1)) / parts);
    });
    const inside = [...between, ...at.flatMap((one, number) => (row.includes(number) ? [] : [one[along]]))];
    for (const [number, wanted] of [...inside, Math.min(...xs) - step, Math.max(...xs) + step].entries()) {
      const far = xs.map((x) => Math.abs(x - wanted));
      const near = row[far.indexOf(Math.min(...far))];
      if (Math.min(...far) < MISSING * step) continue;
      const [x, y] = isStanding ? [at[near][off], wanted] : [wanted, at[near][off]];
      const there = table.cornersAt([x * cosine - y * sine, x * sine + y * cosine, ...places[near].slice(2)]);
      if ([...corners, ...known, ...found].some((one) => overlap(there, one))) continue;
      const isColorful = seen.spread(there) > least;
      const isInside = number < inside.length && !cutBy(there, seen.picture);
      if (isInside ? isColorful || isUnlikeTable(there, corners, seen) : isColorful && cutBy(there, seen.picture)) found.push(there);
    }
  }
  return found;
}
