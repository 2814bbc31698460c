// The game at hand: its moves, its help, and the one before it.

import { dayOf } from "./daily.js";
import { EMPTY, colorName, format, isLegal, jumpWords } from "./grid.js";
import { Game } from "./game.js";
import { keepDay, keepShown, keepWin, wasShown } from "./history.js";
import { Stored, listOf } from "./storage.js";
import { moves as movesWords, t } from "./texts.js";
import { showError, showMessage, showWithMessage } from "./message.js";

const MAX_BEFORE = 20;
const TICK_MS = 500;
const LEVELS = 4; // of hints: each tells more, from how many moves are left to the move

const memoryOf = (found) => Game.fromMemory(found).toMemory();
const LAST = new Stored("game", memoryOf, { isPerTab: true });
const BEFORE = new Stored("before", listOf(memoryOf), { otherwise: [] }); // games given up, the last one last

const without = (games, id) => games.filter((game) => game.id !== id);

// Show a hint of a level on the board, and return what it says.
export function showHint(board, { remaining, needs, goal, inPlace, move }, level, letters) {
  if (level === 1) {
    const each = Object.entries(needs).map(([letter, n]) => `${colorName(letter)} ${n}`).join(", ");
    return t("hint.needs", { moves: movesWords(remaining), each });
  }
  if (level < LEVELS && goal) board.outline(goal);
  if (level === 2) return goal ? t("hint.places", { n: inPlace }) : t("hint.no_places");
  if (level === 3) return t("hint.color", { color: colorName(letters[move]) });
  board.point([move], letters.indexOf(EMPTY));
  return t("say.hint", { jump: jumpWords(letters, move), left: t("say.left", { moves: movesWords(remaining) }) });
}

export class Play {
  // `onShow` draws the game as it stands, `onStart` is told of every other game.
  constructor({ solver, board, onShow, onStart, praise, onWin }) {
    Object.assign(this, { solver, board, onShow, onStart, praise, onWin });
    this.game = null;
  }

  // Begin a game, or go on with one of this page's last visit.
  start(next) {
    showMessage(this.game?.isUnderWay && this.game.kind !== "lesson" ? t("say.new_game") : "");
    this.enter(next);
    if (this.game.isSolved && !this.game.moves.length) showMessage(t("say.solved_already"));
  }

  enter(game) {
    this.game = game;
    if (wasShown(format(game.start)) && !game.moves.length) game.helped = true;
    this.onStart();
    this.change();
  }

  change(shown = {}) {
    this.onShow(shown);
    this.store();
  }

  // Store the game. Another one that it takes the place of, of this tab or another, is given up.
  store() {
    if (!this.game) return;
    const { id } = this.game;
    const last = LAST.latest;
    if (last && last.id !== id && last.kind !== "lesson" && Game.fromMemory(last).isUnderWay) {
      BEFORE.change((games) => [...without(without(games, id), last.id), last].slice(-MAX_BEFORE));
    }
    this.noteAddress(LAST.write(this.game.toMemory()));
  }

  // An address names the game that a link brought, for as long as it stands there as it came; a
  // reload would else bring it back over what was played since. Where nothing is kept, it is the
  // address that keeps the game.
  noteAddress(isSaved) {
    const address = new URL(location.href);
    const told = `#${this.game.toFragment()}`;
    const wanted = isSaved ? "" : told;
    if (address.hash === told || address.hash === wanted) return;
    address.hash = wanted;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // As the browser has it.
    }
  }

  get canUndo() {
    return Boolean(this.game?.moves.length || BEFORE.value.length);
  }

  choose(spot) {
    const { letters } = this.game;
    if (!isLegal(letters, spot)) {
      this.board.refuse(spot);
      showMessage(t(letters[spot] === EMPTY ? "say.is_empty" : "say.cannot_jump"), "bad");
      return;
    }
    const to = letters.indexOf(EMPTY);
    this.game.play(spot);
    showMessage("");
    this.change({ jumped: { from: spot, to } });
    this.celebrate();
  }

  undo() {
    if (this.game?.undo()) {
      showMessage("");
      this.change();
    } else if (BEFORE.value.length) {
      const last = BEFORE.value[BEFORE.value.length - 1];
      BEFORE.change((games) => without(games, last.id));
      this.enter(Game.fromMemory(last));
      showMessage(t("say.last_game"));
    }
  }

  redo() {
    if (!this.game?.redo()) return;
    showMessage("");
    this.change();
    this.celebrate();
  }

  restart() {
    if (!this.game?.moves.length) return;
    this.game.restart();
    this.change();
    showMessage(t("say.restarted"));
  }

  // Go on from where a shown solution has come to.
  adopt(moves) {
    for (const spot of moves) this.game.play(spot);
    this.change();
    this.celebrate();
  }

  celebrate() {
    const { game } = this;
    if (!game.isSolved || !game.moves.length || game.kind === "lesson") return;
    if (!game.helped && !game.kept) {
      game.kept = true;
      keepWin(format(game.start), { ...game, moves: game.moves.length });
      this.onWin(game);
      if (game.kind === "daily") {
        const isOnTime = [game.begun, dayOf()].includes(game.label);
        keepDay(game.label, { moves: game.moves.length, hints: game.hints }, isOnTime);
      }
    }
    this.change();
    this.praise();
  }

  // Ask the solver about the game as it stands; an answer that comes too late is dropped.
  async ask(question, use) {
    const { game } = this;
    if (!game || game.isSolved) return;
    const { letters } = game;
    document.body.classList.add("busy");
    try {
      const answer = await question(format(letters));
      if (game === this.game && letters === game.letters) use(answer, letters);
    } catch (error) {
      showError(error);
    } finally {
      document.body.classList.remove("busy");
    }
  }

  // The game is no win any more, unless it is over.
  takeHelp() {
    if (this.game.isSolved) return;
    this.game.helped = true;
    this.store();
  }

  // Each tap tells a step more about the position as it stands.
  hint() {
    return this.ask((grid) => this.solver.gradedHint(grid), (hint, letters) => {
      if (hint.move === null) {
        showMessage(t("say.no_hint"), "bad");
        return;
      }
      const isNew = this.hinted !== letters;
      const level = isNew ? 1 : Math.min(LEVELS, this.level + 1);
      if (isNew || level > this.level) this.game.help(level);
      [this.hinted, this.level] = [letters, level];
      this.change();
      const words = showHint(this.board, hint, level, letters);
      showMessage(level < LEVELS ? `${words} ${t("hint.more")}` : words);
      if (level > 1) showWithMessage(this.board.frame);
    });
  }

  // Find a solution from here, asked twice; `open` gets it, and the game is one's own no more.
  solve(open) {
    const { game } = this;
    if (game && !game.isSolved && !game.helped && this.warned !== game) {
      this.warned = game;
      return showMessage(t("say.solve_asks"));
    }
    return this.ask((grid) => this.solver.solve(grid), (solution, letters) => {
      if (solution.moves === null) {
        showMessage(t("say.no_solution"), "bad");
        return;
      }
      this.takeHelp();
      keepShown(format(this.game.start));
      open(letters, solution);
    });
  }
}

// Call `onTick` with the seconds that pass while the page is seen.
export function startClock(onTick) {
  let last = performance.now();
  const take = () => {
    const seconds = (performance.now() - last) / 1000;
    last += 1000 * seconds;
    return seconds;
  };
  document.addEventListener("visibilitychange", take);
  setInterval(() => document.hidden || onTick(take()), TICK_MS);
}

// The game of the page's last visit, or null.
export const savedGame = () => LAST.value && Game.fromMemory(LAST.value);
