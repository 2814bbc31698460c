// An open dialog of a photo, kept so that a reload comes back to it: on this device alone.

import { Stored, hasParts, is, isCount, isListOf, isString } from "../storage.js";
import { readable } from "./reader.js";

const QUALITY = 0.85;

let kept = null; // the last picture, and its data

const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const areCorners = (corners) => Array.isArray(corners) && corners.length === 4 && corners.every(isPoint);
const isTile = (tile) => areCorners(tile?.corners) && [tile.letters, tile.second].every((one) => /^[RYGBP.]{30}$/.test(one))
  && [tile.doubtful, tile.looked, tile.hidden, tile.shiny].every(Array.isArray);
const isUnread = (one) => [one?.row, one?.place].every(Number.isInteger) && [null, "left", "right", "top", "bottom"].includes(one.edge);
const isPicture = (data) => isString(data) && data.startsWith("data:image/jpeg;base64,");
const isState = (found) => hasParts({ view: isString, at: isCount, tiles: isListOf(isTile), unread: isListOf(isUnread), data: isPicture })(found)
  && (found.view === "corners" ? areCorners(found.corners) : found.tiles[found.at] !== undefined);
const STATE = new Stored("photo", is(isState), { isPerTab: true });

// Keep the view, the tiles and their picture; tiles of other frames than the picture are left out.
export function keepPhoto({ view, at, picture, corners, tiles, unread }) {
  const same = tiles.filter((tile) => tile.picture === picture);
  const plain = same.map(({ picture: _, light: __, ...tile }) => tile);
  if (kept?.picture !== picture) kept = { picture, data: picture.toDataURL("image/jpeg", QUALITY) };
  STATE.write({ view, at: Math.max(0, same.indexOf(tiles[at])), corners, tiles: plain, unread, data: kept.data });
}

export function forgetPhoto() {
  STATE.forget();
  kept = null;
}

export const isPhotoKept = () => STATE.value !== null;

// What was kept: {view, at, picture, corners, tiles, unread}, or null.
export async function keptPhoto() {
  if (!isPhotoKept()) return null;
  try {
    const { data, ...state } = STATE.value;
    const image = new Image();
    image.src = data;
    await image.decode();
    const picture = readable(image, image.naturalWidth, image.naturalHeight);
    kept = { picture, data };
    return { ...state, tiles: state.tiles.map((tile) => ({ ...tile, picture })), picture };
  } catch {
    forgetPhoto();
    return null;
  }
}
