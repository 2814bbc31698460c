// What makes a grid a start grid, as the library's `start_violations`; the page plays and checks
// before any worker is asked.

import { COLORS, parseGrid } from "./grid_text.js";

const NAMES = { R: "red", Y: "yellow", G: "green", B: "blue", P: "pink" };

export function startViolations(text) {
  const { rows, columns, letters } = parseGrid(text);
  const found = [];
  const report = (rule, spots, message) => found.push({ rule, spots, message });
  const around = (spot) => {
    const near = [];
    if (spot >= columns) near.push(spot - columns);
    if (spot % columns) near.push(spot - 1);
    if ((spot + 1) % columns) near.push(spot + 1);
    if (spot < (rows - 1) * columns) near.push(spot + columns);
    return near;
  };
  const spots = [...Array(letters.length).keys()];
  const empty = letters.indexOf(".");
  if (empty !== 0) {
    const place = `row ${Math.floor(empty / columns) + 1}, column ${(empty % columns) + 1}`;
    report("empty", [empty], `the empty spot is ${empty} (${place}), not the corner 0`);
  }
  const [right, below] = [1, columns];
  if (letters[right] !== "." && letters[right] === letters[below]) {
    report("A", [right, below], `spots ${right} and ${below} are both ${NAMES[letters[right]]}`);
  }
  for (const spot of spots) {
    if (letters[spot] === ".") continue;
    for (const other of around(spot)) {
      if (other > spot && letters[other] === letters[spot]) {
        report("B", [spot, other], `${NAMES[letters[spot]]} booths touch on spots ${spot} and ${other}`);
      }
    }
  }
  for (const spot of spots) {
    for (const color of COLORS) {
      const near = around(spot).filter((other) => letters[other] === color);
      if (near.length >= 3) {
        report("C", near, `${near.length} ${NAMES[color]} booths surround spot ${spot}`);
      }
    }
  }
  return found;
}
