// Reading tiles from a photo, on this device: choose a picture or hold the camera over the tiles; all
// of them are found and outlined, each opens for a look, one tap for each booth that is wrong.

import { boothPicture } from "./board.js";
import { button, make, onDrag } from "./elements.js";
import { EMPTY, LETTERS, SPOTS, colorName, columnOf, place, problems, rowOf } from "./grid.js";
import { partsOf } from "./panels.js";
import { forgetPhoto, keepPhoto, keptPhoto } from "./photo/kept.js";
import { Live, hasCamera } from "./photo/live.js";
import { cropped, endReading, mapOf, readCorners, readTiles, readable, rgbOf } from "./photo/reader.js";
import { addView, boundsOf, doubtfulOf, drawOutlines, isDoubtful, isOn, isUsable, turnedTile } from "./photo/tiles.js";
import { fromTemplate, t } from "./texts.js";

const THUMB = 96;
const PATCH = 72;
const ZOOM = 3;
const FIRST_INSET = 0.2;
const CUT = { left: "photo.cut_left", right: "photo.cut_right", top: "photo.cut_top", bottom: "photo.cut_bottom" };
const MANY = 9; // doubtful booths: then the corners may be elsewhere
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class PhotoDialog {
  // `onGrid` is told 30 letters, `onBox` those of several tiles.
  constructor(onGrid, onBox) {
    // `dropped` brings back the tile that was left out last.
    Object.assign(this, { onGrid, onBox, corners: [], tiles: [], unread: [], at: 0, live: null, dropped: null });
    this.dialog = fromTemplate("photo-view").firstElementChild;
    const find = (id) => this.dialog.querySelector(`#${id}`);
    this.parts = partsOf(find, "photo", ["file", "said", "canvas", "loupe", "list", "result"], {
      pick: () => this.parts.file.click(), film: () => this.startLive(), map: (event) => this.tapMap(event),
      read: () => this.readColors(), use: () => this.finish(), keep: () => this.finishBox(), back: () => this.dropped(),
      done: () => this.endLive(), all: () => this.showBox(), turn: () => this.turnTile(), again: () => this.showCorners(),
      cancel: () => this.dialog.close(),
    });
    this.parts.file.addEventListener("change", () => this.take());
    this.parts.film.hidden = !hasCamera();
    this.handles = [0, 1, 2, 3].map((corner) => this.handle(corner));
    this.parts.loupe.before(...this.handles);
    this.dialog.addEventListener("close", () => {
      this.live?.stop();
      endReading();
      forgetPhoto();
      this.dialog.remove();
    });
  }

  // Open it as it was kept, if it was.
  async open() {
    const kept = await keptPhoto();
    document.body.append(this.dialog);
    this.dialog.showModal();
    if (!kept) return;
    Object.assign(this, kept);
    if (this.view === "read") this.showReading();
    else if (this.view === "box") this.showBox();
    else this.showCorners();
  }

  say(words) {
    const { said } = this.parts;
    if (said.textContent !== words) said.textContent = words;
  }

  // Show one of the views: "corners", "read", "box", "live", or "none" while it is worked on.
  show(view) {
    for (const element of this.dialog.querySelectorAll("[data-views]")) {
      element.hidden = !element.dataset.views.split(" ").includes(view);
    }
    const { all, back, pick } = this.parts;
    all.hidden ||= this.tiles.length < 2;
    back.hidden ||= !this.dropped;
    pick.classList.remove("strong");
    if (!["corners", "read", "box"].includes(view)) return;
    this.view = view; // a reload comes back to it
    keepPhoto(this);
  }

  handle(corner) {
    const made = button("", null, {
      className: "handle", ariaLabel: t("photo.corner", { n: corner + 1 }),
      onkeydown: (event) => {
        const step = ARROWS[event.key];
        if (!step) return;
        event.preventDefault();
        const length = (event.shiftKey ? 1 : 5) * this.picture.width / 600;
        const [x, y] = this.corners[corner];
        this.move(corner, x + step[0] * length, y + step[1] * length);
        keepPhoto(this);
      },
      onblur: () => { this.parts.loupe.hidden = true; },
    });
    return onDrag(made, {
      start: ({ clientX, clientY }) => {
        const [x, y] = this.corners[corner];
        this.lookAt(corner);
        return [x - clientX * this.scale, y - clientY * this.scale];
      },
      move: ({ clientX, clientY }, [x, y]) => this.move(corner, x + clientX * this.scale, y + clientY * this.scale),
      end: () => {
        this.parts.loupe.hidden = true;
        keepPhoto(this);
      },
    });
  }

  // Pixels of the picture per pixel on the screen.
  get scale() {
    return this.picture.width / this.parts.canvas.getBoundingClientRect().width;
  }

  async take() {
    const [file] = this.parts.file.files;
    if (!file) return;
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
    if (!bitmap) {
      this.say(t("photo.unreadable"));
      return;
    }
    const picture = readable(bitmap, bitmap.width, bitmap.height);
    bitmap.close();
    this.parts.file.value = "";
    await this.findAll(picture);
  }

  // Read the tiles of a picture; of a further one they join those that are shown. A single tile is
  // shown after a look at its corners.
  async findAll(picture) {
    const { pick, film } = this.parts;
    const before = this.tiles.length;
    this.dropped = null;
    this.show("none");
    pick.disabled = film.disabled = true;
    this.say(t("photo.looking"));
    const pixels = rgbOf(picture);
    const found = await readTiles(pixels).catch(() => null);
    pick.disabled = film.disabled = false;
    if (!found) {
      this.show(this.view ?? "none");
      this.say(t("photo.failed"));
      return;
    }
    for (const tile of found.tiles) {
      const known = before ? await addView(this.tiles, tile, picture, pixels) : null;
      if (known) Object.assign(known, { corners: tile.corners, picture });
      else if (!before) this.tiles.push({ ...tile, picture });
    }
    Object.assign(this, { picture: before && !found.tiles.length ? this.picture : picture, unread: found.unread });
    if (this.tiles.length > 1) {
      this.showBox();
      return;
    }
    const { width, height } = this.picture;
    const [left, top] = [width * FIRST_INSET, height * FIRST_INSET];
    this.corners = [[left, top], [width - left, top], [width - left, height - top], [left, height - top]];
    this.at = 0;
    const none = found.unread.length ? this.unreadWords() : t("photo.none");
    this.showCorners(this.tiles.length ? t("photo.found_one") : `${none} ${t("photo.drag")}`);
  }

  unreadWords() {
    return this.unread.map(({ row, place: column, edge }) =>
      t(CUT[edge] ?? "photo.covered", { row, place: column })).join(" ");
  }

  showCorners(words = t("photo.drag")) {
    if (this.tiles[this.at]) this.corners = this.tiles[this.at].corners;
    this.show("corners");
    this.say(words);
    this.draw();
    this.handles[0].focus({ preventScroll: true });
  }

  // All tiles: outlined on the picture, and one below the other with what is doubtful.
  showBox() {
    const { pick, map, list } = this.parts;
    const { length: n } = this.tiles;
    this.show("box");
    this.say(`${this.foundWords(n, this.tiles.filter(isDoubtful).length)} ${this.unreadWords()}`.trim());
    pick.textContent = t("photo.add");
    drawOutlines(map, this.picture, this.tiles.flatMap((tile, at) => (tile.picture === this.picture
      ? [{ corners: tile.corners, isSure: !isDoubtful(tile), label: String(at + 1) }] : [])));
    map.ariaLabel = t("photo.map", { n });
    list.replaceChildren(...this.tiles.map((tile, at) => this.entryOf(tile, at)));
    (list.querySelector(".doubtful") ?? list.querySelector("button"))?.focus({ preventScroll: true });
  }

  foundWords(n, doubtful) {
    return `${t("photo.found", { n })} ${doubtful ? t("photo.box_doubtful", { n: doubtful }) : t("photo.box_sure")}`;
  }

  entryOf(tile, at) {
    const n = doubtfulOf(tile).length;
    const doubt = tile.oddNames ? "photo.odd" : "photo.many";
    const [problem] = problems(tile.letters);
    const words = problem ?? (n ? t("photo.tile_doubtful", { n }) : t(isDoubtful(tile) ? doubt : "photo.tile_sure"));
    const open = make("button", {
      type: "button", className: problem || isDoubtful(tile) ? "doubtful" : "", onclick: () => this.showReading(at),
    }, this.thumb(tile), make("span", { textContent: t("photo.tile", { n: at + 1 }) }), make("small", { textContent: words }));
    const drop = button("✕", () => {
      this.tiles.splice(at, 1);
      this.dropped = () => {
        this.tiles.splice(at, 0, tile);
        this.dropped = null;
        this.showBox();
      };
      this.showBox();
    }, { className: "plain", ariaLabel: t("photo.drop", { n: at + 1 }) });
    return make("li", {}, open, drop);
  }

  thumb({ corners, picture }) {
    const [x, y, wide, high] = boundsOf(corners);
    return cropped(picture, [x - 0.15 * wide, y - 0.15 * high, 1.3 * wide, 1.3 * high], THUMB, Math.round((THUMB * high) / wide));
  }

  tapMap({ clientX, clientY }) {
    const { map } = this.parts;
    const box = map.getBoundingClientRect();
    const point = [((clientX - box.x) * map.width) / box.width, ((clientY - box.y) * map.height) / box.height];
    const at = this.live ? -1 : this.tiles.findIndex((tile) => tile.picture === this.picture && isOn(map, tile.corners, point));
    if (at >= 0) this.showReading(at);
  }

  // Keep all tiles; if one is no grid, report the first such tile and keep none.
  finishBox() {
    const letters = this.tiles.map((tile) => tile.letters);
    const wrong = letters.findIndex((tile) => problems(tile).length);
    if (wrong >= 0) {
      this.say(t("photo.tile_wrong", { n: wrong + 1, why: problems(letters[wrong])[0] }));
      this.parts.list.children[wrong].firstElementChild.focus();
      return;
    }
    this.dialog.close();
    this.onBox(letters);
  }

  async startLive() {
    const { done, film, list, map, pick } = this.parts;
    this.unread = [];
    this.live = new Live(make("video", { muted: true, playsInline: true }), map, (news) => this.tellLive(news));
    list.replaceChildren();
    done.disabled = true;
    this.show("live");
    this.say(t("photo.live_start"));
    try {
      await this.live.start();
    } catch {
      this.live.stop();
      this.live = null;
      this.show("none");
      film.hidden = true;
      this.say(t("photo.no_camera"));
      pick.focus();
    }
  }

  tellLive({ tiles, doubtful, rows }) {
    const tilt = rows.length ? [t("photo.tilt", { rows: rows.join(", ") })] : [];
    this.say([tiles ? this.foundWords(tiles, doubtful) : t("photo.live_none"), ...tilt].join(" "));
    this.parts.done.disabled = tiles === 0;
  }

  // The looks so far are what was read.
  endLive() {
    this.live.stop();
    Object.assign(this, this.live.result(), { live: null, at: 0 });
    if (this.tiles.length > 1) this.showBox();
    else this.showReading();
  }

  move(corner, x, y) {
    const { width, height } = this.picture;
    this.corners[corner] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    this.draw();
    this.lookAt(corner);
  }

  draw() {
    const { picture: { width, height }, parts: { canvas } } = this;
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.drawImage(this.picture, 0, 0);
    const dot = Math.max(width, height) / 160;
    const at = mapOf(this.corners);
    Object.assign(context, { fillStyle: "#fff", strokeStyle: "#000", lineWidth: dot / 2 });
    for (let spot = 0; spot < SPOTS; spot += 1) {
      const [x, y] = at(columnOf(spot), rowOf(spot));
      if (!Number.isFinite(x + y)) continue;
      context.beginPath();
      context.arc(x, y, dot, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    this.handles.forEach(({ style }, corner) => {
      const [x, y] = this.corners[corner];
      Object.assign(style, { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
    });
  }

  // Show what is under the finger, larger, in the other corner.
  lookAt(corner) {
    const { loupe } = this.parts;
    const [x, y] = this.corners[corner];
    const half = loupe.width / 2;
    const reach = (half * this.scale) / ZOOM;
    const context = loupe.getContext("2d");
    context.fillStyle = "#000";
    context.fillRect(0, 0, loupe.width, loupe.height);
    context.drawImage(this.picture, x - reach, y - reach, 2 * reach, 2 * reach, 0, 0, loupe.width, loupe.height);
    context.lineWidth = 2;
    const cross = new Path2D(`M${half} ${half - 22}v44M${half - 22} ${half}h44`);
    for (const [color, dashes] of [["#000", []], ["#fff", [5, 5]]]) {
      context.strokeStyle = color;
      context.setLineDash(dashes);
      context.stroke(cross);
    }
    loupe.classList.toggle("right", x < this.picture.width / 2);
    loupe.hidden = false;
  }

  async readColors() {
    const { read } = this.parts;
    read.disabled = true;
    this.say(t("photo.reading"));
    try {
      const tile = await readCorners(rgbOf(this.picture), this.corners);
      if (tile === null || !isUsable(tile)) {
        this.say(t(tile === null ? "photo.no_grid" : "photo.unusable"));
        return;
      }
      this.tiles[this.at] = { ...tile, picture: this.picture };
      this.showReading();
    } catch {
      this.say(t("photo.failed"));
    } finally {
      read.disabled = false;
    }
  }

  turnTile() {
    this.tiles[this.at] = turnedTile(this.tiles[this.at]);
    this.showReading();
  }

  // A tile, booth by booth.
  showReading(at = this.at) {
    this.at = at;
    const tile = this.tiles[at];
    const doubts = doubtfulOf(tile);
    const { again, result, use } = this.parts;
    result.replaceChildren(...[...tile.letters].map((_, spot) => this.spotOf(tile, spot, doubts.includes(spot))));
    this.show("read");
    again.hidden = tile.picture !== this.picture;
    const n = doubts.length;
    const words = [n ? t("photo.doubtful", { n }) : t("photo.sure")];
    if (n > MANY || tile.isElsewhere) words.push(t("photo.many"));
    if (tile.oddNames) words.push(t("photo.odd"));
    this.say(words.join(" "));
    (result.querySelector(".doubtful") ?? use).focus();
  }

  // A spot of a tile as the photo shows it and as it was read; a tap goes on to the next likely color.
  spotOf(tile, spot, isDoubtful) {
    const order = [...new Set([tile.letters[spot], tile.second[spot], ...LETTERS, EMPTY])];
    const booth = make("span", { className: "booth" });
    const made = button("", () => {
      const spots = [...tile.letters];
      spots[spot] = order[(order.indexOf(spots[spot]) + 1) % order.length];
      tile.letters = spots.join("");
      tile.looked.push(spot);
      keepPhoto(this);
      show(false);
    });
    const show = (isRinged) => {
      const letter = tile.letters[spot];
      made.classList.toggle("doubtful", isRinged);
      booth.replaceChildren(...(letter === EMPTY ? [] : [boothPicture(letter)]));
      const color = letter === EMPTY ? t("board.empty") : colorName(letter);
      made.ariaLabel = t(isRinged ? "photo.doubtful_spot" : "photo.spot", { color, place: place(spot) });
    };
    show(isDoubtful);
    made.append(patchOf(tile.picture, mapOf(tile.corners), spot), booth);
    return made;
  }

  finish() {
    this.dialog.close();
    this.onGrid(this.tiles[this.at].letters);
  }
}

// A spot as the photo shows it, to compare with.
function patchOf(picture, at, spot) {
  const [column, row] = [columnOf(spot), rowOf(spot)];
  const [x, y] = at(column, row);
  const steps = [at(column + 0.5, row), at(column, row + 0.5)].flatMap(([otherX, otherY]) => [otherX - x, otherY - y]);
  const half = Math.max(...steps.map(Math.abs));
  return cropped(picture, [x - half, y - half, 2 * half, 2 * half], PATCH, PATCH);
}
