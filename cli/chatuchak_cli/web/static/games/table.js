// A game under way: its boards, what can be done, what was done, and what lies beside.

import { saveJson } from "../files.js";
import { Stored, hasParts, is, isObject, isString } from "../storage.js";
import { colorName, place as placeOf } from "../grid.js";
import { make } from "../elements.js";
import { fromTemplate, showTemplate, t } from "../texts.js";
import { LAST, ask } from "./api.js";
import { PlacementEditor, cardsOfGame } from "./placement_editor.js";
import {
  adviceList, assumedMark, factTable, inOrder, link, playerStrip, podium, rulesOf, thinking,
} from "./parts.js";
import { Phones } from "./phones.js";
import { Picker } from "./picker.js";
import { board, markLast, picture } from "./picture.js";
import { partsOf, say, sayAction, sayEvent, speakOf, translatePicture } from "./words.js";
import { showError, showMessage } from "../message.js";

const THINK_MS = 350; // a pause before a computer's action, so that it can be followed
const TURN_MS = 250; // so much later one screen after the other sees to it, where several are at a game
export const CHANCE = -1;
// The last game as a file.
const COPY = new Stored("games.copy", is(hasParts({ room: isString, record: isObject, phones: Array.isArray })), { isPerTab: true });
let needsCodes = false; // whether phones need new codes, after a restart of the server
const MAX_LATELY = 6; // steps told beside the choices

export class Table {
  constructor(element, room) {
    Object.assign(this, { element, room, shown: null, advice: null, busy: false, isLeft: false, isAdvising: false, pause: 0 });
    this.update = null; // the last request after a change by others
    this.copied = null; // the steps and phones of the stored copy
    this.picker = new Picker({ onPick: (action) => this.act(action), onNarrow: () => this.showBoards() });
    this.lay = new PlacementEditor({ onLay: (_, { action }) => this.act(action) });
    this.phones = new Phones({
      room, nameOf: (player) => this.shortNameOf(player), change: (verb, more) => this.change(verb, more, {}),
    });
    this.endStream = null;
    this.heard = 0; // how often the game has changed, as far as was heard
  }

  async open() {
    try {
      this.take(await ask(this.path()));
      if (needsCodes) showMessage(t("phones.new_codes"), "bad");
      needsCodes = false;
    } catch (error) {
      if (!error.isGone || !(await this.bringBack())) throw this.lost(error);
    }
  }

  path(part = "") {
    return `room/${encodeURIComponent(this.room)}${part}`;
  }

  // The reason why a game is lost: perhaps only the seat at it is.
  lost(error) {
    if (!error.isGone) return error;
    this.hush();
    if (!this.shown) return new Error(t("home.wrong_code"));
    if (!this.shown.host) return new Error(t("phones.lost"));
    return this.shown.saves ? new Error(t("table.gone_saved")) : error;
  }

  // Hear of what others do at their screens, where there are others.
  listen() {
    const { phones, host } = this.shown;
    if (this.endStream || this.isLeft || (host && !phones.length)) return;
    this.endStream = listenTo(new URL(`../table/${this.path("/events")}`, import.meta.url), (changes) => this.hear(changes));
  }

  hush() {
    this.endStream?.();
    this.endStream = null;
  }

  hear(changes) {
    this.heard = changes;
    if (this.busy || this.isLeft || changes <= this.shown.changes) return;
    this.update = this.request();
  }

  // One request at a time; then what was heard meanwhile.
  async request(part = "", body = undefined) {
    this.busy = true;
    try {
      const shown = await ask(this.path(part), body);
      this.pause = 0;
      if (this.isLeft) return;
      if (part) showMessage("");
      this.take(shown);
    } catch (error) {
      if (this.isLeft) return;
      this.pause = error.now ? 0 : RETRY_MS;
      if (error.now) this.take(error.now);
      const isBack = error.isGone && await this.bringBack();
      if (!isBack && !(error.now && part === "/go")) showError(this.lost(error));
      if (!part) this.heard = 0; // until the next report
    } finally {
      this.busy = false;
    }
    if (Number.isFinite(this.heard)) this.hear(this.heard);
    this.letComputersAct();
  }

