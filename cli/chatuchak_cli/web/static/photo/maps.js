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

function centered(points) {
  const n = points.length;
  const [mx, my] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / n);
  const far = points.reduce((sum, [x, y]) => sum + Math.hypot(x - mx, y - my), 0) / n;
  const scale = 1 / (far + 1e-12);
  return { points: points.map(([x, y]) => [(x - mx) * scale, (y - my) * scale]), by: [scale, 0, -scale * mx, 0, scale, -scale * my, 0, 0, 1] };
}

const product = (a, b) => [0, 3, 6].flatMap((row) => [0, 1, 2].map((column) =>
  a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6]));

export function inverse([a, b, c, d, e, f, g, h, i]) {
  const whole = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d];
  const size = a * whole[0] + b * whole[3] + c * whole[6];
  return whole.map((one) => one / size);
}

// The map that takes points nearest to others, four at least; null where there is none. (Hartley,
// "In defense of the eight-point algorithm", 1997: points are centered and scaled first.)
export function fitMap(source, target) {
  const [from, to] = [centered(source), centered(target)];
  const normal = Array.from({ length: 8 }, () => new Float64Array(9));
  from.points.forEach(([x, y], index) => {
    const [u, v] = to.points[index];
    for (const line of [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]) {
      for (let row = 0; row < 8; row += 1) {
        for (let column = 0; column < 9; column += 1) normal[row][column] += line[row] * line[column];
      }
    }
  });
  const answer = solved(normal);
  return answer && product(inverse(to.by), product([...answer, 1], from.by));
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
