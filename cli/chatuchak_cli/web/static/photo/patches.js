// Patches of a picture that may be booths: several ways to cut it, as chatuchak_solver/photo does.

const PITCH = 14; // pixels from spot to spot that a picture is made small to
const SQUARES = [0.14, 1.3]; // area of a patch in squares of the pitch
const FULL = [0.5, 1.12]; // area against that of an ellipse of the same moments
const MOST_STRETCHED = 9;
const ODD = [[1, 7], [2, 10]]; // pixels of blur, and around
const LEAST_ODD = 0.004;
const FLAT = [0.05, 0.09];

// A picture {pixels, width, height} of RGB bytes as averages over boxes.
export function shrunk({ pixels, width, height }, scale) {
  if (scale >= 1) return { pixels, width, height };
  const [wide, high] = [width, height].map((side) => Math.max(4, Math.round(side * scale)));
  const small = new Uint8Array(wide * high * 3);
  const edges = (length, parts) => Array.from({ length: parts + 1 }, (_, part) => Math.round((part * length) / parts));
  const [columns, rows] = [edges(width, wide), edges(height, high)];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let [r, g, b] = [0, 0, 0];
      for (let row = rows[y]; row < rows[y + 1]; row += 1) {
        for (let at = 3 * (row * width + columns[x]); at < 3 * (row * width + columns[x + 1]); at += 3) {
          r += pixels[at];
          g += pixels[at + 1];
          b += pixels[at + 2];
        }
      }
      const count = (rows[y + 1] - rows[y]) * (columns[x + 1] - columns[x]);
      const at = 3 * (y * wide + x);
      small[at] = r / count + 0.5;
      small[at + 1] = g / count + 0.5;
      small[at + 2] = b / count + 0.5;
    }
  }
  return { pixels: small, width: wide, height: high };
}

const LIGHT = Float64Array.from({ length: 256 }, (_, byte) => {
  const tone = byte / 255;
  return tone <= 0.04045 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4;
});

// OKLab of RGB bytes, three numbers a pixel.
export function oklab(pixels) {
  const lab = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const r = LIGHT[pixels[at]];
    const g = LIGHT[pixels[at + 1]];
    const b = LIGHT[pixels[at + 2]];
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    lab[at + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    lab[at + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
  }
  return lab;
}

// The median of each pixel's three by three, color by color; the edge as it is.
function soothed({ pixels, width, height }) {
  const soft = pixels.slice();
  const line = 3 * width;
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = 3 * (y * width + 1); at < 3 * (y * width + width - 1); at += 1) {
      // Each column in order; then the median of the highest of the least, the median of the middle
      // ones and the least of the highest.
      let least = 0;
      let most = 255;
      let middle = 0;
      let low = 255;
      let high = 0;
      for (let here = at - 3; here <= at + 3; here += 3) {
        const a = pixels[here - line];
        const b = pixels[here];
        const c = pixels[here + line];
        const less = a < b ? a : b;
        const more = a < b ? b : a;
        const first = less < c ? less : c;
        const last = more > c ? more : c;
        const between = less > c ? less : more < c ? more : c;
        if (first > least) least = first;
        if (last < most) most = last;
        middle += between;
        if (between < low) low = between;
        if (between > high) high = between;
      }
      middle -= low + high;
      const less = least < middle ? least : middle;
      const more = least < middle ? middle : least;
      soft[at] = less > most ? less : more < most ? more : most;
    }
  }
  return soft;
}

// 1 where a number is below its limit.
function below(numbers, limit) {
  const tags = new Uint8Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) tags[at] = numbers[at] < limit ? 1 : 0;
  return tags;
}

// Means over squares of 2 `radius` + 1 pixels, of several values a pixel, the edge repeated.
function blurred(values, width, height, radius, depth) {
  let from = values;
  for (const [lines, length, line, step] of [[height, width, width, 1], [width, height, 1, width]]) {
    const to = new Float32Array(from.length);
    for (let number = 0; number < lines; number += 1) {
      for (let part = 0; part < depth; part += 1) {
        const first = depth * number * line + part;
        const next = depth * step;
        const last = first + (length - 1) * next;
        let sum = 0;
        for (let place = -radius; place <= radius; place += 1) sum += from[Math.min(last, first + Math.max(0, place) * next)];
        let enters = first + (radius + 1) * next;
        let leaves = first - radius * next;
        for (let at = first; at <= last; at += next) {
          to[at] = sum / (2 * radius + 1);
          sum += from[enters < last ? enters : last] - from[leaves > first ? leaves : first];
          enters += next;
          leaves += next;
        }
      }
    }
    from = to;
  }
  return from;
}

