// Tiles on paper, in millimeters: the page's own stylesheet prints them and nothing else.

import { svgElement } from "./board.js";
import { COLUMNS, LETTERS, ROWS, columnOf, rowOf } from "./grid.js";
import { make } from "./elements.js";

const [PITCH, EDGE] = [66, 13];
const [WIDTH, HEIGHT] = [COLUMNS * PITCH + 2 * EDGE, ROWS * PITCH + 2 * EDGE];

function picture(letters) {
  const drawn = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  svgElement("rect", { x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 12, class: "tile-edge" }, drawn);
  [...letters].forEach((letter, spot) => {
    const [x, y] = [EDGE + 3 + columnOf(spot) * PITCH, EDGE + 3 + rowOf(spot) * PITCH];
    if (LETTERS.includes(letter)) svgElement("use", { href: `#booth-${letter}`, x, y, width: 60, height: 60 }, drawn);
    else svgElement("rect", { x, y, width: 60, height: 60, rx: 10, class: "tile-hole" }, drawn);
  });
  return drawn;
}

// Print tiles: [{letters, words}], words below each.
export function printTiles(tiles) {
  const sheet = make("div", { id: "sheet" }, ...tiles.map(({ letters, words }) =>
    make("figure", {}, picture(letters), make("figcaption", { textContent: words }))));
  document.getElementById("sheet")?.remove();
  document.body.append(sheet);
  window.print();
}
