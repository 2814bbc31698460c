// The board on the page: 30 buttons above a drawing of the groups, below one of the marks.

import { button, cover, make } from "./elements.js";
import {
  COLUMNS, EMPTY, LETTERS, ROWS, SPOTS, colorName, columnOf, isLegal, parts, place, rowOf,
} from "./grid.js";
import { t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

// The picture's measures: booths and their pitch as the library draws them, and room for numbers.
const BOOTH = 60;
const PITCH = 66;
const ROUND = 10; // the radius of corners
const MARGIN = 20; // to the left and above
const EDGE = 10; // to the right and below
const WIDTH = MARGIN + COLUMNS * PITCH - (PITCH - BOOTH) + EDGE;
const HEIGHT = MARGIN + ROWS * PITCH - (PITCH - BOOTH) + EDGE;

export function svgElement(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (parent) parent.append(element);
  return element;
}

export function boothPicture(letter) {
  const picture = svgElement("svg", { viewBox: `0 0 ${BOOTH} ${BOOTH}`, "aria-hidden": "true" });
  svgElement("use", { href: `#booth-${letter}` }, picture);
  return picture;
}

// A button for a color.
export const boothButton = (letter, onclick, ...more) => make("button", {
  type: "button", className: `put-${letter}`, ariaLabel: colorName(letter), onclick,
}, boothPicture(letter), ...more);

// The main color of a booth, as its drawing has it.
const boothFill = (letter) =>
  document.querySelector(`#booth-${letter} rect:nth-of-type(2)`).getAttribute("fill");

// Rows and columns that keys go on.
const STEPS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -COLUMNS], End: [0, COLUMNS],
};

const LAYER = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" };
const corner = (spot) => [MARGIN + columnOf(spot) * PITCH, MARGIN + rowOf(spot) * PITCH];
const middle = (spot) => corner(spot).map((part) => part + BOOTH / 2);

// A board that is looked at only: one booth may be ringed, and others point at the empty spot.
export function boardPicture(letters, { ringed = null, pointing = [], label = "" } = {}) {
  const viewBox = [MARGIN - EDGE, MARGIN - EDGE, WIDTH - MARGIN + EDGE, HEIGHT - MARGIN + EDGE].join(" ");
  const picture = svgElement("svg", { viewBox, class: "small-board", role: "img", "aria-label": label });
  [...letters].forEach((letter, spot) => {
    const [x, y] = corner(spot);
    if (letter === EMPTY) svgElement("rect", { x, y, width: BOOTH, height: BOOTH, rx: 10, class: "hole" }, picture);
  });
  drawTies(picture, letters);
  [...letters].forEach((letter, spot) => {
    const [x, y] = corner(spot);
    if (LETTERS.includes(letter)) svgElement("use", { href: `#booth-${letter}`, x, y, width: BOOTH, height: BOOTH }, picture);
  });
  const marks = svgElement("g", { class: "marks" }, picture);
  for (const from of pointing) drawArrow(marks, from, letters.indexOf(EMPTY));
  if (ringed !== null) drawRing(marks, ringed);
  return picture;
}

