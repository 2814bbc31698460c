// Reading tiles from a photo, on this device: choose a picture or hold the camera over the tiles; all
// of them are found and outlined, each opens for a look, one tap for each booth that is wrong.

import { boothPicture } from "./board.js";
import { make } from "./elements.js";
import { problems } from "./grid.js";
import { forgetPhoto, keepPhoto, keptPhoto } from "./photo/kept.js";
import { Live, hasCamera } from "./photo/live.js";
import { LONG, endReading, mapOf, readCorners, readTiles, rgbOf } from "./photo/reader.js";
import { addView, doubtfulOf, drawOutlines, isDoubtful, isOn, isUsable, turnedTile } from "./photo/tiles.js";
import { t } from "./texts.js";

const LETTERS = ["R", "Y", "G", "B", "P", "."];
const SPOTS = 30;
const COLUMNS = 6;
const THUMB = 96;
const LOUPE = 132;
const ZOOM = 3;
const FIRST_INSET = 0.2;
const CUT = { left: "photo.cut_left", right: "photo.cut_right", top: "photo.cut_top", bottom: "photo.cut_bottom" };
const MANY = 9; // doubtful booths: then the corners may be elsewhere

class PhotoDialog {
  // `onGrid` is told 30 letters, `onBox` those of several tiles.
  constructor(onGrid, onBox) {
    Object.assign(this, { onGrid, onBox, corners: [], tiles: [], unread: [], at: 0, live: null });
    this.said = make("p", { role: "status", className: "note" });
    this.file = make("input", {
      type: "file", accept: "image/*", ariaLabel: t("photo.choose"), hidden: true, onchange: () => this.take(),
    });
    // The browser's own button is small, and speaks its language, not the page's.
    this.pick = make("button", { type: "button", className: "strong", textContent: t("photo.choose"), onclick: () => this.file.click() });
    this.film = make("button", { type: "button", textContent: t("photo.live"), hidden: !hasCamera(), onclick: () => this.startLive() });
    this.canvas = make("canvas", { className: "picture" });
    this.loupe = make("canvas", { className: "loupe", width: LOUPE, height: LOUPE, hidden: true });
    this.handles = [0, 1, 2, 3].map((corner) => this.handle(corner));
    this.stage = make("div", { className: "corners", hidden: true }, this.canvas, ...this.handles, this.loupe);
    this.result = make("div", { className: "read", role: "group", ariaLabel: t("photo.result"), hidden: true });
    this.map = make("canvas", { className: "picture map", role: "img", onclick: (event) => this.tapMap(event) });
    this.list = make("ol", { className: "found", ariaLabel: t("photo.found_label") });
    this.box = make("div", { className: "box", hidden: true }, this.map, this.list);
    this.keepAll = make("button", { type: "button", className: "strong", textContent: t("photo.keep_box"), hidden: true, onclick: () => this.finishBox() });
    this.dropped = null; // brings back the tile that was left out last
    this.back = make("button", { type: "button", textContent: t("tools.undo"), hidden: true, onclick: () => this.dropped() });
    this.all = make("button", { type: "button", textContent: t("photo.all"), hidden: true, onclick: () => this.showBox() });
    this.done = make("button", { type: "button", className: "strong", textContent: t("photo.live_done"), hidden: true, onclick: () => this.endLive() });
    this.read = make("button", { type: "button", className: "strong", textContent: t("photo.read"), hidden: true, onclick: () => this.readColors() });
    this.turn = make("button", { type: "button", textContent: t("photo.turn"), hidden: true, onclick: () => this.turnTile() });
    this.again = make("button", { type: "button", textContent: t("photo.corners"), hidden: true, onclick: () => this.showCorners() });
    this.use = make("button", { type: "button", className: "strong", textContent: t("photo.use"), hidden: true, onclick: () => this.finish() });
    this.dialog = make(
      "dialog", { className: "photo", ariaLabel: t("photo.title") },
      make("h2", { textContent: t("photo.title") }),
      make("p", { className: "note", textContent: t("photo.promise") }),
      this.file, make("div", { className: "row" }, this.pick, this.film), this.said, this.stage, this.box, this.result,
      make("div", { className: "row choices" }, this.read, this.use, this.keepAll, this.back, this.done, this.all, this.turn, this.again,
        make("button", { type: "button", textContent: t("photo.cancel"), onclick: () => this.dialog.close() })),
    );
    this.dialog.addEventListener("close", () => {
      this.live?.stop();
      endReading();
      forgetPhoto();
      this.dialog.remove();
    });
  }

  async open(kept) {
    document.body.append(this.dialog);
    this.dialog.showModal();
    if (!kept) return;
    Object.assign(this, kept);
    if (this.view === "read") this.showReading(this.tiles[this.at]);
    else if (this.view === "box") this.showBox();
    else this.showCorners();
  }

