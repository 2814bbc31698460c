// The River Market companion: the real table plays, the phone knows the Rival's turns. The session
// is kept here, and goes along with every question.

import { saveFile } from "../files.js";
import { Stored, is, isObject } from "../storage.js";
import { button, group, make } from "../elements.js";
import { t } from "../texts.js";
import { ask, sayMessage } from "./api.js";
import { adviceList, factTable, field, heading, inOrder, numberField, select, thinking } from "./parts.js";
import { assumedMark, boxChoice, chosenBox } from "./game_data.js";
import { Picker } from "./picker.js";
import { board } from "./picture.js";
import { rulesOf } from "./rules.js";
import { say, sayAction } from "./words.js";

export const COMPANION = new Stored("games.companion", is(isObject), { isPerTab: true }); // the session
const GAME = "river-market";

export class Companion {
  constructor(element, _, { say: tell }) {
    this.element = element;
    this.tell = tell;
    this.shown = null;
    this.busy = false;
    this.setup = { cards: "table", river: "", houses: null };
    this.picker = new Picker({ onPick: (action) => this.go({ action }), onNarrow: () => this.showBoards() });
  }

  async open() {
    const session = COMPANION.value;
    this.refresh();
    if (session) await this.go({}, session);
  }

  // Take a step, and show what it means at the table.
  async go(step, session = this.shown?.session) {
    if (this.busy) return;
    this.busy = true;
    try {
      const body = step.begin ? step : { session, ...step };
      this.shown = await ask("companion", body);
      COMPANION.write(this.shown.session);
      this.tell("");
      this.picker.show({ game: GAME, actions: this.shown.actions });
      this.refresh();
    } catch (error) {
      this.tell(error.message, "bad");
    } finally {
      this.busy = false;
    }
  }

  refresh() {
    if (this.shown) this.showTable();
    else this.showSetup();
  }

  showSetup() {
    const { setup } = this;
    this.element.replaceChildren(make("section", { className: "panel setup" },
      heading("h2", t("companion.title")), make("p", { className: "note", textContent: t("companion.about") }),
      select(t("companion.cards"), [["table", t("option.cards.table")], ["dealt", t("option.cards.dealt")]], setup.cards,
        (value) => { setup.cards = value; }, "cards"),
      field(t("companion.river"), setup.river, (value) => { setup.river = value; },
        { placeholder: "swap-meet [e1] [e2] mill [e3]", id: "river", autocapitalize: "none", rows: 2 }),
      numberField(t("companion.houses"), setup.houses, (value) => { setup.houses = value; }, { min: 1 }),
      ...boxChoice(() => this.showSetup()),
      button(t("new.start"), () => this.begin(), { id: "start", className: "strong" })));
  }

  begin() {
    const { cards, river, houses } = this.setup;
    return this.go({
      begin: {
        cards, ...(river.trim() ? { river: river.trim() } : {}), ...(houses === null ? {} : { houses }), ...chosenBox(),
      },
    });
  }

  showTable() {
    const { shown } = this;
    this.boards = make("div", { className: "boards" });
    this.advised = make("div", { className: "advice", role: "status" });
    const lines = shown.lines.map((line) => make("li", { textContent: sayMessage(line) }));
    const told = make("div", { role: "status" }, make("ul", { className: "told" }, ...lines));
    const acting = make("div", { className: "acting" }, heading("h2", t(`phase.${shown.phase}`, { turn: shown.turn })),
      ...(lines.length ? [told] : []));
    if (shown.over) acting.append(make("p", { className: "ending", textContent: shown.title ?? "" }));
    if (shown.suggested) {
      acting.append(button(t("companion.suggested", { action: sayAction(GAME, shown.suggested) }),
        () => this.go({ action: shown.suggested }), { id: "suggested", className: "strong" }));
    }
    if (!shown.over) acting.append(this.picker.element);
    acting.append(this.tools(), this.advised);
    const facts = shown.facts.map((one) => factTable(one));
    this.element.replaceChildren(make("div", { className: "table" }, this.boards, acting,
      make("div", { className: "beside" }, ...facts, this.log(), rulesOf(GAME), this.riverForm(),
        assumedMark(shown.assumed))));
    this.showBoards();
  }

  showBoards() {
    const open = this.shown.over ? new Set() : this.picker.places;
    this.boards.replaceChildren(...this.shown.boards.map(({ title, svg, taps }) => {
      const words = say(title);
      const live = taps.filter(({ word }) => open.has(word)).map((tap) => ({ ...tap, label: say(tap.word) }));
      return make("figure", { className: "large" }, board(svg, words, live, { onTap: (word) => this.picker.tap(word) }));
    }));
  }

  tools() {
    const { can_undo: canUndo, over, asks_cards: asksCards } = this.shown;
    const isUnadvised = over || asksCards || this.picker.asksNumber;
    return group("row tools four", t("tools.label"), [
      button(t("tools.undo"), () => this.go({ undo: true }), { id: "undo", disabled: !canUndo }),
      button(t("table.advise"), () => this.advise(), { id: "advise", disabled: isUnadvised }),
      button(t("table.save"), () => this.save(), { id: "save" }),
      button(t("sheet.clear"), () => this.anew(), { id: "anew" }),
    ], { role: "toolbar" });
  }

  async advise() {
    const { session } = this.shown;
    const isHere = () => session === this.shown?.session;
    const { advised } = this;
    const advise = this.element.querySelector("#advise");
    this.tell("");
    advise.disabled = true;
    advised.replaceChildren(thinking());
    let actions = [];
    try {
      ({ actions } = await ask("companion/advice", { session }));
    } catch (error) {
      if (isHere()) this.tell(error.message, "bad");
    }
    advise.disabled = false;
    advised.replaceChildren(...(actions.length && isHere() ? adviceList(GAME, 0, inOrder(actions), { onPick: (action) => this.go({ action }) }) : []));
  }

  save() {
    saveFile("river-market.json", `${JSON.stringify(this.shown.session, null, 1)}\n`, "application/json");
    this.tell(t("table.saved"), "good");
  }

  // Another session; the file of this one is saved first, so that nothing is lost by a slip.
  anew() {
    this.save();
    COMPANION.forget();
    this.shown = null;
    this.refresh();
  }

  log() {
    const items = this.shown.log.map(({ turn, rival, action, lines }) => make("li", {},
      t("companion.step", { turn, who: t(rival ? "word.rival" : "word.you"), action: sayAction(GAME, action) }),
      ...lines.map((line) => make("div", { className: "note", textContent: sayMessage(line) }))));
    const list = make("ol", { className: "log", reversed: true }, ...items);
    list.tabIndex = 0;
    const none = make("p", { className: "note", textContent: t("log.none") });
    return make("section", { className: "facts" }, heading("h3", t("log.title")), items.length ? list : none);
  }

  // The river as it lies on the table, where that is not as it is here.
  riverForm() {
    let { river } = this.shown;
    return make("details", {}, make("summary", { textContent: t("companion.changed") }),
      make("div", { className: "setup" },
        field(t("companion.river"), river, (value) => { river = value; }, { id: "river", autocapitalize: "none", rows: 4 }),
        button(t("companion.keep"), () => this.go({ river }), { id: "keep-river" })));
  }
}