// 1 where a pixel is more colorful than around it.
function oddColors(lab, width, height, blur, around) {
  const size = width * height;
  const colors = new Float32Array(2 * size);
  for (let at = 0; at < size; at += 1) {
    colors[2 * at] = lab[3 * at + 1];
    colors[2 * at + 1] = lab[3 * at + 2];
  }
  const soft = blurred(colors, width, height, blur, 2);
  const far = blurred(soft, width, height, around, 2);
  const odd = new Float32Array(size);
  for (let at = 0; at < size; at += 1) {
    const [a, b] = [soft[2 * at] - far[2 * at], soft[2 * at + 1] - far[2 * at + 1]];
    odd[at] = Math.sqrt(a * a + b * b);
  }
  const usual = blurred(odd, width, height, around, 1);
  const tags = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) tags[at] = odd[at] > usual[at] && odd[at] > LEAST_ODD ? 1 : 0;
  return tags;
}

// How fast colors change at each pixel; hue counts more than light.
function steepness(lab, width, height) {
  const steep = new Float32Array(width * height).fill(9);
  const apart = (one, other) => {
    const [light, a, b] = [0.7 * (lab[one] - lab[other]), 1.6 * (lab[one + 1] - lab[other + 1]), 1.6 * (lab[one + 2] - lab[other + 2])];
    return Math.sqrt(light * light + a * a + b * b);
  };
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      steep[at] = Math.max(apart(3 * (at + 1), 3 * (at - 1)), apart(3 * (at + width), 3 * (at - width)));
    }
  }
  return steep;
}

// Connected pixels tagged 1 whose area and shape are those of booths: [{x, y, area}].
function shaped(tags, width, height, scale, square) {
  const parent = new Int32Array(tags.length);
  const root = (one) => {
    let at = one;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const here = y * width + x;
      parent[here] = here;
      if (!tags[here]) continue;
      if (x > 0 && tags[here - 1]) parent[here] = root(here - 1);
      if (y > 0 && tags[here - width]) {
        const [one, other] = [root(here), root(here - width)];
        parent[Math.max(one, other)] = Math.min(one, other);
      }
    }
  }
  const areas = new Int32Array(tags.length);
  for (let at = 0; at < tags.length; at += 1) {
    if (tags[at]) areas[parent[at] = root(at)] += 1;
  }
  const sums = new Map(); // of those alone that are large enough
  for (let at = 0; at < tags.length; at += 1) {
    const key = parent[at];
    if (!tags[at] || areas[key] <= SQUARES[0] * square || areas[key] >= SQUARES[1] * square) continue;
    let sum = sums.get(key);
    if (!sum) sums.set(key, sum = [0, 0, 0, 0, 0, 0]);
    const [x, y] = [at % width, Math.floor(at / width)];
    sum[0] += 1;
    sum[1] += x;
    sum[2] += y;
    sum[3] += x * x;
    sum[4] += x * y;
    sum[5] += y * y;
  }
  const found = [];
  for (const [area, sx, sy, sxx, sxy, syy] of sums.values()) {
    const [x, y] = [sx / area, sy / area];
    const [xx, xy, yy] = [sxx / area - x * x, sxy / area - x * y, syy / area - y * y];
    const spread = Math.max((xx + 1 / 12) * (yy + 1 / 12) - xy * xy, 1e-9);
    const longest = (xx + yy) / 2 + Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy);
    const full = area / (4 * Math.PI * Math.sqrt(spread));
    if (full > FULL[0] && full < FULL[1] && longest ** 2 < spread * MOST_STRETCHED) {
      found.push({ x: (x + 0.5) / scale, y: (y + 0.5) / scale, area: area / scale ** 2 });
    }
  }
  return found;
}

// Yield the patches of each cut of a picture whose spots are about `pitch` pixels apart.
export function* patchesAtPitch(picture, pitch) {
  const wanted = Math.min(1, PITCH / pitch);
  const small = shrunk(picture, wanted);
  const { width, height } = small;
  const scale = width / picture.width;
  const square = (pitch * scale) ** 2;
  const lab = oklab(small.pixels);
  for (const [blur, around] of ODD) yield shaped(oddColors(lab, width, height, blur, around), width, height, scale, square);
  const steep = steepness(oklab(soothed(small)), width, height);
  for (const limit of FLAT) {
    yield shaped(below(steep, limit), width, height, scale, square);
  }
}
