// Views of one tile are merged by the minimum of light, because reflections only add light; see
// chatuchak_solver/photo/views.py.

import { fitMap, mapped, median, solved } from "./maps.js";
import { RING } from "./reader.js";

const PIXELS = 30; // from spot to spot
const MARGIN = 1.25; // spots around the outermost ones
const [WIDTH, HEIGHT] = [5, 4].map((steps) => (steps + 2 * MARGIN) * PIXELS);
const CORNERS = RING.map((corner) => corner.map((one) => (one + MARGIN) * PIXELS));
const DARK = 0.02; // light added before logarithms are taken
const ROUNDS = 4;
const [CLOSE, PART] = [0.12, 0.35]; // of logarithms of light that are kept, and of the pixels
const TERMS = 6;

const toLight = (tone) => (tone <= 0.04045 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4);
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => toLight(byte / 255));
const toByte = (light) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055) + 0.5;

// A tile of a picture {pixels, width, height} as seen from above: light, NaN beyond the picture.
export function lookAt({ pixels, width, height }, corners) {
  const by = fitMap(RING, corners);
  const look = new Float32Array(3 * WIDTH * HEIGHT).fill(NaN);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const [x, y] = mapped(by, [(column + 0.5) / PIXELS - MARGIN, (row + 0.5) / PIXELS - MARGIN]).map((one) => one - 0.5);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left > width - 2 || top > height - 2) continue;
      const [right, down] = [x - left, y - top];
      const from = 3 * (top * width + left);
      for (let part = 0; part < 3; part += 1) {
        const value = (at) => LIGHT[pixels[from + at + part]];
        const upper = value(0) * (1 - right) + value(3) * right;
        const lower = value(3 * width) * (1 - right) + value(3 * width + 3) * right;
        look[3 * (row * WIDTH + column) + part] = upper * (1 - down) + lower * down;
      }
    }
  }
  return look;
}

function termsAt(at) {
  const x = (at % WIDTH) / WIDTH - 0.5;
  const y = Math.floor(at / WIDTH) / HEIGHT - 0.5;
  return [1, x, y, x * x, x * y, y * y];
}

// Weights of the terms that take the light of a look nearest to another's, color by color: fitted
// to the pixels that agree most.
function lightBetween(other, like) {
  let known = [];
  for (let at = 0; at < other.length / 3; at += 7) {
    const ratio = [0, 1, 2].map((part) => Math.log(like[3 * at + part] + DARK) - Math.log(other[3 * at + part] + DARK));
    if (ratio.every(Number.isFinite)) known.push({ terms: termsAt(at), ratio, mean: (ratio[0] + ratio[1] + ratio[2]) / 3 });
  }
  if (known.length < 100) return null;
  const usual = median(known.map(({ mean }) => mean));
  let kept = known.filter(({ mean }) => Math.abs(mean - usual) < 0.5);
  let fit = null;
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    fit = [0, 1, 2].map((part) => {
      const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
      for (const { terms, ratio } of kept) {
        for (let row = 0; row < TERMS; row += 1) {
          for (let column = 0; column < TERMS; column += 1) rows[row][column] += terms[row] * terms[column];
          rows[row][TERMS] += terms[row] * ratio[part];
        }
      }
      return solved(rows);
    });
    if (fit.some((weights) => !weights)) return null;
    known = known.map((one) => ({ ...one, off: fit.reduce((sum, weights, part) =>
      sum + Math.abs(one.ratio[part] - weights.reduce((total, weight, term) => total + weight * one.terms[term], 0)), 0) / 3 }));
    const sorted = known.map(({ off }) => off).sort((one, two) => one - two);
    const limit = Math.max(CLOSE, sorted[Math.floor(PART * sorted.length)]);
    kept = known.filter(({ off }) => off <= limit);
  }
  return fit;
}

// Two looks joined: the darker of both, the second in the first one's light.
export function joined(like, other) {
  const fit = lightBetween(other, like);
  if (!fit) return like;
  const both = like.slice();
  for (let at = 0; at < both.length / 3; at += 1) {
    const terms = termsAt(at);
    for (let part = 0; part < 3; part += 1) {
      const field = fit[part].reduce((sum, weight, term) => sum + weight * terms[term], 0);
      const light = (other[3 * at + part] + DARK) * Math.exp(field) - DARK;
      if (!(light >= both[3 * at + part])) both[3 * at + part] = Number.isNaN(light) ? both[3 * at + part] : light;
    }
  }
  return both;
}

// A look as a cut-out that the reader takes.
export const cutOutOf = (look) => ({
  pixels: Uint8Array.from(look, (light) => (Number.isNaN(light) ? 0 : toByte(Math.min(1, Math.max(0, light))))),
  width: WIDTH, height: HEIGHT, corners: CORNERS,
});
