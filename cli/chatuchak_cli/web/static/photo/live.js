// The camera's stream: outlines follow the tiles, looks are added up until no spot is doubtful.
// Nothing leaves the device.

import { findTiles } from "./finder.js";
import { joined, lookAt, shinySpots } from "./looks.js";
import { median } from "./maps.js";
import { pitchOf } from "./plane.js";
import { rgbOf } from "./reader.js";
import { doubtfulOf, drawOutlines, readLook, readTile, sameTile, unclearOf } from "./tiles.js";

const LONG = 1280; // pixels of a frame's longer side
const PAUSE_MS = 60;
const MOST_DOUBTS = 12; // of a first look; more is no tile, or one that moves
const MOST_TILES = 16;
const STALE = 4; // frames without a tile, after which all sizes are looked for again

export const hasCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

const breathe = () => new Promise((go) => { setTimeout(go); });

export class Live {
  // `onNews` gets {tiles, seen, doubtful, rows}: how many tiles there are, how many this frame shows,
  // how many are doubtful, and rows under a reflection.
  constructor(video, canvas, onNews) {
    Object.assign(this, { video, canvas, onNews, tiles: [], seen: [], isRunning: false, near: null, missed: 0 });
  }

  // Rejects where there is no camera or nobody lets the page have it.
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
      if (this.video.videoWidth) await this.look(this.grab());
      await new Promise((go) => { setTimeout(go, PAUSE_MS); });
    }
  }

  // The frame as a canvas of its own.
  grab() {
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, LONG / Math.max(videoWidth, videoHeight));
    const frame = document.createElement("canvas");
    [frame.width, frame.height] = [videoWidth, videoHeight].map((side) => Math.round(side * scale));
    frame.getContext("2d", { willReadFrequently: true }).drawImage(this.video, 0, 0, frame.width, frame.height);
    return frame;
  }

  async look(frame) {
    if (!this.frame) {
      this.frame = frame;
      this.show([]);
    }
    const picture = rgbOf(frame.getContext("2d"), frame.width, frame.height);
    const { tiles: found } = await findTiles(picture, { breathe, near: this.near });
    this.missed = found.length ? 0 : this.missed + 1;
    if (found.length) this.near = median(found.map(pitchOf));
    else if (this.missed > STALE) this.near = null;
    const seen = [];
    for (const corners of found) {
      if (!this.isRunning) return;
      const news = await this.add(frame, picture, corners);
      if (news && !seen.some(({ tile }) => tile === news.tile)) seen.push(news);
      await breathe();
    }
    Object.assign(this, { frame, seen });
    this.show(seen);
  }

  // Add a look at a tile, or a new one: {tile, corners}; null for what is none.
  async add(frame, picture, corners) {
    const reading = await readTile(frame, corners);
    if (!reading) return null;
    const known = sameTile(this.tiles, reading);
    const isPlain = unclearOf(reading) <= MOST_DOUBTS;
    if (!known && (!isPlain || this.tiles.length === MOST_TILES)) return null;
    const look = lookAt(picture, reading.corners);
    if (!known) {
      const tile = { ...reading, picture: frame, looks: 1, look };
      this.tiles.push(tile);
      return { tile, corners: reading.corners };
    }
    const before = doubtfulOf(known).length;
    if (before && isPlain) {
      const both = joined(known.look, look);
      const together = await readLook(both, reading.corners);
      known.looks += 1;
      const best = [together, reading].filter(Boolean).sort((one, other) => doubtfulOf(one).length - doubtfulOf(other).length)[0];
      if (doubtfulOf(best).length <= before) Object.assign(known, best, { look: best === together ? both : look, picture: frame });
    }
    return { tile: known, corners: reading.corners };
  }

  show(seen) {
    const { width, height } = this.frame;
    [this.canvas.width, this.canvas.height] = [width, height];
    const context = this.canvas.getContext("2d");
    context.drawImage(this.frame, 0, 0);
    drawOutlines(context, seen.map(({ tile, corners }) => ({
      corners, isSure: !doubtfulOf(tile).length, label: String(this.tiles.indexOf(tile) + 1),
    })));
    const doubtful = this.tiles.filter((tile) => doubtfulOf(tile).length);
    const shiny = seen.filter(({ tile }) => doubtful.includes(tile)).flatMap(({ tile }) => {
      const bright = shinySpots(tile.look);
      return doubtfulOf(tile).filter((spot) => bright.includes(spot) && tile.letters[spot] !== ".");
    });
    const rows = [...new Set(shiny.map((spot) => Math.floor(spot / 6) + 1))].sort();
    this.onNews({ tiles: this.tiles.length, seen: seen.length, doubtful: doubtful.length, rows });
  }

  // What was read, where the last frame shows it.
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
