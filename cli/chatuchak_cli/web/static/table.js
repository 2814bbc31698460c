// The table of start tiles, the list of ranks, and a player's own best results.

import { format } from "./grid.js";

const KEY = "chatuchak.results";

export function loadResults() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

// Keep a result if it is the grid's best; storage may be full or forbidden.
export function keepResult(start, length) {
  const results = loadResults();
  const key = format(start);
  if (Number.isInteger(results[key]) && results[key] <= length) return;
  results[key] = length;
  try {
    localStorage.setItem(KEY, JSON.stringify(results));
  } catch {
    // The game goes on without a memory.
  }
}

export function rankOf(ranks, length) {
  return ranks.findIndex((rank) => rank.most === null || length <= rank.most);
}

export function showRanks(list, ranks, current) {
  list.replaceChildren();
  let from = 0;
  ranks.forEach((rank, index) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = rank.name;
    const range = document.createElement("span");
    range.className = "range";
    if (rank.most === null) range.textContent = `${from} and more`;
    else range.textContent = from === 0 ? `up to ${rank.most}` : `${from}–${rank.most}`;
    from = rank.most === null ? from : rank.most + 1;
    item.append(name, range);
    if (index === current) item.setAttribute("aria-current", "true");
    list.append(item);
  });
}

export function showTiles(body, tiles, current, onPlay) {
  const results = loadResults();
  const hardest = Math.max(1, ...tiles.map((tile) => tile.difficulty ?? 0));
  const focused = body.contains(document.activeElement) ? document.activeElement.textContent : null;
  body.replaceChildren();
  for (const tile of tiles) {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = String(tile.tile);
    button.setAttribute("aria-label", `Play tile ${tile.tile}`);
    button.addEventListener("click", () => onPlay(tile));
    head.append(button);
    row.append(head, cell(tile.optimal_length ?? "?"));
    const difficulty = cell("");
    difficulty.className = "difficulty";
    if (tile.difficulty === null) {
      difficulty.textContent = tile.measured ? "?" : "…";
    } else {
      const meter = document.createElement("meter");
      meter.max = hardest;
      meter.value = tile.difficulty;
      meter.textContent = tile.difficulty.toFixed(1);
      const number = document.createElement("span");
      number.textContent = tile.difficulty.toFixed(1);
      difficulty.append(meter, number);
    }
    row.append(difficulty, cell(results[tile.grid] ?? "–"));
    if (tile.grid === current) row.setAttribute("aria-current", "true");
    body.append(row);
    if (focused === button.textContent) button.focus();
  }
}

function cell(text) {
  const element = document.createElement("td");
  element.textContent = String(text);
  return element;
}
