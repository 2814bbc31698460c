// An open dialog of a photo, kept so that a reload comes back to it: on this device alone.

import { Stored, hasParts, is, isCount, isString } from "../storage.js";
import { readable } from "./reader.js";

const QUALITY = 0.85;

let kept = null; // the picture that is kept already
let id = null; // that it is kept by

const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const areCorners = (corners) => Array.isArray(corners) && corners.length === 4 && corners.every(isPoint);
const isTile = (tile) => areCorners(tile?.corners) && [tile.letters, tile.second].every((one) => /^[RYGBP.]{30}$/.test(one))
  && [tile.doubtful, tile.looked, tile.hidden, tile.shiny].every(Array.isArray);
const isUnread = (one) => [one?.row, one?.place].every(Number.isInteger) && [null, "left", "right", "top", "bottom"].includes(one.edge);
const every = (isValid) => (list) => Array.isArray(list) && list.every(isValid);
const isState = (found) => hasParts({ view: isString, at: isCount, tiles: every(isTile), unread: every(isUnread), picture: isString })(found)
  && (found.view === "corners" ? areCorners(found.corners) : found.tiles[found.at] !== undefined);
const isPicture = hasParts({ id: isString, data: (data) => isString(data) && data.startsWith("data:image/jpeg;base64,") });
const STATE = new Stored("photo", is(isState), { isPerTab: true });
const PICTURE = new Stored("photo.picture", is(isPicture), { isPerTab: true });

// Keep the view, the tiles and their picture; tiles of other frames than the picture are left out.
export function keepPhoto({ view, at, picture, corners, tiles, unread }) {
  const same = tiles.filter((tile) => !tile.picture || tile.picture === picture);
  const plain = same.map(({ picture: _, light: __, ...tile }) => tile);
  if (kept !== picture) id = Math.random().toString(36);
  STATE.write({ view, at: Math.max(0, same.indexOf(tiles[at])), corners, tiles: plain, unread, picture: id });
  if (kept === picture) return;
  PICTURE.write({ id, data: picture.toDataURL("image/jpeg", QUALITY) });
  kept = picture;
}

export function forgetPhoto() {
  STATE.forget();
  PICTURE.forget();
  kept = null;
}

export const isPhotoKept = () => STATE.value !== null;

// What was kept: {view, at, picture, corners, tiles}, or null.
export async function keptPhoto() {
  const state = STATE.value;
  if (state === null || PICTURE.value?.id !== state.picture) {
    forgetPhoto();
    return null;
  }
  try {
    const image = new Image();
    image.src = PICTURE.value.data;
    await image.decode();
    const picture = readable(image, image.naturalWidth, image.naturalHeight);
    [kept, id] = [picture, state.picture];
    return { ...state, picture };
  } catch {
    forgetPhoto();
    return null;
  }
}