  // Go on with the copy that was kept here of a game that the server has no more.
  async bringBack() {
    LAST.change((room) => (room === this.room ? "" : room));
    if (COPY.value?.room !== this.room) return false;
    try {
      const { record, phones } = COPY.value;
      const { room: another } = await ask("resume", { record, phones });
      LAST.write(another);
      needsCodes = phones.length > 0;
      location.replace(`#play=${another}`);
    } catch {
      return false;
    }
    return true;
  }

  // Keep a copy of a game that waits for a person; what cannot be kept is no reason to stop.
  async keepCopy() {
    const { steps, phones, computer, host, saves } = this.shown;
    const state = `${steps} ${phones}`;
    if (computer || state === this.copied || !host || !saves || !this.room) return;
    this.copied = state;
    const record = await ask(this.path("/file")).catch(() => null);
    if (record && !this.isLeft) COPY.write({ room: this.room, record, phones });
  }

  leave() {
    this.isLeft = true;
    this.hush();
    speakOf();
  }

  // Ask for a change of the game, and show it.
  async change(verb, more = {}, seen = { steps: this.shown.steps }) {
    await this.update;
    if (this.busy || this.isLeft) return;
    this.element.classList.add("busy");
    try {
      await this.request(`/${verb}`, { ...seen, ...more });
    } finally {
      this.element.classList.remove("busy");
    }
  }

  act(action) {
    return this.change("act", { action });
  }

  // Show how the game stands; who comes and goes leaves half a choice as it is.
  take(shown) {
    const before = this.shown ?? {};
    const isSame = ["steps", "awaited", "over", "session"].every((name) => shown[name] === before[name])
      && String(shown.people) === String(before.people);
    const wasLobby = isSame && this.phones.isWaiting;
    this.shown = shown;
    if (!isSame) {
      this.advice = null;
      speakOf(shown.game, (player) => this.shortNameOf(player));
      this.picker.show(shown);
      this.lay.show(cardsOfGame(shown));
    }
    this.phones.show(shown);
    if (!isSame || (wasLobby && !this.phones.isWaiting)) this.refresh();
    this.listen();
    this.keepCopy();
    this.letComputersAct();
  }

  letComputersAct() {
    if (!this.shown?.computer || this.busy || this.isLeft || this.waiting) return;
    const { host, people } = this.shown;
    if (host ? this.phones.isWaiting : this.phones.isIncomplete) return;
    this.waiting = setTimeout(() => {
      this.waiting = null;
      if (this.shown.computer) this.change("go");
    }, THINK_MS + this.pause + (host ? 0 : TURN_MS * (people[0] + 2)));
  }

  refresh() {
    if (!this.shown) return;
    const { shown } = this;
    if (this.phones.isWaiting) {
      this.element.replaceChildren(this.phones.lobby(() => {
        this.refresh();
        this.letComputersAct();
      }));
      return;
    }
    if (shown.awaited !== null) {
      this.cover();
      return;
    }
    const find = showTemplate(this.element, "table-view", {
      players: playerStrip(shown), headline: this.headline(), lately: this.lately(), choices: this.choices(),
      ending: shown.over ? this.ending() : [], log: shown.log.map((step) => this.logItem(step)), rules: rulesOf(shown.game),
      beside: [this.phones.element, assumedMark(shown.assumed), ...shown.facts.map((fact) => factTable(fact))], words: this.inWords(),
    });
    [this.boards, this.others, this.advised] = ["boards", "others", "advised"].map(find);
    this.picker.element.hidden = !this.lay.element.hidden || shown.actions.length === 0;
    // Whether somebody is to tap in a hidden card.
    find("warning").hidden = !shown.hides || shown.over || shown.mover !== CHANCE || shown.computer;
    find("log").start = shown.steps;
    this.showTools(find);
    this.showBoards();
    this.showAdvice();
  }

  choices() {
    return [this.lay.element, this.picker.element];
  }

  showTools(find) {
    Object.assign(find("undo"), { disabled: !this.shown.can_undo, onclick: () => this.change("undo") });
    Object.assign(find("save"), { disabled: !this.shown.saves, onclick: () => this.save().catch(showError) });
    find("advise").onclick = () => this.advise();
  }

