// The page: brings the game, the board, what is beside it and the solver together.

import { Bench } from "./bench.js";
import { Box, markAssumed } from "./box.js";
import { Board } from "./board.js";
import { Calendar } from "./calendar.js";
import { OwnTiles, Ranks } from "./collection.js";
import { Comparison } from "./comparison.js";
import { dayOf, linkedDay, seedOf } from "./daily.js";
import { Entry } from "./entry.js";
import { Follow } from "./follow.js";
import { Game } from "./game.js";
import { format, parse } from "./grid.js";
import { Introduction } from "./introduction.js";
import { about, box as servedBox, tiles } from "./data.js";
import { SolverCache } from "./solver_cache.js";
import { KEPT_PANEL } from "./panels.js";
import { Play, savedGame, startClock } from "./play.js";
import { PhotoDialog } from "./photo.js";
import { isPhotoKept } from "./photo/kept.js";
import { Playtest } from "./playtest.js";
import { Practice } from "./practice.js";
import { Review } from "./review.js";
import { Won, aboutWords, helpWords, nameOf, nextTile, showClock, showGames, showParts } from "./scores.js";
import { Settings } from "./settings.js";
import { Share } from "./share.js";
import { Solver } from "./solver/solver.js";
import { installOffline, showOffline } from "./offline_status.js";
import { countWins } from "./history.js";
import { events, takeDamage } from "./storage.js";
import { Order, rankOf, showTiles } from "./tables.js";
import { moves as movesWords, t } from "./texts.js";
import { isOutOfSight, lastMessage, showError, showMessage } from "./message.js";

const find = (id) => document.getElementById(id);

const solver = new Solver();
const knowledge = new SolverCache(solver, { tiles, version: about.version + (about.formula ? ` ${JSON.stringify(about.formula)}` : ""), onNews: showNews });

