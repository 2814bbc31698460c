// Grids in notation, as the library reads them: rows joined by "/", R Y G B P, "." for the empty spot.

export const COLORS = "RYGBP";
export const EMPTY = ".";
const MAX_SPOTS = 32;
const MAX_BOOTHS = 9;

// The board, and a color's number for each spot, -1 for the empty one.
export function parseGrid(text) {
  const lines = text.trim().toUpperCase().split("/");
  const letters = [...lines.join("")];
  const wrong = letters.find((letter) => !(COLORS + EMPTY).includes(letter));
  if (wrong) throw new Error(`“${wrong}” is no booth; expected R, Y, G, B, P or . for the empty spot`);
  const [rows, columns] = [lines.length, lines[0].length];
  if (lines.some((line) => line.length !== columns)) throw new Error("the rows are not equally long");
  if (rows < 2 || columns < 2 || rows * columns > MAX_SPOTS) {
    throw new Error(`a board of ${rows}x${columns}; expected 2x2 or more, and at most ${MAX_SPOTS} spots`);
  }
  const codes = letters.map((letter) => COLORS.indexOf(letter));
  const empties = codes.filter((code) => code < 0).length;
  if (empties !== 1) throw new Error(`${empties} empty spots; expected exactly one`);
  for (const [color, letter] of [...COLORS].entries()) {
    const booths = codes.filter((code) => code === color).length;
    if (booths === 1 || booths > MAX_BOOTHS) {
      throw new Error(`${booths} booths of color ${letter}; expected 2 to ${MAX_BOOTHS}, or none`);
    }
  }
  return { rows, columns, letters: letters.join(""), codes };
}

// Rows of letters, joined as in a notation.
export function joinRows(letters, columns) {
  const all = [...letters];
  return Array.from({ length: all.length / columns }, (_, row) => all.slice(row * columns, (row + 1) * columns).join("")).join("/");
}

// The spots above, left, right and below.
export function neighbors(spot, columns, count) {
  const found = [spot - columns, ...(spot % columns ? [spot - 1] : []), ...((spot + 1) % columns ? [spot + 1] : []), spot + columns];
  return found.filter((other) => other >= 0 && other < count);
}

// The connected parts of one color, each a list of spots.
export function partsIn(letters, letter, columns) {
  const unseen = new Set([...letters].map((_, spot) => spot).filter((spot) => letters[spot] === letter));
  const found = [];
  for (const start of unseen) {
    const part = [start];
    unseen.delete(start);
    for (const spot of part) part.push(...neighbors(spot, columns, letters.length).filter((near) => unseen.delete(near)));
    found.push(part);
  }
  return found;
}

// The rules of start grids that a grid breaks, in the order of the library's `start_violations`.
export function startViolations(text) {
  const { columns, letters } = parseGrid(text);
  const around = [...letters].map((_, spot) => neighbors(spot, columns, letters.length));
  const found = letters[0] === EMPTY ? [] : [{ rule: "empty", spots: [letters.indexOf(EMPTY)] }];
  if (letters[1] !== EMPTY && letters[1] === letters[columns]) found.push({ rule: "A", spots: [1, columns] });
  around.forEach((near, spot) => near.forEach((other) => {
    if (other > spot && letters[spot] === letters[other]) found.push({ rule: "B", spots: [spot, other] });
  }));
  around.forEach((near) => [...COLORS].forEach((color) => {
    const spots = near.filter((other) => letters[other] === color);
    if (spots.length >= 3) found.push({ rule: "C", spots });
  }));
  return found;
}
