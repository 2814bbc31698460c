// Questions to the server. Every failure becomes an Error whose message a person can read.

const PATIENCE_MS = 20000;

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Error(`The server answered with something else (${response.status}).`);
  }
  if (!response.ok) throw new Error(answer.error || `The server refused (${response.status}).`);
  return answer;
}

const about = (path, grid) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ grid }),
  });

export const fetchAbout = () => ask("/api/about");
export const fetchTiles = () => ask("/api/tiles");
export const fetchRandom = () => ask("/api/random");
export const fetchHint = (grid) => about("/api/hint", grid);
export const fetchSolution = (grid) => about("/api/solve", grid);
export const fetchDifficulty = (grid) => about("/api/difficulty", grid);