const board = new Board(find("board"), {
  onChoose: choose, onFocus: (spot) => entry.isOpen && entry.moveTo(spot), onShow: (letters) => showParts(find("parts"), letters),
});
const play = new Play({ solver, board, onShow: refresh, onStart: enterGame, praise, onWin: (game) => playtest.won(game) });
const ownTiles = new OwnTiles(find, {
  onPlay: (tile) => begin(tile, "own"),
  onEdit: (tile) => enter(parse(tile.grid), { cursor: null, name: tile.name, edited: tile }),
  onChange: () => {
    show();
    measureOwn();
  },
  factsOf: (grid) => knowledge.factsOf(grid),
});
const bench = new Bench(find, { solver, ownTiles, knowledge });
const ranks = new Ranks(find, { served: servedBox.ranks, onChange: show });
const box = new Box(find, { served: servedBox, ownTiles, ranks, onChange: () => { show(); if (entry.isOpen) entry.refresh(); } });
const follow = new Follow(find, { board, onAdopt: (moves) => {
  leave();
  play.adopt(moves);
  board.focus();
} });
const entry = new Entry(find, {
  onPlay: (letters, name, edited) => {
    const kept = name === null ? null : ownTiles.add(name, format(letters), edited);
    play.start(new Game(letters, { kind: "own" }));
    if (kept) showMessage(t("say.kept", kept), "good", kept);
    board.focus();
  },
  solver, board, box,
});
const review = new Review(find, {
  solver, board,
  onPlayOn: (moves) => {
    const { start, kind, label } = play.game;
    leavePanels();
    const game = new Game(start, { kind, label, moves });
    game.helped = true;
    play.start(game);
    board.focus();
  },
  onLearn: (grids) => openPractice(() => practice.learn(grids)),
});
const practice = new Practice(find, { solver, board });
const sharing = new Share(find, {
  addressOf: () => about.address ?? (location.protocol === "file:" ? null : location.href.replace(/#.*$/, "")),
  optimumOf: (game) => knowledge.optimumOf(game.notation),
});
const comparison = new Comparison(find, { solver, tiles: () => new Map([
  [format(play.game.start), t("compare.here")],
  ...tiles.map(({ tile, grid }) => [grid, t("game.tile", { n: tile })]),
  ...ownTiles.tiles.map(({ name, grid }) => [grid, name]),
]) });
const calendar = new Calendar(find, { onPlay: playMade });
const introduction = new Introduction(find, { onPlay: (game) => play.start(game), home: firstTile });
const order = new Order(find, show);
const won = new Won(find, {
  next: () => play.start(new Game(parse(nextTile(tiles, format(play.game.start)).grid), { kind: "tile" })),
  review: lookAgain, again: () => play.restart(), share,
});
const playtest = new Playtest(find, { isCollected: about.playtest });
const settings = new Settings(find, { onLanguage: () => {
  showMessage("");
  showOffline(find);
  if (!play.game) return;
  refresh();
  show();
  ranks.fillForm();
  bench.showMaking();
  comparison.refresh();
  openedPanel()?.refresh();
  if (!isAway()) showEnd();
} });

// An open panel has an entry in the tab's history, so that Back closes it.
const BASE = { isPanel: false }; // a link that is followed on the page has none of both

function openPanel(name, words = "") {
  leavePanels();
  document.body.dataset.panel = name;
  addEntry();
  showMessage(words);
}

let isDropping = false; // until the browser has gone back, which takes a moment
const addEntry = () => history.state?.isPanel || history.pushState({ isPanel: true }, "");

window.addEventListener("popstate", ({ state }) => {
  if (state === null) history.replaceState(BASE, "");
  else if (!state.isPanel) {
    if (!isDropping) closePanel();
    else if (document.body.dataset.panel) addEntry(); // one that was opened meanwhile
    isDropping = false;
    play.store(); // the entry's address is an old one
  }
});

// The panels over the game, by the button that opens each.
const PANELS = { solve: follow, own: entry, looked: review, "practice-open": practice, share: sharing };
for (const panel of Object.values(PANELS)) panel.parts.close.addEventListener("click", closePanel);
const openButton = () => Object.keys(PANELS).find((button) => PANELS[button].isOpen);
const openedPanel = () => PANELS[openButton()];

// Leave the panels, and their entry in the history.
function leave() {
  leavePanels();
  if (isDropping || !history.state?.isPanel || !document.body.dataset.ready) return;
  isDropping = true;
  history.back();
}

function leavePanels() {
  openedPanel()?.close();
  KEPT_PANEL.forget();
  delete document.body.dataset.panel;
}

// Close the open panel, if any, and go back to the button that opened it.
function closePanel() {
  const button = openButton();
  if (!button) return false;
  leave();
  showMessage("");
  refresh();
  showEnd();
  find(button).focus();
  return true;
}

// Whether the board shows something other than the game.
const isAway = () => openButton() !== undefined && !sharing.isOpen;

function choose(spot) {
  if (entry.isOpen) entry.moveTo(spot);
  else if (practice.isOpen) practice.choose(spot).catch(showError);
  else if (follow.isOpen || review.isOpen) showMessage(t("say.following"), "bad");
  else if (play.game) play.choose(spot);
}

// Scroll to the board, unless it is seen.
function showBoard() {
  if (document.body.dataset.ready && isOutOfSight(board.element)) find("game-name").scrollIntoView();
}

// Another game is at hand.
function enterGame() {
  leave();
  showBoard();
  const grid = format(play.game.start);
  knowledge.ask(grid);
  knowledge.asking.then(lookAtGrid).catch(showError);
}

// How hard the grid at hand is takes a phone a while: it is found out for those who see it.
const lookAtGrid = () => knowledge.look().catch(showError);

// Show all about the game at hand, and the lists beside it.
function show() {
  const { game } = play;
  if (!game) return;
  const grid = format(game.start);
  const optimum = knowledge.optimumOf(grid);
  const length = game.moves.length;
  const rank = rankOf(ranks.list, length);
  won.show(game, optimum);
  document.body.classList.toggle("newcomer", countWins() === 0);
  const tileNumber = tiles.find((tile) => tile.grid === grid)?.tile;
  for (const [id, words] of Object.entries({
    learn: t(countWins() ? "lesson.title" : "lesson.offer"),
    "game-name": entry.isOpen ? t("entry.label") : nameOf(game, { tileNumber, areSamples: servedBox.assumed.includes("tiles"), ownName: ownTiles.nameOf(grid) }),
    about: aboutWords(knowledge.about, ranks, about.formula), moves: length, best: optimum ?? t("score.unknown"), rank, help: helpWords(game),
  })) {
    find(id).textContent = words;
  }
  markAssumed(find("assumed"), box.assumed("tiles", "counts", "ranks"));
  find("undo").disabled = !play.canUndo;
  showClock(find("time"), game.seconds);
  const known = tiles.map((tile) => ({ ...tile, ...knowledge.factsOf(tile.grid) }));
  order.arrange(known);
  showTiles(find("tiles"), known, grid, (tile) => begin(tile, "tile"));
  ownTiles.show(grid);
  box.show();
  comparison.show();
  ranks.show(rank);
  showGames(find, grid);
  calendar.show(game.kind === "daily" ? game.label : null);
}

// Show what the solver found out: once a frame, however much it is.
let newsWaits = false;
function showNews() {
  if (newsWaits) return;
  newsWaits = true;
  requestAnimationFrame(() => {
    newsWaits = false;
    show();
  });
}

// Draw the game as it stands.
function refresh({ jumped = null } = {}) {
  const { game } = play;
  if (!game || isAway()) return;
  board.show(game.letters, { jumped });
  board.element.classList.toggle("solved", game.isSolved);
  introduction.show(game);
  find("redo").disabled = !game.undone.length;
  for (const id of ["hint", "solve"]) find(id).disabled = game.isSolved;
  for (const id of ["restart", "looked"]) find(id).disabled = !game.moves.length;
  if (sharing.isOpen) leave();
  show();
}

// Report the end of a game; again if the optimum is found before another message.
function praise() {
  const { game } = play;
  const { length } = game.moves;
  const optimum = knowledge.optimumOf(format(game.start));
  const words = [t("say.solved", { moves: movesWords(length), rank: rankOf(ranks.list, length) })];
  if (optimum !== null) words.push(length === optimum ? t("say.optimal") : t("say.optimum", { n: optimum, more: length - optimum }));
  if (game.helped) words.push(t("say.helped"));
  showMessage(words.join(" "), "good");
  if (optimum !== null) return;
  const praised = lastMessage();
  knowledge.asking.then(() => {
    const isCurrent = lastMessage() === praised && play.game === game && game.moves.length === length;
    if (isCurrent && knowledge.optimumOf(format(game.start)) !== null) praise();
  }, () => {});
}

// The words of a game that is over, if nothing else is reported.
function showEnd() {
  if (won.isOpen && !lastMessage().text) praise();
}

const solve = () => play.solve(showSolution);

function showSolution(letters, { moves, status, at = 0 }) {
  const proof = status === "optimal" ? "follow.proven" : "follow.unproven";
  openPanel("follow", t(proof, { moves: movesWords(moves.length) }));
  follow.open(letters, moves, { at, status });
  showBoard();
}

function lookAgain() {
  if (!play.game?.moves.length) return;
  openPanel("review", play.game.isSolved || play.game.helped ? "" : t("say.review_helps"));
  play.takeHelp();
  review.open(play.game).catch(showError);
}

function openPractice(begin) {
  openPanel("practice");
  begin().then(tellDamage).catch(showError);
}

// Play the puzzle of a day, or a random one.
function playMade(day = null) {
  return solver.randomGrid(day ? { seed: seedOf(day) } : {}).then(({ grid, seed }) =>
    play.start(new Game(parse(grid), day ? { kind: "daily", label: day } : { kind: "random", label: String(seed) }))).catch(showError);
}

function begin({ grid }, kind) {
  play.start(new Game(parse(grid), { kind }));
  board.focus();
}

function share() {
  if (!play.game) return;
  openPanel("link");
  sharing.open(play.game);
}

function enter(letters, kept) {
  openPanel("entry");
  entry.open(letters, kept);
  show();
  showBoard();
}

function photo() {
  return new PhotoDialog(enter, (box) => {
    const isSaved = ownTiles.addAll(box.map((letters, index) => ({ name: t("photo.box_name", { n: index + 1 }), grid: format(letters) })));
    showMessage(t("photo.box_kept", { n: box.length }), "good", { isSaved });
    find("mine-import").closest("section").scrollIntoView();
  }).open();
}

// The letters of `chatuchak play`. None of them gives up a game, and all can be switched off.
const shortcuts = { u: () => play.undo(), y: () => play.redo(), r: () => play.redo(), h: () => play.hint(), o: solve, v: lookAgain };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (closePanel()) event.preventDefault();
    return;
  }
  const inField = event.target instanceof HTMLInputElement && event.target.type !== "range";
  if (inField || event.target instanceof HTMLSelectElement || event.altKey) return;
  if (pressKey(event)) event.preventDefault();
}, { capture: true });