// The numbers of rows and columns at the edge, by which hints and solutions name spots.
function numberLines(parent) {
  const numbers = svgElement("g", { class: "numbers" }, parent);
  const write = (number, x, y) => {
    svgElement("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, numbers).textContent = String(number);
  };
  for (let column = 0; column < COLUMNS; column += 1) write(column + 1, middle(column)[0], MARGIN / 2);
  for (let row = 0; row < ROWS; row += 1) write(row + 1, MARGIN / 2, middle(row * COLUMNS)[1]);
}

// Neighboring booths of a color are joined: rectangles within the spots and between them, whose thick
// line rounds the corners.
function drawTies(parent, letters) {
  const group = svgElement("g", { class: "ties" }, parent);
  for (const letter of LETTERS) {
    const joined = parts(letters, letter).filter((part) => part.length > 1).map(tiePath).join("");
    if (!joined) continue;
    svgElement("path", { d: joined, class: "outline" }, group);
    svgElement("path", { d: joined, fill: boothFill(letter), stroke: boothFill(letter) }, group);
  }
}

function tiePath(part) {
  const isIn = (spot, column) => part.includes(spot) && columnOf(spot) === column;
  return part.map((spot) => {
    const [x, y] = corner(spot).map((side) => side + ROUND);
    const column = columnOf(spot);
    const [right, below] = [isIn(spot + 1, column + 1), isIn(spot + COLUMNS, column)];
    const box = (width, height) => `M${x} ${y}h${width}v${height}h${-width}z`;
    const [side, far] = [BOOTH - 2 * ROUND, BOOTH - 2 * ROUND + PITCH];
    return [
      box(side, side), right ? box(far, side) : "", below ? box(side, far) : "",
      right && below && isIn(spot + COLUMNS + 1, column + 1) ? box(far, far) : "",
    ].join("");
  }).join("");
}

function drawArrow(parent, from, to) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (180 * Math.atan2(y2 - y1, x2 - x1)) / Math.PI;
  const arrow = svgElement("g", { transform: `translate(${x1} ${y1}) rotate(${angle})` }, parent);
  for (const look of ["halo", "arrow"]) {
    svgElement("path", { d: `M0 0H${length - 16}`, class: `line ${look}` }, arrow);
    svgElement("path", { d: `M${length} 0l-16 11v-22z`, class: `head ${look}` }, arrow);
  }
  svgElement("circle", { r: 7, class: "head arrow" }, arrow);
}

// The sides of a spot at which its region of a goal ends.
function borderOf(goal, spot) {
  const [x, y] = corner(spot);
  const [left, top, right, bottom] = [x + 1, y + 1, x + BOOTH - 1, y + BOOTH - 1];
  const sides = [
    [columnOf(spot) > 0 && goal[spot - 1], `M${left} ${top}V${bottom}`],
    [columnOf(spot) < COLUMNS - 1 && goal[spot + 1], `M${right} ${top}V${bottom}`],
    [goal[spot - COLUMNS], `M${left} ${top}H${right}`],
    [goal[spot + COLUMNS], `M${left} ${bottom}H${right}`],
  ];
  return sides.filter(([other]) => other !== goal[spot]).map(([, side]) => side).join("");
}

function drawRing(parent, spot) {
  const [cx, cy] = middle(spot);
  for (const look of ["halo", "doubt"]) {
    svgElement("circle", { cx, cy, r: BOOTH / 2 + 1, class: `ring ${look}` }, parent);
  }
}

export class Board {
  // `onChoose` gets a spot that is clicked, `onFocus` one that the keyboard comes to, `onShow` the letters of moves.
  constructor(element, { onChoose, onFocus = () => {}, onShow = () => {} }) {
    Object.assign(this, { element, frame: element.parentElement, onChoose, onFocus, onShow, letters: EMPTY.repeat(SPOTS), focused: 0 });
    this.quiet = window.matchMedia("(prefers-reduced-motion: reduce)");
    element.role = "grid";
    const layer = (name) => svgElement("svg", { ...LAYER, class: `layer ${name}` }, element);
    this.ties = layer("ties");
    this.spots = Array.from({ length: SPOTS }, (_, spot) => this.makeSpot(spot));
    for (let row = 0; row < ROWS; row += 1) {
      const cells = this.spots.slice(row * COLUMNS, (row + 1) * COLUMNS).map((spot) => make("div", { role: "gridcell" }, spot));
      element.append(make("div", { role: "row" }, ...cells));
    }
    this.marks = layer("marks");
    numberLines(layer(""));
    element.addEventListener("keydown", (event) => this.pressKey(event));
  }

  makeSpot(spot) {
    const [x, y] = corner(spot);
    const onfocus = () => {
      this.setFocused(spot);
      this.onFocus(spot);
    };
    const made = button("", () => this.onChoose(spot), { className: "spot", dataset: { spot }, tabIndex: spot === 0 ? 0 : -1, onfocus });
    cover(made, [x / WIDTH, y / HEIGHT, BOOTH / WIDTH, BOOTH / HEIGHT]);
    return made;
  }

