// A game under way: its boards, what can be done, what was done, and what lies beside.

import { saveFile } from "../files.js";
import { keep } from "../storage.js";
import { make } from "../tables.js";
import { t } from "../texts.js";
import { ask } from "./ask.js";
import { LAST } from "./home.js";
import { Lay } from "./lay.js";
import { adviceList, button, factTable, heading, link } from "./parts.js";
import { Picker } from "./picker.js";
import { board, picture } from "./picture.js";
import { say, sayAction, sayEvent } from "./words.js";

const THINK_MS = 350; // a pause before a computer's action, so that it can be followed
const CHANCE = -1;

export class Table {
  constructor(element, room, { say: tell }) {
    this.element = element;
    this.room = room;
    this.tell = tell;
    this.shown = null;
    this.advice = null;
    this.busy = false;
    this.isLeft = false;
    this.picker = new Picker({ onPick: (action) => this.act(action), onNarrow: () => this.showBoards() });
    this.lay = new Lay({ onPick: (action) => this.act(action) });
  }

  async open() {
    try {
      await this.take(await ask(`room/${encodeURIComponent(this.room)}`));
    } catch (error) {
      if (error.isGone) keep(LAST, "");
      throw error;
    }
  }

  leave() {
    this.isLeft = true;
  }

  // Ask for a change of the game, and show what comes of it.
  async change(verb, more = {}) {
    if (this.busy || this.isLeft) return;
    this.busy = true;
    this.element.classList.add("busy");
    try {
      const shown = await ask(`room/${encodeURIComponent(this.room)}/${verb}`, { steps: this.shown.steps, ...more });
      this.tell("");
      if (!this.isLeft) this.take(shown);
    } catch (error) {
      if (error.now && !this.isLeft) this.take(error.now);
      this.tell(error.message, "bad");
    } finally {
      this.busy = false;
      this.element.classList.remove("busy");
    }
    this.letComputersAct();
  }

  act(action) {
    return this.change("act", { action });
  }

  async take(shown) {
    this.shown = shown;
    this.advice = null;
    this.picker.show(shown);
    const [own] = shown.boards;
    const stand = own?.spaces && own.title === `player ${shown.viewer}` ? { ...own, words: say(own.title) } : null;
    this.lay.show({ ...shown, stand });
    this.refresh();
    this.letComputersAct();
  }