function pressKey({ key, ctrlKey, metaKey, shiftKey, target }) {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== "z" || isAway()) return false;
    if (shiftKey) play.redo();
    else play.undo();
    return true;
  }
  if (isAway()) return target.type !== "range" && Boolean(openedPanel().pressKey?.(key));
  const action = settings.keys.checked && shortcuts[key.toLowerCase()];
  if (action) action();
  return Boolean(action);
}

for (const [id, action] of Object.entries({
  undo: () => play.undo(), redo: () => play.redo(), restart: () => play.restart(), hint: () => play.hint(),
  solve, share, random: () => playMade(), daily: () => playMade(dayOf()), own: () => enter(), photo,
  looked: lookAgain, "practice-open": () => openPractice(() => practice.open()),
})) {
  find(id).addEventListener("click", action);
}
window.addEventListener("hashchange", () => {
  if (location.hash === `#${play.game?.toFragment()}`) return; // the page's own note of the game
  const { day, game } = linked();
  if (day) playMade(day);
  else if (game) play.start(game);
});
events.addEventListener("news", ({ detail }) => {
  if (detail === "ranks") ranks.fillForm();
  if (detail === "tiles") measureOwn();
  showNews();
});
window.addEventListener("pagehide", () => play.store());

startClock((seconds) => {
  if (!play.game?.isUnderWay || isAway()) return;
  play.game.seconds += seconds;
  showClock(find("time"), play.game.seconds);
});

