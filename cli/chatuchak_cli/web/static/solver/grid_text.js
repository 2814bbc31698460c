// Valid grids in notation, of any board: rows joined by "/", R Y G B P, "." for the empty spot.

export const COLORS = "RYGBP";

// The board, and a color's number for each spot, -1 for the empty one.
export function parseGrid(text) {
  const rows = text.split("/");
  return { rows: rows.length, columns: rows[0].length, codes: [...rows.join("")].map((letter) => COLORS.indexOf(letter)) };
}

// Rows of letters, joined as in a notation.
export function joinRows(letters, columns) {
  const all = [...letters];
  return Array.from({ length: all.length / columns }, (_, row) => all.slice(row * columns, (row + 1) * columns).join("")).join("/");
}