  // A reload comes back to what is on the screen.
  keep(view) {
    this.view = view;
    keepPhoto(this);
  }

  handle(corner) {
    const button = make("button", { type: "button", className: "handle", ariaLabel: t("photo.corner", { n: corner + 1 }) });
    let grip = null;
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      grip = [event.clientX, event.clientY, ...this.corners[corner]];
      this.lookAt(corner);
    });
    button.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const scale = this.picture.width / this.canvas.getBoundingClientRect().width;
      const [x, y, left, top] = grip;
      this.move(corner, left + (event.clientX - x) * scale, top + (event.clientY - y) * scale);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      button.addEventListener(end, () => {
        grip = null;
        this.loupe.hidden = true;
        this.keep("corners");
      });
    }
    button.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const length = (event.shiftKey ? 1 : 5) * this.picture.width / 600;
      const [x, y] = this.corners[corner];
      this.move(corner, x + step[0] * length, y + step[1] * length);
      this.keep("corners");
    });
    button.addEventListener("blur", () => { this.loupe.hidden = true; });
    return button;
  }

  async take() {
    const [file] = this.file.files;
    if (!file) return;
    let bitmap;
    try {
      bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    } catch {
      this.said.textContent = t("photo.unreadable");
      return;
    }
    const scale = Math.min(1, LONG / Math.max(bitmap.width, bitmap.height));
    const picture = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    const context = picture.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, picture.width, picture.height);
    bitmap.close();
    this.file.value = "";
    await this.findAll(picture);
  }

  // Read the tiles of a picture; of a further one they join those that are shown. A single tile is
  // shown after a look at its corners.
  async findAll(picture) {
    const before = this.tiles.length;
    this.dropped = null;
    this.show("none");
    this.pick.disabled = this.film.disabled = true;
    this.said.textContent = t("photo.looking");
    const pixels = rgbOf(picture);
    const found = await readTiles(pixels).catch(() => null);
    this.pick.disabled = this.film.disabled = false;
    if (!found) {
      this.show(this.view ?? "none");
      this.said.textContent = t("photo.failed");
      return;
    }
    for (const tile of this.tiles) tile.picture ??= this.picture;
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
    return this.unread.map(({ row, place, edge }) => t(CUT[edge] ?? "photo.covered", { row, place })).join(" ");
  }

  // Show one of the views: "corners", "read", "box", "live", or "none" while it is worked on.
  show(view) {
    const several = this.tiles.length > 1;
    const shown = {
      corners: [this.stage, this.read], read: [this.result, this.turn, this.again, this.use], none: [],
      box: [this.box, this.keepAll], live: [this.box, this.done],
    }[view];
    if (several && (view === "read" || view === "corners")) shown.push(this.all);
    if (view === "box" && this.dropped) shown.push(this.back);
    for (const element of [this.stage, this.read, this.result, this.turn, this.again, this.use, this.box, this.keepAll, this.back, this.done, this.all]) {
      element.hidden = !shown.includes(element);
    }
    this.pick.parentElement.hidden = view === "read" || view === "live";
    this.pick.classList.remove("strong");
  }

  showCorners(words = t("photo.drag")) {
    if (this.tiles[this.at]) this.corners = this.tiles[this.at].corners;
    this.show("corners");
    this.said.textContent = words;
    this.draw();
    this.keep("corners");
    this.handles[0].focus({ preventScroll: true });
  }

  // All tiles: outlined on the picture, and one below the other with what is doubtful.
  showBox() {
    this.show("box");
    const n = this.tiles.filter(isDoubtful).length;
    this.said.textContent = `${t("photo.found", { n: this.tiles.length })} ${n ? t("photo.box_doubtful", { n }) : t("photo.box_sure")} ${this.unreadWords()}`.trim();
    this.pick.textContent = t("photo.add");
    this.drawMap();
    this.map.setAttribute("aria-label", t("photo.map", { n: this.tiles.length }));
    this.list.replaceChildren(...this.tiles.map((tile, at) => this.entryOf(tile, at)));
    this.keep("box");
    (this.list.querySelector(".doubtful") ?? this.list.querySelector("button"))?.focus({ preventScroll: true });
  }

  drawMap() {
    [this.map.width, this.map.height] = [this.picture.width, this.picture.height];
    const context = this.map.getContext("2d");
    context.drawImage(this.picture, 0, 0);
    drawOutlines(context, this.tiles.flatMap((tile, at) => (tile.picture && tile.picture !== this.picture
      ? [] : [{ corners: tile.corners, isSure: !isDoubtful(tile), label: String(at + 1) }])));
  }

  entryOf(tile, at) {
    const n = doubtfulOf(tile).length;
    const name = t("photo.tile", { n: at + 1 });
    const doubt = tile.oddNames ? "photo.odd" : "photo.many";
    const [problem] = problems(tile.letters);
    const words = problem ?? (n ? t("photo.tile_doubtful", { n }) : t(isDoubtful(tile) ? doubt : "photo.tile_sure"));
    const button = make("button", { type: "button", onclick: () => this.openTile(at) },
      this.thumb(tile), make("span", { textContent: name }), make("small", { textContent: words }));
    button.classList.toggle("doubtful", Boolean(problem) || isDoubtful(tile));
    const drop = make("button", { type: "button", className: "plain", textContent: "✕", ariaLabel: t("photo.drop", { n: at + 1 }), onclick: () => {
      this.tiles.splice(at, 1);
      this.dropped = () => {
        this.tiles.splice(at, 0, tile);
        this.dropped = null;
        this.showBox();
      };
      this.showBox();
    } });
    return make("li", {}, button, drop);
  }

  thumb({ corners, picture = this.picture }) {
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const [x, y] = [left - 0.15 * wide, top - 0.15 * high];
    const shown = make("canvas", { width: THUMB, height: Math.round((THUMB * high) / wide) });
    shown.getContext("2d").drawImage(picture, x, y, 1.3 * wide, 1.3 * high, 0, 0, shown.width, shown.height);
    return shown;
  }

  tapMap(event) {
    const box = this.map.getBoundingClientRect();
    const point = [((event.clientX - box.x) * this.map.width) / box.width, ((event.clientY - box.y) * this.map.height) / box.height];
    const at = this.live ? -1 : this.tiles.findIndex(({ corners, picture = this.picture }) => picture === this.picture && isOn(corners, point));
    if (at >= 0) this.openTile(at);
  }

  openTile(at) {
    this.at = at;
    this.showReading(this.tiles[at]);
  }

  // Keep all tiles; if one is no grid, report the first such tile and keep none.
  finishBox() {
    const letters = this.tiles.map((tile) => tile.letters);
    const wrong = letters.findIndex((tile) => problems(tile).length);
    if (wrong >= 0) {
      this.said.textContent = t("photo.tile_wrong", { n: wrong + 1, why: problems(letters[wrong])[0] });
      this.list.children[wrong].firstElementChild.focus();
      return;
    }
    this.dialog.close();
    this.onBox(letters);
  }

  async startLive() {
    const video = make("video", { muted: true, playsInline: true });
    this.unread = [];
    this.live = new Live(video, this.map, (news) => this.tellLive(news));
    this.list.replaceChildren();
    this.show("live");
    this.said.textContent = t("photo.live_start");
    try {
      await this.live.start();
    } catch {
      this.live.stop();
      this.live = null;
      this.show("none");
      this.film.hidden = true;
      this.said.textContent = t("photo.no_camera");
      this.pick.focus();
    }
  }

  tellLive({ tiles, doubtful, rows }) {
    const words = tiles ? [t("photo.found", { n: tiles })] : [t("photo.live_none")];
    if (tiles) words.push(doubtful ? t("photo.box_doubtful", { n: doubtful }) : t("photo.box_sure"));
    if (rows.length) words.push(t("photo.tilt", { rows: rows.join(", ") }));
    const said = words.join(" ");
    if (this.said.textContent !== said) this.said.textContent = said;
    this.done.disabled = tiles === 0;
  }

  // The looks so far are what was read.
  endLive() {
    this.live.stop();
    Object.assign(this, this.live.result(), { live: null, at: 0 });
    if (this.tiles.length > 1) this.showBox();
    else this.showReading(this.tiles[0]);
  }

  move(corner, x, y) {
    const { width, height } = this.picture;
    this.corners[corner] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    this.draw();
    this.lookAt(corner);
  }

  draw() {
    const { width, height } = this.picture;
    [this.canvas.width, this.canvas.height] = [width, height];
    const context = this.canvas.getContext("2d");
    context.drawImage(this.picture, 0, 0);
    const dot = Math.max(width, height) / 160;
    const at = mapOf(this.corners);
    for (let spot = 0; spot < SPOTS; spot += 1) {
      const [x, y] = at(spot % COLUMNS, Math.floor(spot / COLUMNS));
      if (!Number.isFinite(x + y)) continue;
      context.beginPath();
      context.arc(x, y, dot, 0, 2 * Math.PI);
      context.fillStyle = "#fff";
      context.fill();
      context.lineWidth = dot / 2;
      context.strokeStyle = "#000";
      context.stroke();
    }
    this.handles.forEach((handle, corner) => {
      const [x, y] = this.corners[corner];
      handle.style.left = `${(100 * x) / width}%`;
      handle.style.top = `${(100 * y) / height}%`;
    });
  }

  // Show what is under the finger, larger, in the other corner.
  lookAt(corner) {
    const [x, y] = this.corners[corner];
    const half = LOUPE / 2;
    const context = this.loupe.getContext("2d");
    const shown = this.picture.width / this.canvas.getBoundingClientRect().width;
    const reach = (half * shown) / ZOOM;
    context.fillStyle = "#000";
    context.fillRect(0, 0, LOUPE, LOUPE);
    context.drawImage(this.picture, x - reach, y - reach, 2 * reach, 2 * reach, 0, 0, LOUPE, LOUPE);
    context.lineWidth = 2;
    for (const color of ["#000", "#fff"]) {
      context.strokeStyle = color;
      context.setLineDash(color === "#fff" ? [5, 5] : []);
      context.beginPath();
      context.moveTo(half, half - 22);
      context.lineTo(half, half + 22);
      context.moveTo(half - 22, half);
      context.lineTo(half + 22, half);
      context.stroke();
    }
    this.loupe.classList.toggle("right", x < this.picture.width / 2);
    this.loupe.hidden = false;
  }

  async readColors() {
    this.read.disabled = true;
    this.said.textContent = t("photo.reading");
    try {
      const tile = await readCorners(rgbOf(this.picture), this.corners);
      if (tile === null || !isUsable(tile)) {
        this.said.textContent = t(tile === null ? "photo.no_grid" : "photo.unusable");
        return;
      }
      this.tiles[this.at] = { ...tile, picture: this.picture };
      this.showReading(this.tiles[this.at]);
    } catch {
      this.said.textContent = t("photo.failed");
    } finally {
      this.read.disabled = false;
    }
  }

  turnTile() {
    this.tiles[this.at] = turnedTile(this.tiles[this.at]);
    this.showReading(this.tiles[this.at]);
  }

  showReading(tile) {
    const { letters, second, corners, oddNames, isElsewhere, picture = this.picture } = tile;
    this.letters = [...letters];
    this.result.replaceChildren();
    const at = mapOf(corners);
    const doubts = doubtfulOf(tile);
    const doubtful = doubts.length;
    this.letters.forEach((letter, spot) => {
      const isDoubtful = doubts.includes(spot);
      const patch = patchOf(picture, at, spot);
      const booth = make("span", { className: "booth" });
      const button = make("button", { type: "button" }, patch, booth);
      button.classList.toggle("doubtful", isDoubtful);
      const order = [letter, second[spot], ...LETTERS.filter((one) => one !== letter && one !== second[spot])];
      const show = () => {
        const now = this.letters[spot];
        booth.replaceChildren(...(now === "." ? [] : [boothPicture(now)]));
        const color = now === "." ? t("board.empty") : t(`color.${now}`);
        const place = t("place", { row: Math.floor(spot / COLUMNS) + 1, column: (spot % COLUMNS) + 1 });
        const key = button.classList.contains("doubtful") ? "photo.doubtful_spot" : "photo.spot";
        button.setAttribute("aria-label", t(key, { color, place }));
      };
      button.addEventListener("click", () => {
        this.letters[spot] = order[(order.indexOf(this.letters[spot]) + 1) % order.length];
        tile.letters = this.letters.join("");
        tile.looked.push(spot);
        this.keep("read");
        button.classList.remove("doubtful");
        show();
      });
      show();
      this.result.append(button);
    });
    this.show("read");
    this.again.hidden ||= picture !== this.picture;
    this.keep("read");
    const words = [doubtful ? t("photo.doubtful", { n: doubtful }) : t("photo.sure")];
    if (doubtful > MANY || isElsewhere) words.push(t("photo.many"));
    if (oddNames) words.push(t("photo.odd"));
    this.said.textContent = words.join(" ");
    (this.result.querySelector(".doubtful") ?? this.use).focus();
  }

  finish() {
    this.dialog.close();
    this.onGrid(this.letters.join(""));
  }
}

// A spot as the photo shows it, to compare with.
function patchOf(picture, at, spot) {
  const [column, row] = [spot % COLUMNS, Math.floor(spot / COLUMNS)];
  const [x, y] = at(column, row);
  const [nextX, nextY] = at(column + 0.5, row);
  const [downX, downY] = at(column, row + 0.5);
  const half = Math.max(Math.abs(nextX - x), Math.abs(downX - x), Math.abs(nextY - y), Math.abs(downY - y));
  const patch = make("canvas", { width: 72, height: 72 });
  patch.getContext("2d").drawImage(picture, x - half, y - half, 2 * half, 2 * half, 0, 0, 72, 72);
  return patch;
}

// Let somebody read tiles from a photo; `onGrid` is told one's 30 letters, `onBox` those of several.
export async function openPhoto(onGrid, onBox) {
  new PhotoDialog(onGrid, onBox).open(await keptPhoto());
}
