// What the browser keeps for the page. Storage may be full or forbidden: the game goes on without.

const PREFIX = "chatuchak.";

export function recall(name, otherwise) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name));
    return found ?? otherwise;
  } catch {
    return otherwise;
  }
}

// What is kept as an object; anything else that may lie there is none.
export function recallObject(name) {
  const found = recall(name, {});
  return typeof found === "object" && !Array.isArray(found) ? found : {};
}

export function recallList(name) {
  const found = recall(name, []);
  return Array.isArray(found) ? found : [];
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing is kept, which is no reason to stop.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept either.
  }
}

// Whether anything is kept at all.
export function canKeep() {
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return true;
  } catch {
    return false;
  }
}
