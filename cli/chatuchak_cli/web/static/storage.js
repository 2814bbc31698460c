// Stored values. Each has a check, which returns a valid value for a stored one or throws; damaged
// parts are dropped. Values are read when they are used and changed in one synchronous step, since
// other tabs change them too.

const ROOT = "chatuchak.";
const PEOPLE = `${ROOT}people`;

// The people of this device, {at, names}: each has values of their own, the first one without a number.
export const people = { at: 0, names: [""] };
try {
  const { at, names } = JSON.parse(localStorage.getItem(PEOPLE));
  if (names.every((name) => typeof name === "string") && at in names) Object.assign(people, { at, names });
} catch {
  // One person.
}

// Go on as another person; tell whether that is possible.
export function choosePerson(at, names = people.names) {
  try {
    localStorage.setItem(PEOPLE, JSON.stringify({ at, names }));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

const PREFIX = people.at ? `${ROOT}${people.at}.` : ROOT;
const registry = new Map();
let isDamaged = false;

// "news": another tab changed a value, `detail` is its name. "saving": `detail` tells whether all is saved.
export const events = new EventTarget();
const dispatch = (type, detail) => events.dispatchEvent(new CustomEvent(type, { detail }));

addEventListener("storage", ({ key }) => {
  if (key === PEOPLE) location.reload();
  const changed = key === null ? [...registry.keys()] : key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [];
  for (const name of changed.filter((item) => registry.has(item))) {
    registry.get(name).unsaved = undefined;
    dispatch("news", name);
  }
});

// Whether something damaged was dropped since the last call.
export function takeDamage() {
  const was = isDamaged;
  isDamaged = false;
  return was;
}

export class Stored {
  // A reload finds a value that `isPerTab` as its tab left it; a new tab finds the latest one.
  constructor(name, check, { otherwise = null, isPerTab = false } = {}) {
    Object.assign(this, { name, check, otherwise, isPerTab, unsaved: undefined });
    registry.set(name, this);
  }

  // Do not modify it: it is shared until the stored text changes.
  get value() {
    if (this.unsaved !== undefined) return this.unsaved;
    const own = this.isPerTab ? this.read("sessionStorage") : undefined;
    return own === undefined ? this.latest : own;
  }

  // The value of the tab that stored one last.
  get latest() {
    return this.read("localStorage") ?? this.otherwise;
  }

  read(area) {
    try {
      const text = window[area].getItem(PREFIX + this.name);
      if (text === null) return undefined;
      if (this.text !== text) [this.text, this.parsed] = [text, this.parse(text, area)];
      return this.parsed;
    } catch {
      return undefined;
    }
  }

  // The value of a stored text; a damaged one is stored anew as far as it is valid.
  parse(text, area) {
    const before = isDamaged;
    isDamaged = false;
    let value = this.otherwise;
    try {
      value = this.check(JSON.parse(text) ?? this.otherwise);
    } catch {
      isDamaged = text !== "null";
    }
    if (isDamaged) window[area].setItem(PREFIX + this.name, JSON.stringify(value));
    isDamaged ||= before;
    return value;
  }

  // Store a value; tell whether it is saved. Otherwise it is there until the page is closed.
  write(value) {
    const text = JSON.stringify(value);
    const save = (area) => {
      try {
        window[area].setItem(PREFIX + this.name, text);
        return true;
      } catch {
        return false;
      }
    };
    if (this.isPerTab) save("sessionStorage");
    this.unsaved = save("localStorage") ? undefined : value;
    dispatch("saving", [...registry.values()].every(({ unsaved }) => unsaved === undefined));
    return this.unsaved === undefined;
  }

  change(update) {
    return this.write(update(this.value));
  }

  forget() {
    this.write(null);
  }
}

// Values that are no part of a backup: pictures, keys of this device, and the current panel.
const isLocal = (name) => /^(photo|panel|playtest\.key|games\.(last|copy|sheet))/.test(name);

// Null where nothing is stored.
export function storedValues() {
  const stored = [...registry.values()].filter(({ name }) => !isLocal(name));
  return Object.fromEntries(stored.map((item) => [item.name, item.latest]));
}

export const withoutNull = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

// Take the given values that are valid, null to forget one; all others stay. Tells the page as another tab would.
export function restoreAll(values) {
  for (const [name, stored] of registry) {
    if (isLocal(name) || !Object.hasOwn(values, name)) continue;
    if (JSON.stringify(values[name]) === JSON.stringify(stored.latest)) continue;
    try {
      stored.write(values[name] === null ? null : stored.check(values[name]));
      dispatch("news", name);
    } catch {
      isDamaged = true;
    }
  }
}

// Checks.

export const is = (isValid) => (found) => {
  if (!isValid(found)) throw new TypeError();
  return found;
};

export const isObject = (found) => typeof found === "object" && found !== null && !Array.isArray(found);
export const isString = (found) => typeof found === "string";
export const isBoolean = (found) => typeof found === "boolean";
export const isNumber = (found) => Number.isFinite(found);
export const isCount = (found) => Number.isSafeInteger(found) && found >= 0;
export const isListOf = (isValid) => (found) => Array.isArray(found) && found.every(isValid);
export const optional = (isValid) => (found) => found === null || found === undefined || isValid(found);
export const hasParts = (parts) => (found) => isObject(found) && Object.entries(parts).every(([name, isValid]) => isValid(found[name]));

// The valid ones of some fields.
export const validParts = (checks, found) =>
  Object.fromEntries(Object.keys(checks).filter((name) => checks[name](found[name])).map((name) => [name, found[name]]));

// The valid ones of several values, each as its check returns it.
function valid(entries, check) {
  return entries.flatMap(([key, value]) => {
    try {
      return [[key, check(value, key)]];
    } catch {
      isDamaged = true;
      return [];
    }
  });
}

export const listOf = (check) => (found) => valid(Object.entries(is(Array.isArray)(found)), check).map(([, value]) => value);
export const mapOf = (check) => (found) => Object.fromEntries(valid(Object.entries(is(isObject)(found)), check));
