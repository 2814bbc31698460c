// Reading a tile from a photo, on this device: choose a picture, drag four corners, look over the
// colors that were read, one tap for each that is wrong.

import { boothPicture } from "./board.js";
import { DOUBTFUL, cutOut, mapOf, readCutOut } from "./photo/reader.js";
import { t } from "./texts.js";

const LETTERS = ["R", "Y", "G", "B", "P", "."];
const SPOTS = 30;
const COLUMNS = 6;
const MOST_SIDE = 2000; // pixels of a picture that are worked on
const LOUPE = 132;
const ZOOM = 3;
const FIRST_INSET = 0.2;
const MANY = 9; // doubtful booths: then the corners may be elsewhere

function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

class PhotoDialog {
  constructor(onGrid) {
    this.onGrid = onGrid;
    this.corners = [];
    this.said = made("p", { role: "status", className: "note" });
    this.file = made("input", {
      type: "file", accept: "image/*", "aria-label": t("photo.choose"), hidden: true, onchange: () => this.take(),
    });
    // The browser's own button is small, and speaks its language, not the page's.
    this.pick = made("button", { type: "button", className: "strong", textContent: t("photo.choose"), onclick: () => this.file.click() });
    this.canvas = made("canvas", { className: "picture" });
    this.loupe = made("canvas", { className: "loupe", width: LOUPE, height: LOUPE, hidden: true });
    this.handles = [0, 1, 2, 3].map((corner) => this.handle(corner));
    this.stage = made("div", { className: "corners", hidden: true }, this.canvas, ...this.handles, this.loupe);
    this.result = made("div", { className: "read", role: "group", "aria-label": t("photo.result"), hidden: true });
    this.read = made("button", { type: "button", className: "strong", textContent: t("photo.read"), hidden: true, onclick: () => this.readColors() });
    this.again = made("button", { type: "button", textContent: t("photo.corners"), hidden: true, onclick: () => this.showCorners() });
    this.use = made("button", { type: "button", className: "strong", textContent: t("photo.use"), hidden: true, onclick: () => this.finish() });
    this.dialog = made(
      "dialog", { className: "photo", "aria-label": t("photo.title") },
      made("h2", { textContent: t("photo.title") }),
      made("p", { className: "note", textContent: t("photo.promise") }),
      this.file, this.pick, this.said, this.stage, this.result,
      made("div", { className: "row" }, this.read, this.use, this.again,
        made("button", { type: "button", textContent: t("photo.cancel"), onclick: () => this.dialog.close() })),
    );
    this.dialog.addEventListener("close", () => this.dialog.remove());
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  handle(corner) {
    const button = made("button", { type: "button", className: "handle", "aria-label": t("photo.corner", { n: corner + 1 }) });
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
      button.addEventListener(end, () => { grip = null; this.loupe.hidden = true; });
    }
    button.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const length = (event.shiftKey ? 1 : 5) * this.picture.width / 600;
      const [x, y] = this.corners[corner];
      this.move(corner, x + step[0] * length, y + step[1] * length);
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
    const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height));
    this.picture = made("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    this.picture.getContext("2d").drawImage(bitmap, 0, 0, this.picture.width, this.picture.height);
    bitmap.close();
    const { width, height } = this.picture;
    const [left, top] = [width * FIRST_INSET, height * FIRST_INSET];
    this.corners = [[left, top], [width - left, top], [width - left, height - top], [left, height - top]];
    this.showCorners();
  }

  show(isRead) {
    for (const element of [this.stage, this.read]) element.hidden = isRead;
    for (const element of [this.result, this.again, this.use]) element.hidden = !isRead;
    this.pick.hidden = isRead;
    this.pick.classList.remove("strong");
  }

  showCorners() {
    this.show(false);
    this.said.textContent = t("photo.drag");
    this.draw();
    this.handles[0].focus({ preventScroll: true });
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
      const cut = cutOut(this.picture, this.corners);
      const reading = await readCutOut(cut);
      if (reading === null) {
        this.said.textContent = t("photo.no_grid");
        return;
      }
      this.showReading(reading, reading.corners.map(cut.back));
    } catch {
      this.said.textContent = t("photo.failed");
    } finally {
      this.read.disabled = false;
    }
  }

  showReading({ letters, second, doubts, oddNames }, corners) {
    this.letters = [...letters];
    this.result.replaceChildren();
    const at = mapOf(corners);
    let doubtful = 0;
    this.letters.forEach((letter, spot) => {
      const isDoubtful = doubts[spot] < DOUBTFUL;
      doubtful += isDoubtful;
      const patch = this.patch(at, spot);
      const booth = made("span", { className: "booth" });
      const button = made("button", { type: "button" }, patch, booth);
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
        button.classList.remove("doubtful");
        show();
      });
      show();
      this.result.append(button);
    });
    this.show(true);
    const words = [doubtful ? t("photo.doubtful", { n: doubtful }) : t("photo.sure")];
    if (doubtful > MANY) words.push(t("photo.many"));
    if (oddNames) words.push(t("photo.odd"));
    this.said.textContent = words.join(" ");
    (this.result.querySelector(".doubtful") ?? this.use).focus();
  }

  // A spot as the photo shows it, to compare with.
  patch(at, spot) {
    const [column, row] = [spot % COLUMNS, Math.floor(spot / COLUMNS)];
    const [x, y] = at(column, row);
    const [nextX, nextY] = at(column + 0.5, row);
    const [downX, downY] = at(column, row + 0.5);
    const half = Math.max(Math.abs(nextX - x), Math.abs(downX - x), Math.abs(nextY - y), Math.abs(downY - y));
    const patch = made("canvas", { width: 72, height: 72 });
    patch.getContext("2d").drawImage(this.picture, x - half, y - half, 2 * half, 2 * half, 0, 0, 72, 72);
    return patch;
  }

  finish() {
    this.dialog.close();
    this.onGrid(this.letters.join(""));
  }
}

// Let somebody read a tile from a photo; `onGrid` is told its 30 letters.
export function openPhoto(onGrid) {
  new PhotoDialog(onGrid).open();
}