  showBoards() {
    const { boards, actions } = this.shown;
    const laying = !this.lay.element.hidden;
    const open = actions.length && !laying ? this.picker.places : new Set();
    const shown = boards.filter((item) => !(laying && this.lay.stand && item === boards[0]));
    const figures = (isLarge) => shown.filter(({ large }) => large === isLarge).map(({ title, svg, large, taps, letters }) => {
      const words = say(title);
      const named = (word) => (letters ? t("board.spot", { what: colorName(letters[word]), place: placeOf(Number(word)) }) : say(word));
      const live = Object.entries(taps).filter(([word]) => open.has(word)).map(([word, box]) => ({ word, box, label: named(word) }));
      const last = this.lastOn(title, taps);
      const ranks = (this.advice ?? []).flatMap(({ action }, index) =>
        partsOf(action).slice(1).filter((part) => Object.hasOwn(taps, part)).map((part) => [taps[part], index + 1]));
      const onMiss = () => showMessage(t(letters ? "say.cannot_jump" : "table.no_tap"), "bad");
      const drawn = board(translatePicture(svg), words, live, { onTap: (word) => this.picker.tap(word), onMiss, ranks });
      if (last) markLast(drawn, translatePicture(svg), last, { isNew: this.isNews(title) });
      return make("figure", { className: large ? "large" : "small" }, make("figcaption", { textContent: words }), drawn);
    });
    this.boards.replaceChildren(...figures(true), ...(laying ? [this.lay.table] : []));
    this.others.replaceChildren(...figures(false));
    this.animated = this.shown.steps;
  }

  // Where what was done last on a board came from, if anywhere, and where it is.
  lastOn(title, taps) {
    const { log, moved } = this.shown;
    if (moved[title]) return moved[title];
    if (title.startsWith("player ")) return null; // others act on their own boards
    for (const { player, action } of log.slice(0, MAX_LATELY)) {
      const place = player === CHANCE || !action ? null : partsOf(action).slice(1).find((part) => Object.hasOwn(taps, part));
      if (place) return [null, taps[place]];
    }
    return null;
  }

  // Whether a move is one that was not shown yet, and somebody else's.
  isNews(title) {
    const { log, steps, people } = this.shown;
    if (steps === this.animated || this.animated === undefined) return false;
    const mover = log.find(({ player }) => player !== CHANCE)?.player;
    const isOn = !title.startsWith("player ") || title === `player ${mover + 1}`;
    return isOn && !people.includes(mover);
  }

  // Who acts, and what for.
  headline() {
    const { shown } = this;
    if (shown.over) return t("table.over");
    if (shown.mover === CHANCE) return t(shown.computer ? "table.draws" : "table.typed");
    if (!shown.computer && this.isYou(shown.mover)) return t("table.yours");
    const name = this.nameOf(shown.mover);
    return t(shown.computer ? "table.thinks" : shown.asked || shown.awaited !== null ? "table.turn" : "table.waits", { name });
  }

  // Whether a player is the only person at this screen.
  isYou(player) {
    const { people } = this.shown;
    return people.length === 1 && people[0] === player;
  }

  shortNameOf(player) {
    return this.isYou(player) ? t("table.you") : this.calledAt(player);
  }

  // A player's name, or the seat, counted from 1.
  calledAt(player) {
    return this.shown.names[player] || t("player", { number: player + 1 });
  }

  nameOf(player) {
    const kind = this.shown.seats[player];
    const [short] = t(`seat.${kind.split(":")[0]}`).split(" (");
    return kind === "human" ? this.shortNameOf(player) : `${this.calledAt(player)} (${short})`;
  }

  // What was done since the last person's action, and that one: what came of it, and the answers.
  lately() {
    const { log, people } = this.shown;
    const last = log.findIndex(({ player }) => people.includes(player));
    const steps = log.slice(0, Math.min(last < 0 ? log.length : last + 1, MAX_LATELY)).reverse();
    return steps.map((step) => make("li", { textContent: this.sayStep(step) }));
  }

  requestAdvice() {
    return ask(this.path("/advice"), { steps: this.shown.steps });
  }