// The day and the game that the address names.
function linked() {
  try {
    return { day: linkedDay(location.hash), game: Game.fromFragment(location.hash) };
  } catch (error) {
    showMessage(t("say.wrong_link", { why: error.message }), "bad");
    return { day: null, game: null };
  }
}

// The game of the link; one's own, where that is the same one gone on with.
function firstGame() {
  const [{ day, game: given }, own] = [linked(), savedGame()];
  const isOwn = given === null || (given.start === own?.start && given.moves.every((spot, index) => spot === own.moves[index]));
  return { day, game: isOwn ? own : given, isOwn };
}

function tellDamage() {
  if (takeDamage()) showMessage(t("say.damaged"), "bad");
}

// What a newcomer begins with: the tile of the shortest solution, where that is known at once.
function firstTile() {
  const { grid } = tiles.reduce((best, tile) => (tile.optimum < best.optimum ? tile : best));
  return new Game(parse(grid), { kind: "tile" });
}

async function open() {
  await settings.speak();
  ranks.fillForm();
  playtest.send();
  const wantsGames = location.hash === "#games"; // sent here by the service worker
  const first = firstGame();
  const game = first.game ?? firstTile();
  const kept = KEPT_PANEL.value; // before a start closes it
  history.replaceState(history.state ?? BASE, "");
  const complaint = lastMessage();
  const { day } = first;
  play.start(game);
  showEnd();
  if (kept?.name === "follow" && kept.letters === game.letters) showSolution(kept.letters, kept);
  if (kept?.name === "entry" && first.isOwn) enter(kept.letters, { cursor: kept.cursor, name: kept.label });
  if (complaint.kind === "bad") showMessage(complaint.text, "bad");
  if (wantsGames) showMessage(t("say.games_away"), "bad");
  if (day && !(game.kind === "daily" && game.label === day)) await playMade(day);
  if (isPhotoKept()) await photo();
  tellDamage();
  document.body.dataset.ready = "true";
  findOptima(tiles);
  onVisible(find("about"), (isVisible) => {
    knowledge.isSeen = isVisible;
    lookAtGrid();
  });
  // Measuring all tiles takes seconds: only if their table is visible.
  onVisible(find("tiles"), (isVisible) => isVisible && measure(tiles));
  measureOwn();
  await installOffline(find);
}

const findOptima = (list) => knowledge.findOptima(list).catch(() => {});
const measure = (list) => knowledge.measure(list).catch(() => {});

// Own tiles have their figures from the start.
function measureOwn() {
  findOptima(ownTiles.tiles).then(() => measure(ownTiles.tiles));
}

// Call `use` with whether an element is visible, now and after each change.
const onVisible = (element, use) =>
  new IntersectionObserver((entries) => use(entries[entries.length - 1].isIntersecting)).observe(element);

open().catch((error) => {
  console.warn(error);
  showMessage(t("say.no_data"), "bad");
});
