// Lattices of patches: from a patch to its neighbors, as chatuchak_solver/photo/lattices.py does.

import { distance, fitMap, mapped, median } from "./maps.js";

const REACH = 6; // places from a seed in each direction
const OFF = 0.27; // how far a patch may be from where it is expected, in steps
const ALIKE = 2.2; // by how much the areas of neighbors may differ
const MOST_NET = 90;
const LEAST_NET = 10;
const SEEDS = 120;
const REACHED = 4; // sides of a patch within which its neighbors are
const NEARBY = 24; // sides of a patch that a lattice from it reaches at most
const OPPOSITE = 2; // least pairs of neighbors on opposite sides of a patch that a lattice is grown from
const MOST_PATCHES = 2500; // more are a pattern
const LARGE = 20;
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]];

const at = ({ x, y }) => [x, y];
const key = (column, row) => `${column},${row}`;

// The patches that may be neighbors of one, the nearest first.
function neighborsOf(here, all) {
  const found = [];
  const most = REACHED ** 2 * here.area;
  for (const one of all) {
    const [x, y, ratio] = [one.x - here.x, one.y - here.y, here.area / one.area];
    const square = x * x + y * y;
    if (square < most && square > 0.81 * here.area && ratio > 0.45 && ratio < 2.2) found.push({ step: [x, y], length: Math.sqrt(square) });
  }
  return found.sort((one, other) => one.length - other.length);
}

// Likely steps along a row and down a column from a patch, the shortest first.
function pairs(patches, seed) {
  const near = neighborsOf(patches[seed], patches).slice(0, 6);
  const both = [];
  for (const one of near) {
    for (const other of near) {
      const square = one.step[0] * other.step[1] - one.step[1] * other.step[0];
      const [short, long] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
      if (square > 0.75 * one.length * other.length && long < 1.7 * short) both.push({ total: short + long, right: one.step, down: other.step });
    }
  }
  return both.sort((one, other) => one.total - other.total).slice(0, 2);
}

function nearest(patches, x, y) {
  let [best, least] = [-1, Infinity];
  for (let one = 0; one < patches.length; one += 1) {
    const far = (patches[one].x - x) ** 2 + (patches[one].y - y) ** 2;
    if (far < least) [best, least] = [one, far];
  }
  return [best, Math.sqrt(least)];
}

// Follow a lattice from a patch, its steps turning with the perspective: [{column, row, patch}].
function grown(patches, seed, right, down) {
  const net = new Map([[key(0, 0), { column: 0, row: 0, patch: seed }]]);
  const used = new Set([seed]);
  const ahead = [{ column: 0, row: 0, right, down }];
  for (let turn = 0; turn < ahead.length && net.size < MOST_NET; turn += 1) {
    const { column, row, ...steps } = ahead[turn];
    const here = patches[net.get(key(column, row)).patch];
    for (const [across, along] of SIDES) {
      const place = { column: column + across, row: row + along };
      const name = key(place.column, place.row);
      if (net.has(name) || Math.max(Math.abs(place.column), Math.abs(place.row)) > REACH) continue;
      const step = [0, 1].map((axis) => across * steps.right[axis] + along * steps.down[axis]);
      const [there, off] = nearest(patches, here.x + step[0], here.y + step[1]);
      const ratio = patches[there].area / here.area;
      if (used.has(there) || off > OFF * Math.hypot(...step) || ratio < 1 / ALIKE || ratio > ALIKE) continue;
      net.set(name, { ...place, patch: there });
      used.add(there);
      const seen = [patches[there].x - here.x, patches[there].y - here.y].map((one) => 0.6 * one * (across + along));
      const bent = (old) => seen.map((one, axis) => one + 0.4 * old[axis]);
      ahead.push({ ...place, right: across ? bent(steps.right) : steps.right, down: across ? steps.down : bent(steps.down) });
    }
  }
  return [...net.values()];
}

// The length of a step at a place, in pixels.
function stepAt(by, [column, row]) {
  const [x, y] = mapped(by, [column, row]);
  const [a, b] = mapped(by, [column + 1, row]);
  const [c, d] = mapped(by, [column, row + 1]);
  return Math.sqrt(Math.abs((a - x) * (d - y) - (b - y) * (c - x)));
}

// Fit a map to a lattice, drop what is off it and pick up what was missed, three times.
function settled(patches, first) {
  let net = first;
  for (let turn = 0; turn < 3; turn += 1) {
    const place = ({ column, row }) => [column, row];
    const map = (some) => fitMap(some.map(place), some.map(({ patch }) => at(patches[patch])));
    const rough = map(net);
    if (!rough) return null;
    const good = net.filter((one) => distance(mapped(rough, place(one)), at(patches[one.patch])) < 0.22 * stepAt(rough, place(one)));
    if (good.length < 8) return null;
    const by = map(good);
    if (!by) return null;
    const usual = median(good.map(({ patch }) => patches[patch].area));
    const [columns, rows] = ["column", "row"].map((axis) => good.map((one) => one[axis]));
    net = [];
    for (let column = Math.min(...columns) - 1; column <= Math.max(...columns) + 1; column += 1) {
      for (let row = Math.min(...rows) - 1; row <= Math.max(...rows) + 1; row += 1) {
        const [patch, off] = nearest(patches, ...mapped(by, [column, row]));
        const { area } = patches[patch];
        if (off < 0.2 * stepAt(by, [column, row]) && area > 0.35 * usual && area < 2.8 * usual) net.push({ column, row, patch });
      }
    }
    if (net.length < 8) return null;
  }
  const by = fitMap(net.map(({ column, row }) => [column, row]), net.map(({ patch }) => at(patches[patch])));
  return by && { by, net };
}

// How many pairs of its nearest eight neighbors a patch is in the middle of: of a spot among spots it
// is four; on a cloth it is few, by chance.
function oppositeOf(one, all) {
  const near = neighborsOf(one, all).slice(0, 8);
  let pairs = 0;
  near.forEach(({ step: [a, b], length }, index) => {
    for (const { step: [c, d], length: other } of near.slice(index + 1)) {
      if (Math.hypot(a + c, b + d) < OFF * Math.min(length, other)) pairs += 1;
    }
  });
  return pairs;
}

// Yield lattices {by, net} of patches, from the likeliest seed in turn; patches of large ones are taken away.
export function* latticesOf(all) {
  if (all.length < LEAST_NET || all.length > MOST_PATCHES) return;
  const opposite = all.map((one) => oppositeOf(one, all));
  const left = all.map(() => true);
  const untried = opposite.map((pairs) => pairs >= OPPOSITE);
  const order = [...all.keys()].sort((one, other) => opposite[other] - opposite[one]);
  let tried = 0;
  for (const seed of order) {
    if (!left[seed] || !untried[seed]) continue;
    tried += 1;
    if (tried > SEEDS) return;
    const reach = NEARBY * Math.sqrt(all[seed].area);
    const some = order.filter((index) => left[index]
      && Math.abs(all[index].x - all[seed].x) < reach && Math.abs(all[index].y - all[seed].y) < reach);
    const rest = some.map((index) => all[index]);
    for (const { right, down } of pairs(rest, some.indexOf(seed))) {
      const net = grown(rest, some.indexOf(seed), right, down);
      const fitted = net.length >= LEAST_NET ? settled(rest, net) : null;
      if (!fitted || fitted.net.length < LEAST_NET) continue;
      for (const { patch } of fitted.net) {
        untried[some[patch]] = false;
        if (fitted.net.length >= LARGE) left[some[patch]] = false;
      }
      yield fitted;
      break;
    }
  }
}
