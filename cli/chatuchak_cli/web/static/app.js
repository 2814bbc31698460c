// The page: brings game, board, replay, editor and table together.

import { fetchAbout, fetchDifficulty, fetchHint, fetchRandom, fetchSolution, fetchTiles } from "./api.js";
import { Board, boothPicture } from "./board.js";
import { Editor } from "./editor.js";
import { Game } from "./game.js";
import { EMPTY, LETTERS, NAMES, format, isLegal, isSolved, parse, parts, place } from "./grid.js";
import { Replay } from "./replay.js";
import { keepResult, rankOf, showRanks, showTiles } from "./table.js";

const SAVED = "chatuchak.game";
const KEYS = "chatuchak.keys";
const find = (id) => document.getElementById(id);

let game = null;
let tiles = [];
let ranks = [];
let busy = 0;
let optimum = null; // of the start grid, once known
let address = null; // the server's own for others, where it has one
let difficulty = null; // of the start grid, once known: {difficulty, expected_rank, ...}

const board = new Board(find("board"), { onChoose: choose, onType: typeLetter });
const replay = new Replay(find, {
  onShow: (letters, jumped, at, total) => {
    board.show(letters, { jumped });
    showParts(letters);
    say(at === total && isSolved(letters) ? `Solved, ${count(total)} from there.` : `Move ${at} of ${total}.`);
  },
  onAdopt: (moves) => {
    for (const spot of moves) game.play(spot);
    leavePanels();
    refresh({ save: true });
    board.focus();
  },
  onClose: closeReplay,
});
const editor = new Editor(find, {
  onShow: (letters) => {
    board.show(letters, { editing: true });
    showParts(letters);
  },
  onPlay: (letters) => start(new Game(letters, "Your own grid")),
  onClose: closeEditor,
});

const count = (number) => (number === 1 ? "1 move" : `${number} moves`);

function say(text, kind = "") {
  find("message").textContent = text;
  find("message").className = `message ${kind}`;
}

function leavePanels() {
  if (replay.isOpen) replay.close();
  if (editor.isOpen) editor.close();
  find("link").hidden = true;
  find("tools").hidden = false;
}

function closeReplay() {
  leavePanels();
  refresh();
  find("solve").focus();
}

function closeEditor() {
  leavePanels();
  if (game) refresh();
  find("own").focus();
}

// Close what is open, the way its own button does.
function closePanels() {
  if (replay.isOpen) closeReplay();
  else if (editor.isOpen) closeEditor();
  else if (!find("link").hidden) {
    find("link").hidden = true;
    find("share").focus();
  }
}

function start(next) {
  leavePanels();
  game = next;
  optimum = tileOf(game)?.optimal_length ?? null;
  difficulty = null;
  refresh({ save: true });
  say(game.isSolved ? "This grid is solved already." : "");
  askAbout(game);
}

const tileOf = (one) => tiles.find((tile) => tile.grid === format(one.start));

async function askAbout(asked) {
  try {
    if (optimum === null) {
      const answer = await fetchSolution(format(asked.start));
      if (asked !== game) return;
      optimum = answer.optimal_length;
      showScores();
    }
    const measured = await fetchDifficulty(format(asked.start));
    if (asked !== game) return;
    difficulty = measured;
    showScores();
  } catch (error) {
    if (asked === game) say(error.message, "bad");
  }
}

// Until every tile's difficulty is measured, which the server does by and by.
async function fillTable() {
  for (let tries = 0; tries < 120 && tiles.some((tile) => !tile.measured); tries += 1) {
    await new Promise((resume) => setTimeout(resume, 500));
    try {
      takeTiles(await fetchTiles());
    } catch {
      return;
    }
    if (game) showTable();
  }
}

function takeTiles(answer) {
  ({ tiles, ranks } = answer);
  const key = (tile) => tile.difficulty ?? tile.optimal_length ?? Infinity;
  const known = tiles.every((tile) => tile.difficulty !== null);
  const order = known ? key : (tile) => tile.optimal_length ?? Infinity;
  tiles.sort((a, b) => order(a) - order(b) || a.tile - b.tile);
}

function showScores() {
  find("moves").textContent = String(game.moves.length);
  find("best").textContent = optimum === null ? "…" : String(optimum);
  find("difficulty").textContent = difficulty === null ? "…" : shownDifficulty(difficulty.difficulty);
  find("about").textContent = difficulty === null ? "" : aboutDifficulty(difficulty);
  find("rank").textContent = ranks[rankOf(ranks, game.moves.length)]?.name ?? "…";
}

