// The last game, and the companion's session.

import { Stored, is, isObject, isString } from "../storage.js";

export const LAST = new Stored("games.last", is(isString), { otherwise: "" }); // the name of the last game
export const COMPANION = new Stored("games.companion", is(isObject), { isPerTab: true });
