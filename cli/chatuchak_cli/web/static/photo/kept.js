// An open dialog of a photo, kept so that a reload comes back to it: on this device alone.

import { forget, keep, recall } from "../storage.js";

const [STATE, PICTURE] = ["photo", "photo.picture"];
const LONG = 1600; // pixels of the longer side that is kept
const QUALITY = 0.85;

let kept = null; // the picture that is kept already

const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const areCorners = (corners) => Array.isArray(corners) && corners.length === 4 && corners.every(isPoint);
const isTile = (tile) => areCorners(tile?.corners) && [tile.letters, tile.second].every((one) => /^[RYGBP.]{30}$/.test(one))
  && Array.isArray(tile.doubts) && tile.doubts.length === 30 && Array.isArray(tile.looked);
const isUnread = (one) => [one?.row, one?.place].every(Number.isInteger) && [null, "left", "right", "top", "bottom"].includes(one.edge);

// Keep the view, the tiles and their picture; tiles of other frames than the picture are left out.
export function keepPhoto({ view, at, picture, corners, tiles, unread }) {
  const scale = Math.min(1, LONG / Math.max(picture.width, picture.height));
  const scaled = (points) => points.map((point) => point.map((one) => one * scale));
  const same = tiles.filter((tile) => !tile.picture || tile.picture === picture);
  const plain = same.map(({ corners: own, letters, second, doubts, oddNames, looked }) =>
    ({ corners: scaled(own), letters, second, doubts, oddNames, looked }));
  keep(STATE, { view, at: Math.max(0, same.indexOf(tiles[at])), corners: scaled(corners), tiles: plain, unread });
  if (kept === picture) return;
  const small = document.createElement("canvas");
  [small.width, small.height] = [picture.width, picture.height].map((side) => Math.round(side * scale));
  small.getContext("2d").drawImage(picture, 0, 0, small.width, small.height);
  keep(PICTURE, small.toDataURL("image/jpeg", QUALITY));
  kept = picture;
}

export function forgetPhoto() {
  forget(STATE);
  forget(PICTURE);
  kept = null;
}

export const isPhotoKept = () => recall(STATE, null) !== null;

// What was kept: {view, at, picture, corners, tiles}, or null.
export async function keptPhoto() {
  const state = recall(STATE, null);
  const data = recall(PICTURE, "");
  const isWhole = Array.isArray(state?.tiles) && state.tiles.every(isTile) && typeof data === "string" && data.startsWith("data:image/jpeg;base64,");
  const fits = isWhole && (state.view === "corners" ? areCorners(state.corners) : state.tiles.length > 0);
  if (!fits) {
    forgetPhoto();
    return null;
  }
  try {
    const image = new Image();
    image.src = data;
    await image.decode();
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [image.naturalWidth, image.naturalHeight];
    picture.getContext("2d").drawImage(image, 0, 0);
    kept = picture;
    const at = Math.min(Math.max(0, state.tiles.length - 1), Math.max(0, Math.floor(state.at) || 0));
    return { ...state, at, picture, unread: Array.isArray(state.unread) ? state.unread.filter(isUnread) : [] };
  } catch {
    forgetPhoto();
    return null;
  }
}
