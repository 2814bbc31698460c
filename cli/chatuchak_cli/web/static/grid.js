// The puzzle's rules. Grids as strings of 30 letters, row by row: R Y G B P, "." for the empty spot.

import { t } from "./texts.js";

export const ROWS = 5;
export const COLUMNS = 6;
export const SPOTS = ROWS * COLUMNS;
export const LETTERS = "RYGBP";
export const EMPTY = ".";
export const BLANK = "_"; // a spot of an unfinished grid
export const MAX_OF_A_COLOR = 9;

export const colorName = (letter) => t(`color.${letter}`);
export const place = (spot) => t("place", { row: rowOf(spot) + 1, column: columnOf(spot) + 1 });

// Say which booth to move, as hints and solutions do.
export const jumpWords = (letters, spot) => t(`jump.${letters[spot]}`, { place: place(spot) });

// The letters of a notation; throws where they are no grid of the game's board.
export function parse(text) {
  const letters = plain(text);
  checkLetters(letters, LETTERS + EMPTY);
  const rows = text.trim().split("/").map((row) => plain(row).length);
  const fits = rows.length === 1 || (rows.length === ROWS && rows.every((row) => row === COLUMNS));
  if (letters.length !== SPOTS || !fits) throw new Error(wrongLayout(letters, rows));
  const wrong = problems(letters);
  if (wrong.length) throw new Error(wrong[0]);
  return letters;
}

export const plain = (text) => text.replace(/[\s/]/g, "").toUpperCase();

export function checkLetters(letters, allowed) {
  const wrong = [...letters].find((letter) => !allowed.includes(letter));
  if (wrong) throw new Error(t("grid.letter", { letter: wrong }));
}

function wrongLayout({ length }, rows) {
  const even = rows.length > 1 && rows.every((row) => row === rows[0]);
  if (even) return t("grid.board", { board: `${rows.length}x${rows[0]}`, expected: `${ROWS}x${COLUMNS}` });
  return t("grid.spots", { n: length, spots: SPOTS, rows: ROWS, columns: COLUMNS });
}

export const format = (letters) => letters.match(new RegExp(`.{${COLUMNS}}`, "g")).join("/");

export function isGrid(text) {
  try {
    return format(parse(text)) === text;
  } catch {
    return false;
  }
}

// Put a letter at a spot of an unfinished grid: the letters, and the next blank spot, null where there
// is none. There is one empty spot only: it moves, and leaves a blank.
export function filled(letters, spot, letter) {
  const spots = [...letters];
  if (letter === EMPTY && spots.includes(EMPTY)) spots[spots.indexOf(EMPTY)] = BLANK;
  spots[spot] = letter;
  return [spots.join(""), nextBlank(spots.join(""), spot)];
}

export function nextBlank(letters, spot) {
  const next = letters.indexOf(BLANK, spot + 1);
  const first = letters.indexOf(BLANK);
  return next >= 0 ? next : first >= 0 ? first : null;
}

export const countOf = (letters, letter) => letters.split(letter).length - 1;

// Everything that keeps letters from being a grid.
export function problems(letters) {
  const found = [];
  const blanks = countOf(letters, BLANK);
  if (blanks) found.push(t("grid.blank", { n: blanks }));
  const empties = countOf(letters, EMPTY);
  if (empties !== 1) found.push(t("grid.empties", { n: empties }));
  for (const letter of LETTERS) {
    const n = countOf(letters, letter);
    const color = colorName(letter);
    if (n === 1) found.push(t("grid.single", { color }));
    if (n > MAX_OF_A_COLOR) found.push(t("grid.many", { n, color }));
  }
  return found;
}

export const rowOf = (spot) => Math.floor(spot / COLUMNS);
export const columnOf = (spot) => spot % COLUMNS;

export function isLegal(letters, spot) {
  const empty = letters.indexOf(EMPTY);
  if (!Number.isInteger(spot) || spot < 0 || spot >= SPOTS) return false;
  return spot !== empty && (rowOf(spot) === rowOf(empty) || columnOf(spot) === columnOf(empty));
}

export function jump(letters, spot) {
  if (!isLegal(letters, spot)) throw new Error(t("grid.illegal", { place: place(spot) }));
  const spots = [...letters];
  spots[letters.indexOf(EMPTY)] = letters[spot];
  spots[spot] = EMPTY;
  return spots.join("");
}

// The letters before and after each of some moves.
export const trajectory = (letters, moves) =>
  moves.reduce((states, spot) => [...states, jump(states[states.length - 1], spot)], [letters]);

const SPOT_LIST = Array.from({ length: SPOTS }, (_, spot) => spot);

export const legalMoves = (letters) => SPOT_LIST.filter((spot) => isLegal(letters, spot));

const NEIGHBORS = SPOT_LIST.map((spot) => SPOT_LIST.filter((other) =>
  Math.abs(rowOf(other) - rowOf(spot)) + Math.abs(columnOf(other) - columnOf(spot)) === 1));

// The spots above, left, right and below.
export const neighbors = (spot) => NEIGHBORS[spot];

// The connected parts of one color, each a list of spots.
export function parts(letters, letter) {
  const unseen = new Set(SPOT_LIST.filter((spot) => letters[spot] === letter));
  return [...unseen].flatMap((start) => {
    if (!unseen.delete(start)) return [];
    const part = [start];
    for (const spot of part) part.push(...neighbors(spot).filter((near) => unseen.delete(near)));
    return [part];
  });
}

export const isSolved = (letters) =>
  [...LETTERS].every((letter) => parts(letters, letter).length <= 1);
