// The camera's stream: outlines follow the tiles, views are added up until no spot is doubtful.
// Nothing leaves the device.

import { readTiles, readable, rgbOf } from "./reader.js";
import { addView, doubtfulOf, drawOutlines, isDoubtful } from "./tiles.js";

const PAUSE_MS = 60;

export const hasCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

export class Live {
  // `onNews` gets {tiles, doubtful, rows}: how many tiles there are, how many are doubtful, and rows
  // under a reflection.
  constructor(video, canvas, onNews) {
    Object.assign(this, { video, canvas, onNews, tiles: [], seen: [], isRunning: false });
  }

  // Rejects if there is no camera or the page may not use it.
  async start() {
    const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
    this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    this.isRunning = true;
    this.video.srcObject = this.stream;
    await this.video.play();
    this.running = this.run();
  }

  async run() {
    while (this.isRunning) {
      const { videoWidth, videoHeight } = this.video;
      if (videoWidth) await this.look(readable(this.video, videoWidth, videoHeight));
      await new Promise((go) => { setTimeout(go, PAUSE_MS); });
    }
  }

  async look(frame) {
    if (!this.frame) {
      this.frame = frame;
      this.show([]);
    }
    const pixels = rgbOf(frame);
    const { tiles: found } = await readTiles(pixels);
    const seen = [];
    for (const reading of found) {
      if (!this.isRunning) return;
      const tile = await addView(this.tiles, reading, frame, pixels);
      if (tile && !seen.some((one) => one.tile === tile)) seen.push({ tile, corners: reading.corners });
    }
    if (!this.isRunning) return;
    Object.assign(this, { frame, seen });
    this.show(seen);
  }

  show(seen) {
    drawOutlines(this.canvas, this.frame, seen.map(({ tile, corners }) => ({
      corners, isSure: !isDoubtful(tile), label: String(this.tiles.indexOf(tile) + 1),
    })));
    const shiny = seen.flatMap(({ tile }) => doubtfulOf(tile).filter((spot) => tile.shiny.includes(spot) && tile.letters[spot] !== "."));
    const rows = [...new Set(shiny.map((spot) => Math.floor(spot / 6) + 1))].sort();
    this.onNews({ tiles: this.tiles.length, doubtful: this.tiles.filter(isDoubtful).length, rows });
  }

  // The tiles that were read, where the last frame shows them.
  result() {
    for (const { tile, corners } of this.seen) Object.assign(tile, { picture: this.frame, corners });
    return { tiles: this.tiles, picture: this.frame };
  }

  stop() {
    this.isRunning = false;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.video.srcObject = null;
  }
}
