// The River Market companion: the real table plays, the phone knows the Rival's turns. A table whose
// session is stored here and goes along with every request.

import { readJson, saveJson } from "../files.js";
import { button, make } from "../elements.js";
import { COMPANION } from "../settings.js";
import { fromTemplate, showTemplate, t } from "../texts.js";
import { ask, sayMessage } from "./api.js";
import { boxChoice, chosenBox, fileButton } from "./parts.js";
import { CHANCE, Table } from "./table.js";
import { sayAction } from "./words.js";
import { onSubmit, showError, showMessage } from "../message.js";

const GAME = "river-market";

// A session as a game at a table of one.
const asGame = (shown) => ({
  ...shown, game: GAME, mover: shown.asks_cards ? CHANCE : 0, can_undo: shown.steps > 0,
  seats: ["human"], names: [""], people: [0], phones: [], present: [], gives: [], viewer: 0,
  host: true, asked: true, awaited: null, saves: true, moved: {}, cards: [],
});

export class Companion extends Table {
  async open() {
    const session = COMPANION.value;
    this.refresh();
    if (session) await this.go({ session });
  }

  // Take a step, and show its meaning at the table.
  async go(step) {
    if (this.busy) return;
    this.busy = true;
    await ask("companion", step).then((shown) => {
      COMPANION.write(shown.session);
      showMessage("");
      this.take(asGame(shown));
    }).catch(showError);
    this.busy = false;
  }

  change(verb, more) {
    return this.go({ session: this.shown.session, ...(verb === "undo" ? { undo: true } : more) });
  }

  requestAdvice() {
    return ask("companion/advice", { session: this.shown.session });
  }

  refresh() {
    if (this.shown) {
      super.refresh();
      return;
    }
    showTemplate(this.element, "companion-view", {
      box: boxChoice(() => {}), resume: fileButton(t("home.resume"), "resume", (text) => this.go({ session: readJson(text) })),
    });
    const form = this.element.firstElementChild;
    onSubmit(form, () => {
      const { cards, river, houses } = Object.fromEntries(new FormData(form));
      return this.go({ begin: {
        cards, ...(river.trim() && { river: river.trim() }), ...(houses && { houses: Number(houses) }), ...chosenBox(),
      } });
    });
  }

  headline() {
    return t(`phase.${this.shown.phase}`, { turn: this.shown.turn });
  }

  // The instructions for the table.
  lately() {
    return this.shown.lines.map((line) => make("li", { textContent: sayMessage(line) }));
  }

  // The suggested action, and the others.
  choices() {
    const { suggested } = this.shown;
    const words = suggested && t("companion.suggested", { action: sayAction(GAME, suggested) });
    return [...(suggested ? [button(words, () => this.act(suggested), { id: "suggested", className: "strong" })] : []), ...super.choices()];
  }

  ending() {
    return make("p", { className: "ending", textContent: this.shown.title ?? "" });
  }

  showTools(find) {
    super.showTools(find);
    Object.assign(find("anew"), { hidden: false, onclick: () => this.anew() });
    find("tools").classList.add("four");
  }

  async save() {
    saveJson("river-market.json", this.shown.session);
    showMessage(t("table.saved"), "good");
  }

  // Another session; the file of this one is saved first, so that nothing is lost by a slip.
  anew() {
    this.save();
    COMPANION.forget();
    this.shown = null;
    this.refresh();
  }

  logItem({ turn, rival, action, lines }) {
    const words = t("companion.step", { turn, who: t(rival ? "word.rival" : "word.you"), action: sayAction(GAME, action) });
    return make("li", {}, words, ...lines.map((line) => make("div", { className: "note", textContent: sayMessage(line) })));
  }

  // The river of the real table, for corrections.
  inWords() {
    const view = fromTemplate("river-view");
    const river = view.querySelector("#river");
    river.value = this.shown.river;
    view.querySelector("#keep-river").onclick = () => this.change("river", { river: river.value });
    return view;
  }
}
