// The order in which a person reads tiles that lie on a table, as chatuchak_solver/photo does.

import { distance, median, middleOf } from "./maps.js";

const ALIKE = 0.8; // how well tiles' directions agree where they lie in rows
const ROW = 0.55; // how far neighbors in a row may be apart down the picture, in heights of a tile

// Rows of numbers of tiles, told by their corners, each followed from neighbor to neighbor.
export function readingRows(corners) {
  if (!corners.length) return [];
  const angles = corners.map(([[x0, y0], [x1, y1]]) => 4 * Math.atan2(y1 - y0, x1 - x0));
  const [cosine, sine] = [Math.cos, Math.sin].map((of) => angles.reduce((sum, angle) => sum + of(angle), 0) / angles.length);
  const common = Math.hypot(cosine, sine) > ALIKE ? Math.atan2(sine, cosine) / 4 : 0;
  const at = corners.map((one) => {
    const [x, y] = middleOf(one);
    return { across: x * Math.cos(common) + y * Math.sin(common), down: y * Math.cos(common) - x * Math.sin(common) };
  });
  const height = median(corners.map((one) => distance(one[3], one[0])));
  const rows = [];
  let left = corners.map((_, number) => number);
  while (left.length) {
    const start = left.reduce((best, one) => (at[one].down < at[best].down ? one : best));
    const row = [start];
    for (const way of [1, -1]) {
      for (let here = start; here !== undefined;) {
        const from = at[here];
        const ahead = left.filter((one) => !row.includes(one)
          && way * (at[one].across - from.across) > 0 && Math.abs(at[one].down - from.down) < ROW * height);
        here = ahead.sort((one, other) => way * (at[one].across - at[other].across))[0];
        if (here !== undefined) row.push(here);
      }
    }
    rows.push(row.sort((one, other) => at[one].across - at[other].across));
    left = left.filter((one) => !row.includes(one));
  }
  return rows;
}