  async advise() {
    if (this.busy || this.isAdvising) return;
    const { steps, session } = this.shown;
    const isCurrent = () => !this.isLeft && steps === this.shown?.steps && session === this.shown.session;
    this.isAdvising = true;
    showMessage("");
    this.showAdvice();
    try {
      const { actions } = await this.requestAdvice();
      if (isCurrent()) this.advice = inOrder(actions);
    } catch (error) {
      if (isCurrent()) showError(error);
    } finally {
      this.isAdvising = false;
      if (!this.isLeft && this.shown) {
        this.showAdvice();
        this.showBoards();
      }
    }
  }

  // The advice, or that it is being thought of; the game goes on meanwhile where somebody acts.
  showAdvice() {
    const advise = this.element.querySelector("#advise");
    if (!advise) return; // behind the cover
    const { over, asked, mover } = this.shown;
    advise.disabled = over || !asked || mover === CHANCE || this.isAdvising || this.picker.asksNumber;
    if (this.isAdvising) this.advised.replaceChildren(thinking());
    else if (!this.advice) this.advised.replaceChildren();
    else this.advised.replaceChildren(...adviceList(this.shown, this.advice, { onPick: (action) => this.follow(action), show: (action) => this.drawn(action) }));
  }

  // An action in words, with the card that it lays.
  drawn(action) {
    const { game, cards } = this.shown;
    const card = cards.find(({ places }) => places.some((place) => place.action === action));
    return [...(card ? [picture(card.svg, "")] : []), sayAction(game, withoutPlace(action))];
  }

  // Do what was advised; where a card is laid, show it there first.
  follow(action) {
    if (this.lay.preview(action)) this.boards.scrollIntoView({ block: "nearest" });
    else this.act(action);
  }

  async save() {
    saveJson(`${this.shown.game}.json`, await ask(this.path("/file")));
    showMessage(t("table.saved"), "good");
  }

  ending() {
    const { game, winners, title } = this.shown;
    const names = winners.map((player) => this.nameOf(player)).join(", ");
    const yours = winners.length === 1 && this.isYou(winners[0]);
    const won = yours ? t("table.you_won") : names ? t("table.won", { names }) : t("table.nobody_won");
    const isSolo = this.shown.seats.length === 1; // whose end is a title, not a win
    return make("div", { className: "ending", role: "status" }, make("p", { textContent: isSolo ? title ?? "" : won }),
      ...(isSolo ? [] : [podium(this.shown)]),
      link(`#new=${game}`, t("table.again"), "big"));
  }

  logItem(step) {
    return make("li", { textContent: this.sayStep(step) });
  }

  sayStep({ player, action, events }) {
    const { game } = this.shown;
    const who = player === CHANCE ? t("log.chance") : this.nameOf(player);
    const what = action === null ? t("log.hidden") : sayAction(game, withoutPlace(action));
    const told = events.map(sayEvent).filter(Boolean);
    return `${who}: ${what}${told.length ? ` (${told.join("; ")})` : ""}`;
  }

  // The position as the terminal writes it, also for those who see no pictures.
  inWords() {
    return this.shown.text ? fromTemplate("words-view", { text: this.shown.text }) : [];
  }

  // The screen goes from hand to hand: nothing is shown until it is taken.
  cover() {
    const name = this.calledAt(this.shown.awaited);
    const find = showTemplate(this.element, "cover-view", { title: t("cover.title", { name }), show: t("cover.show", { name }) });
    find("look").onclick = () => this.change("look");
    find("look").focus();
  }
}

// An action without where a card was laid, which the stand shows better.
const withoutPlace = (action) => action.replace(/@\S+/, "");

// News of a game as it happens: the server says that something has changed, and the page asks for it.
const RETRY_MS = 3000;

// `onNews` gets how often the game has changed; Infinity where that is unknown. Returns what ends it.
function listenTo(address, onNews) {
  let source = null;
  let retry = null;
  const open = () => {
    source = new EventSource(address);
    source.onmessage = ({ data }) => onNews(Number(data));
    source.onerror = () => {
      // The browser tries again by itself, unless the server refused: the game may be gone.
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(() => {
        open();
        onNews(Infinity);
      }, RETRY_MS);
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}