  // Show letters. `editing` takes away what is about moves; `jumped` flies one booth in; `cursor`
  // is the spot to be filled next, and `doubts` are ringed.
  show(letters, { editing = false, jumped = null, cursor = null, doubts = [] } = {}) {
    this.letters = letters;
    this.element.classList.toggle("editing", editing);
    this.spots.forEach((element, spot) => {
      const letter = letters[spot];
      if (element.dataset.letter !== letter) {
        element.dataset.letter = letter;
        element.replaceChildren(...(LETTERS.includes(letter) ? [boothPicture(letter)] : []));
      }
      const legal = !editing && isLegal(letters, spot);
      element.classList.toggle("legal", legal);
      element.classList.toggle("cursor", spot === cursor);
      element.ariaLabel = this.describe(spot, legal);
    });
    this.ties.replaceChildren();
    drawTies(this.ties, letters);
    this.marks.replaceChildren();
    for (const spot of doubts) drawRing(this.marks, spot);
    if (jumped) this.fly(jumped.from, jumped.to);
    if (!editing) this.onShow(letters);
  }

  describe(spot, legal) {
    const letter = this.letters[spot];
    const other = letter === EMPTY ? t("board.empty") : t("board.blank");
    const what = LETTERS.includes(letter) ? colorName(letter) : other;
    return t(legal ? "board.can_jump" : "board.spot", { what, place: place(spot) });
  }

  // Point at moves to the empty spot with arrows, and ring a booth that was moved, if any.
  point(best, to, played = null) {
    this.marks.replaceChildren();
    if (played !== null) drawRing(this.marks, played);
    for (const from of best) drawArrow(this.marks, from, to);
  }

  // Outline where each color ends in a goal: its regions, each in its color.
  outline(goal) {
    this.marks.replaceChildren();
    for (const look of ["halo", "region"]) {
      for (const letter of LETTERS) {
        const d = [...goal].map((other, spot) => (other === letter ? borderOf(goal, spot) : "")).join("");
        svgElement("path", { d, class: `border ${look}`, ...(look === "region" && { stroke: boothFill(letter) }) }, this.marks);
      }
    }
  }

  // Say no to a booth that cannot jump.
  refuse(spot) {
    if (this.quiet.matches) return;
    const shift = (x) => ({ transform: `translateX(${x}px)` });
    this.spots[spot].animate([shift(0), shift(-5), shift(5), shift(-3), shift(0)], 260);
  }

  fly(from, to) {
    if (this.quiet.matches) return;
    const [start, end] = [this.spots[from], this.spots[to]].map((spot) => spot.getBoundingClientRect());
    const [dx, dy] = [start.left - end.left, start.top - end.top];
    const lift = 10 + 0.06 * Math.hypot(dx, dy);
    const picture = this.spots[to].firstElementChild;
    if (!picture) return;
    this.spots[to].classList.add("flying");
    const flight = picture.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)` },
        { transform: `translate(${dx / 2}px, ${dy / 2 - lift}px) scale(1.08)` },
        { transform: "translate(0, 0)" },
      ],
      { duration: 260, easing: "ease-in-out" },
    );
    const land = () => this.spots[to].classList.remove("flying");
    flight.finished.then(land, land);
  }

  setFocused(spot) {
    this.spots[this.focused].tabIndex = -1;
    this.focused = spot;
    this.spots[spot].tabIndex = 0;
  }

  focus(spot = this.focused) {
    this.setFocused(spot);
    this.spots[spot].focus();
  }

  pressKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!Object.hasOwn(STEPS, event.key)) return;
    event.preventDefault();
    const [down, right] = STEPS[event.key];
    const bounded = (number, most) => Math.max(0, Math.min(most, number));
    const row = bounded(rowOf(this.focused) + down, ROWS - 1);
    this.focus(row * COLUMNS + bounded(columnOf(this.focused) + right, COLUMNS - 1));
  }
}
