// Projective maps of a plane, as nine numbers, and the systems of equations that give them.

// Solve a system of n equations with n unknowns, given as rows of n + 1 numbers; null if there is
// no one answer.
export function solved(rows) {
  const n = rows.length;
  for (let column = 0; column < n; column += 1) {
    let best = column;
    for (let row = column + 1; row < n; row += 1) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) best = row;
    }
    if (Math.abs(rows[best][column]) < 1e-13) return null;
    [rows[column], rows[best]] = [rows[best], rows[column]];
    for (let row = 0; row < n; row += 1) {
      const factor = rows[row][column] / rows[column][column];
      if (row === column || factor === 0) continue;
      for (let at = column; at <= n; at += 1) rows[row][at] -= factor * rows[column][at];
    }
  }
  return rows.map((row, at) => row[n] / row[at]);
}

// The map from four points to four others; null if there is none.
export function fitMap(source, target) {
  const answer = solved(source.flatMap(([x, y], index) => {
    const [u, v] = target[index];
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  }));
  return answer && [...answer, 1];
}

export function mapped(by, [x, y]) {
  const depth = by[6] * x + by[7] * y + by[8];
  const safe = Math.abs(depth) < 1e-9 ? 1e-9 : depth;
  return [(by[0] * x + by[1] * y + by[2]) / safe, (by[3] * x + by[4] * y + by[5]) / safe];
}

// Twice the area of a quadrilateral, positive if its corners go clockwise on a picture.
export const areaOf = ([a, b, c, d]) => (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]);

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