  letComputersAct() {
    if (!this.shown?.computer || this.busy || this.isLeft || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.change("go");
    }, THINK_MS);
  }

  refresh() {
    if (!this.shown) return;
    const { shown } = this;
    if (shown.awaited !== null) {
      this.cover();
      return;
    }
    this.boards = make("div", { className: "boards" });
    this.others = make("div", { className: "boards" });
    const controls = make("div", { className: "acting" },
      heading("h2", this.headline()), this.lay.element, this.picker.element, this.tools());
    this.picker.element.hidden = !this.lay.element.hidden || shown.actions.length === 0;
    if (shown.over) controls.append(this.ending());
    this.advised = make("div", { className: "advice", role: "status" });
    controls.append(this.advised);
    const facts = shown.facts.map((one) => factTable(one));
    this.element.replaceChildren(make("div", { className: "table" },
      this.boards, controls, make("div", { className: "beside" }, this.others, ...facts, this.log(), this.inWords())));
    this.showBoards();
    this.showAdvice();
  }

  showBoards() {
    const { boards, actions } = this.shown;
    const laying = !this.lay.element.hidden;
    const open = actions.length && !laying ? this.picker.places : new Set();
    const shown = boards.filter((one) => !(laying && this.lay.stand && one === boards[0]));
    const figures = (isLarge) => shown.filter(({ large }) => large === isLarge).map(({ title, svg, large, taps }) => {
      const words = say(title);
      const live = taps.filter(({ word }) => open.has(word))
        .map((tap) => ({ ...tap, label: say(tap.word) }));
      const drawn = live.length ? board(svg, words, live, (word) => this.picker.tap(word)) : picture(svg, words);
      return make("figure", { className: large ? "large" : "small" }, make("figcaption", { textContent: words }), drawn);
    });
    this.boards.replaceChildren(...figures(true), ...(laying ? [this.lay.table] : []));
    this.others.replaceChildren(...figures(false));
  }

  // Who acts, and what for.
  headline() {
    const { shown } = this;
    if (shown.over) return t("table.over");
    if (shown.mover === CHANCE) return t(shown.computer ? "table.draws" : "table.typed");
    if (!shown.computer && shown.seats.filter((seat) => seat === "human").length === 1) return t("table.yours");
    const name = this.nameOf(shown.mover);
    return t(shown.computer ? "table.thinks" : "table.turn", { name });
  }

  nameOf(player) {
    const kind = this.shown.seats[player];
    const name = t("player", { number: player });
    const [short] = t(`seat.${kind.split(":")[0]}`).split(" (");
    return kind === "human" ? name : `${name} (${short})`;
  }

  tools() {
    const { shown } = this;
    const undo = button(t("tools.undo"), () => this.change("undo"), { id: "undo" });
    undo.disabled = !shown.can_undo;
    const advice = button(t("table.advise"), () => this.advise(), { id: "advise" });
    advice.disabled = shown.over || shown.computer || shown.mover === CHANCE;
    const save = button(t("table.save"), () => this.save(), { id: "save" });
    const row = make("div", { className: "row tools", role: "toolbar" }, undo, advice, save);
    row.setAttribute("aria-label", t("tools.label"));
    return row;
  }

  async advise() {
    if (this.busy) return;
    this.busy = true;
    this.tell(t("table.advising"));
    try {
      const { steps } = this.shown;
      const advice = await ask(`room/${encodeURIComponent(this.room)}/advice`, { steps });
      this.tell("");
      if (steps === this.shown.steps) this.advice = advice.actions;
      this.showAdvice();
    } catch (error) {
      this.tell(error.message, "bad");
    } finally {
      this.busy = false;
    }
    this.letComputersAct();
  }

  showAdvice() {
    if (!this.advice) return;
    const { game } = this.shown;
    this.advised.replaceChildren(...adviceList(game, this.shown.mover, this.advice, (action) => this.act(action)));
  }

  async save() {
    try {
      const record = await ask(`room/${encodeURIComponent(this.room)}/file`);
      saveFile(`${this.shown.game}.json`, `${JSON.stringify(record, null, 1)}\n`, "application/json");
      this.tell(t("table.saved"), "good");
    } catch (error) {
      this.tell(error.message, "bad");
    }
  }

  ending() {
    const { scores, winners, title } = this.shown;
    const points = scores.map((points_, player) => t("table.points", { name: this.nameOf(player), n: points_ }));
    const names = winners.map((player) => this.nameOf(player)).join(", ");
    const words = [points.join(" · "), names ? t("table.won", { names }) : "", title ?? ""];
    return make("div", { className: "ending", role: "status" },
      ...words.filter(Boolean).map((text) => make("p", { textContent: text })),
      link(`#new=${this.shown.game}`, t("table.again")));
  }

  log() {
    const { log, game } = this.shown;
    const items = log.map(({ player, action, events }) => {
      const who = player === CHANCE ? t("log.chance") : this.nameOf(player);
      const what = action === null ? t("log.hidden") : sayAction(game, action);
      const told = events.map(sayEvent).filter(Boolean);
      const more = told.length ? ` (${told.join("; ")})` : "";
      return make("li", { textContent: `${who}: ${what}${more}` });
    });
    const list = make("ol", { className: "log", reversed: true }, ...items);
    const none = make("p", { className: "note", textContent: t("log.none") });
    return make("section", { className: "facts" }, heading("h3", t("log.title")), items.length ? list : none);
  }

  // The position as the terminal writes it, also for those who see no pictures.
  inWords() {
    if (!this.shown.text) return "";
    const text = make("pre", { textContent: this.shown.text, tabIndex: 0 });
    return make("details", {}, make("summary", { textContent: t("table.words") }), text);
  }

  // The screen goes from hand to hand: nothing is shown until it is taken.
  cover() {
    const name = this.nameOf(this.shown.awaited);
    const taken = button(t("cover.show", { name }), () => this.change("look"), { id: "look", className: "strong" });
    this.element.replaceChildren(make("section", { className: "panel cover" },
      heading("h2", t("cover.title", { name })), make("p", { textContent: t("cover.words") }), taken));
    taken.focus();
  }
}
