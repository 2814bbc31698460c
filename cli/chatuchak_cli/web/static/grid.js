// Grids as strings of 30 letters, row by row: R Y G B P, "." for the empty spot.

export const ROWS = 5;
export const COLUMNS = 6;
export const SPOTS = ROWS * COLUMNS;
export const LETTERS = "RYGBP";
export const EMPTY = ".";
export const BLANK = "_"; // a spot of an unfinished grid
export const NAMES = { R: "red", Y: "yellow", G: "green", B: "blue", P: "pink" };

// The picture's measures, as the library draws grids.
export const BOOTH = 60;
export const PITCH = 66;
export const MARGIN = 14;

export function parse(text) {
  const letters = text.replace(/[\s/]/g, "").toUpperCase();
  for (const letter of letters) {
    if (!LETTERS.includes(letter) && letter !== EMPTY) {
      throw new Error(`“${letter}” is no booth; expected R, Y, G, B, P or . for the empty spot`);
    }
  }
  if (letters.length !== SPOTS) {
    throw new Error(`${letters.length} spots; expected ${SPOTS}, in ${ROWS} rows of ${COLUMNS}`);
  }
  const wrong = problems(letters);
  if (wrong.length) throw new Error(wrong[0]);
  return letters;
}

export function format(letters) {
  const rows = [];
  for (let row = 0; row < ROWS; row += 1) {
    rows.push(letters.slice(row * COLUMNS, (row + 1) * COLUMNS));
  }
  return rows.join("/");
}

// Everything that keeps letters from being a grid.
export function problems(letters) {
  const found = [];
  const count = (letter) => letters.split(letter).length - 1;
  const blanks = count(BLANK);
  if (blanks) found.push(`${blanks} ${blanks === 1 ? "spot is" : "spots are"} still blank`);
  const empties = count(EMPTY);
  if (empties !== 1) found.push(`${empties} empty spots; expected exactly one`);
  for (const letter of LETTERS) {
    const booths = count(letter);
    if (booths === 1) found.push(`one ${NAMES[letter]} booth can never be a group; expected 2 to 9, or none`);
    if (booths > 9) found.push(`${booths} ${NAMES[letter]} booths; expected 2 to 9, or none`);
  }
  return found;
}

export const rowOf = (spot) => Math.floor(spot / COLUMNS);
export const columnOf = (spot) => spot % COLUMNS;
export const place = (spot) => `row ${rowOf(spot) + 1}, column ${columnOf(spot) + 1}`;

export function isLegal(letters, spot) {
  const empty = letters.indexOf(EMPTY);
  return spot !== empty && (rowOf(spot) === rowOf(empty) || columnOf(spot) === columnOf(empty));
}

export function jump(letters, spot) {
  if (!isLegal(letters, spot)) throw new Error(`the booth in ${place(spot)} cannot jump`);
  const spots = [...letters];
  spots[letters.indexOf(EMPTY)] = letters[spot];
  spots[spot] = EMPTY;
  return spots.join("");
}

// The connected parts of one color, each a list of spots.
export function parts(letters, letter) {
  const seen = new Set();
  const found = [];
  for (let start = 0; start < SPOTS; start += 1) {
    if (letters[start] !== letter || seen.has(start)) continue;
    const part = [];
    const queue = [start];
    seen.add(start);
    while (queue.length) {
      const spot = queue.pop();
      part.push(spot);
      for (const near of neighbours(spot)) {
        if (letters[near] === letter && !seen.has(near)) {
          seen.add(near);
          queue.push(near);
        }
      }
    }
    found.push(part);
  }
  return found;
}

function neighbours(spot) {
  const near = [];
  if (columnOf(spot) > 0) near.push(spot - 1);
  if (columnOf(spot) < COLUMNS - 1) near.push(spot + 1);
  if (rowOf(spot) > 0) near.push(spot - COLUMNS);
  if (rowOf(spot) < ROWS - 1) near.push(spot + COLUMNS);
  return near;
}

export const isSolved = (letters) =>
  [...LETTERS].every((letter) => parts(letters, letter).length <= 1);