// The formula is made for start grids; those that are nearly solved fall below its scale.
function shownDifficulty(value) {
  if (value === null) return "?";
  return value < 0 ? "under 0" : String(value);
}

function aboutDifficulty({ percentile, optimal_solutions: solutions, expected_rank: expected }) {
  const words = [];
  if (percentile !== null) {
    const share = Math.round(percentile);
    if (share < 1) words.push("easier than nearly all random grids");
    else if (share > 99) words.push("harder than nearly all random grids");
    else words.push(`harder than ${share}% of random grids`);
  }
  if (solutions !== null) {
    const many = solutions.toLocaleString("en");
    words.push(solutions === 1 ? "one shortest solution" : `${many} shortest solutions`);
  }
  if (expected !== null) words.push(`expect to end as ${expected}`);
  const text = words.join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function showTable() {
  showTiles(find("tiles"), tiles, format(game.start), (tile) => {
    start(new Game(parse(tile.grid)));
    board.focus();
  });
}

function refresh({ jumped = null, save = false } = {}) {
  const letters = game.letters;
  board.show(letters, { jumped });
  board.element.classList.toggle("solved", game.isSolved);
  const rank = rankOf(ranks, game.moves.length);
  find("game-name").textContent = nameOf(game);
  showScores();
  find("undo").disabled = game.moves.length === 0;
  find("redo").disabled = game.undone.length === 0;
  find("restart").disabled = game.moves.length === 0;
  find("hint").disabled = game.isSolved;
  find("solve").disabled = game.isSolved;
  find("link").hidden = true;
  showParts(letters);
  showRanks(find("ranks"), ranks, rank);
  showTable();
  if (save) store();
}

function nameOf(one) {
  const tile = tileOf(one);
  return tile ? `Tile ${tile.tile}` : one.name || "Your grid";
}

function showParts(letters) {
  const list = find("parts");
  list.replaceChildren();
  for (const letter of LETTERS) {
    const number = parts(letters, letter).length;
    if (!number) continue;
    const item = document.createElement("li");
    item.append(boothPicture(letter));
    const text = document.createElement("span");
    text.textContent = number === 1 ? "✓" : String(number);
    item.append(text);
    item.classList.toggle("together", number === 1);
    item.setAttribute("aria-label", `${NAMES[letter]}: ${number === 1 ? "together" : `${number} parts`}`);
    list.append(item);
  }
}

function store() {
  try {
    localStorage.setItem(SAVED, game.toMemory());
  } catch {
    // The game goes on without a memory.
  }
}

function choose(spot) {
  if (editor.isOpen) {
    editor.paint(spot);
    return;
  }
  if (!game) return;
  if (replay.isOpen) {
    say("This is the solution. Go back to your game, or play on from here.", "bad");
    return;
  }
  const letters = game.letters;
  if (!isLegal(letters, spot)) {
    board.refuse(spot);
    const why = letters[spot] === EMPTY ? "That is the empty spot." : "Only booths in the empty spot’s row or column can jump.";
    say(why, "bad");
    return;
  }
  const to = letters.indexOf(EMPTY);
  game.play(spot);
  refresh({ jumped: { from: spot, to }, save: true });
  if (game.isSolved) celebrate();
  else say("");
}

function typeLetter(spot, key) {
  if (!editor.isOpen || key.length !== 1) return false;
  const letter = key === " " ? "" : key.toUpperCase();
  if (!letter || !(LETTERS + EMPTY).includes(letter)) return false;
  editor.paint(spot, letter);
  board.focus(Math.min(spot + 1, board.spots.length - 1));
  return true;
}

function celebrate() {
  const length = game.moves.length;
  if (!game.helped) keepResult(game.start, length);
  const rank = ranks[rankOf(ranks, length)]?.name;
  const best = optimum === null ? "" : length === optimum ? " That is the best there is!" : ` The best there is: ${optimum}.`;
  refresh();
  const help = game.helped ? " Not all of it is your own, so no best is kept." : "";
  say(`Solved in ${count(length)}: ${rank}.${best}${help}`, "good");
}

function undo() {
  if (replay.isOpen || editor.isOpen || !game?.undo()) return;
  refresh({ save: true });
  say("");
}

function redo() {
  if (replay.isOpen || editor.isOpen || !game?.redo()) return;
  refresh({ save: true });
  if (game.isSolved) celebrate();
}

function restart() {
  if (!game) return;
  game.restart();
  refresh({ save: true });
  say("From the start again.");
}

// Ask the server about the game as it stands; an answer that comes too late is dropped.
async function withAnswer(question, use) {
  if (!game || game.isSolved || replay.isOpen || editor.isOpen) return;
  const asked = game;
  const letters = game.letters;
  busy += 1;
  document.body.classList.add("busy");
  try {
    const answer = await question(format(letters));
    if (asked === game && letters === game.letters && !replay.isOpen && !editor.isOpen) {
      use(answer, letters);
    }
  } catch (error) {
    say(error.message, "bad");
  } finally {
    busy -= 1;
    document.body.classList.toggle("busy", busy > 0);
  }
}

function hint() {
  return withAnswer(fetchHint, (answer, letters) => {
    if (answer.move === null) {
      say("No move was found in time.", "bad");
      return;
    }
    board.point(answer.move, letters.indexOf(EMPTY));
    const left = `${answer.proven ? "" : "about "}${count(answer.remaining)} to go`;
    say(`Let the ${NAMES[letters[answer.move]]} booth in ${place(answer.move)} jump: ${left}.`);
  });
}

function solve() {
  return withAnswer(fetchSolution, (answer, letters) => {
    if (answer.moves === null) {
      say("No solution was found in time.", "bad");
      return;
    }
    leavePanels();
    find("tools").hidden = true;
    game.helped = true;
    store();
    replay.open(letters, answer.moves);
    find("replay-play").scrollIntoView({ block: "nearest" });
    const proof = answer.status === "optimal" ? "No solution is shorter." : "Perhaps there is a shorter one.";
    say(`${count(answer.length)} from here. ${proof}`);
  });
}

async function random() {
  try {
    const answer = await fetchRandom();
    start(new Game(parse(answer.grid), `Random grid ${answer.seed}`));
  } catch (error) {
    say(error.message, "bad");
  }
}

async function share() {
  if (!game) return;
  history.replaceState(null, "", `#${game.toFragment()}`);
  find("link").hidden = false;
  const link = `${address ?? `${location.origin}/`}#${game.toFragment()}`;
  find("link-text").value = link;
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied.");
  } catch {
    find("link-text").focus();
    find("link-text").select();
    say("Copy the link below.");
  }
}

function edit() {
  leavePanels();
  find("tools").hidden = true;
  say("");
  editor.open(game ? game.start : undefined);
  board.focus(0);
  find("palette").scrollIntoView({ block: "nearest" });
}

// None of them gives up a game, and all can be switched off.
const shortcuts = { u: undo, y: redo, h: hint, s: solve };

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (key === "escape") {
    closePanels();
    return;
  }
  if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
  if ((event.ctrlKey || event.metaKey) && key === "z") {
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
  } else if (!event.ctrlKey && !event.metaKey && !event.altKey && find("keys").checked && shortcuts[key] && !editor.isOpen) {
    event.preventDefault();
    shortcuts[key]();
  }
});

for (const [id, action] of Object.entries({
  undo, redo, restart, hint, solve, share, random, own: edit,
})) {
  find(id).addEventListener("click", action);
}
window.addEventListener("hashchange", () => {
  const next = linked();
  if (next) start(next);
});

function linked() {
  try {
    return Game.fromFragment(location.hash);
  } catch (error) {
    say(`This link is wrong: ${error.message}.`, "bad");
    return null;
  }
}

function saved() {
  try {
    return Game.fromMemory(localStorage.getItem(SAVED) || "");
  } catch {
    return null;
  }
}

// The game of the link; one's own, where the page is only loaded again.
function resumed() {
  const [given, own] = [linked(), saved()];
  return given && given.toFragment() === own?.toFragment() ? own : given || own;
}

async function showAddress() {
  try {
    ({ address } = await fetchAbout());
  } catch {
    return;
  }
  find("phone").hidden = !address;
  if (!address) return;
  find("phone-code").src = "/address.svg";
  find("phone-link").href = address;
  find("phone-link").textContent = address;
}

function keepKeys() {
  try {
    localStorage.setItem(KEYS, find("keys").checked ? "on" : "off");
  } catch {
    // The choice holds until the page is closed.
  }
}

function recallKeys() {
  try {
    find("keys").checked = localStorage.getItem(KEYS) !== "off";
  } catch {
    // On, as the page has it.
  }
  find("keys").addEventListener("change", keepKeys);
}

async function open() {
  recallKeys();
  showAddress();
  try {
    takeTiles(await fetchTiles());
  } catch (error) {
    say(error.message, "bad");
  }
  const wrongLink = location.hash !== "" && linked() === null;
  const next = resumed() || (tiles.length ? new Game(parse(tiles[0].grid)) : null);
  if (next) {
    const complaint = find("message").textContent;
    start(next);
    if (wrongLink && complaint) say(complaint, "bad");
  }
  document.body.dataset.ready = "true";
  fillTable();
}

open();
