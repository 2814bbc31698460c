// A score sheet: what lies on the table at the end is ticked and typed, the server counts.

import { readJson, saveFile, saveJson } from "../files.js";
import { Stored, is, isObject } from "../storage.js";
import { make } from "../elements.js";
import { showTemplate, t } from "../texts.js";
import { ask, sayMessage } from "./api.js";
import { Form } from "./form.js";
import { assumedMark, boxChoice, chosenBox, factTable, fileButton } from "./parts.js";
import { pngOf, picture } from "./picture.js";
import { say } from "./words.js";
import { showError, showMessage } from "../message.js";

let handedOver = null; // a saved game that was opened on another game's sheet

export class Sheet {
  constructor(element, kind) {
    Object.assign(this, { element, kind, scored: null });
  }

  async open() {
    if (!this.sheets) ({ games: this.games, sheets: this.sheets } = await ask("kinds"));
    if (!Object.hasOwn(this.sheets, this.kind)) throw new Error(t("sheet.none"));
    this.filled = new Stored(`games.sheet.${this.kind}`, is(isObject), { otherwise: {}, isPerTab: true });
    this.form = new Form(this.sheets[this.kind], this.filled.value, (filled) => this.filled.write(filled));
    this.refresh();
    const game = handedOver;
    handedOver = null;
    if (game) await this.score(game);
  }

  refresh() {
    if (!this.form) return;
    this.form.refresh();
    const find = showTemplate(this.element, "sheet-view", {
      title: t(`sheet.title.${this.kind}`), about: t(`sheet.about.${this.kind}`), form: this.form.element,
      box: this.sheets[this.kind].parts.length ? boxChoice(() => this.open()) : [],
      open: fileButton(t("sheet.open"), "open-file", (text) => this.read(text)),
    });
    find("score").onclick = () => this.scoreForm();
    find("clear").onclick = () => this.clear();
    this.result = find("result");
    this.showResult();
  }

  clear() {
    const before = this.filled.value;
    this.begin({});
    showMessage(t("sheet.cleared"), "", { undo: () => this.begin(before) });
  }

  begin(filled) {
    this.filled.write(filled);
    this.scored = null;
    showMessage("");
    this.open();
  }

  read(text) {
    const document = readJson(text);
    const kind = this.games.find(({ game }) => game === document.game)?.sheet;
    if (kind === this.kind || !kind) return this.score(document);
    handedOver = document;
    location.hash = `#score=${kind}`;
    return null;
  }

  // Score what was filled in, unless something is plainly missing.
  scoreForm() {
    const gap = this.form.gap();
    if (gap) showMessage(gap, "bad");
    else if (this.form.isValid) this.score(this.form.document()).catch(showError);
  }

  async score(document) {
    this.scored = { document, ...await ask(`score/${this.kind}`, { document, ...chosenBox() }) };
    showMessage("");
    this.showResult();
    this.result.scrollIntoView({ block: "start" });
  }

  showResult() {
    if (!this.scored) return;
    const { document, tables, winners, doubts, assumed, picture: svg } = this.scored;
    const name = `${this.kind}-score`;
    const isSaved = document !== null && "game" in document; // whose players have numbers, no names
    const parts = tables.map((table) => factTable(table, { isNamed: table.head[0] === "player" && !isSaved }));
    const names = winners.map((name) => (isSaved ? say(name) : name)).join(", ");
    if (names) parts.unshift(make("p", { className: "ending", textContent: t("table.won", { names }) }));
    parts.push(...doubts.map((doubt) => make("p", { className: "note", textContent: [doubt.place, sayMessage(doubt)].filter(Boolean).join(": ") })));
    parts.push(assumedMark(assumed), picture(svg, t("sheet.result")));
    const find = showTemplate(this.result, "result-view", { parts });
    find("save-file").onclick = () => saveJson(`${name}.json`, document);
    const ariaLabel = (format) => t("sheet.picture", { format });
    Object.assign(find("save-png"), { ariaLabel: ariaLabel("PNG"), onclick: async () => saveFile(`${name}.png`, await pngOf(svg), "image/png") });
    Object.assign(find("save-svg"), { ariaLabel: ariaLabel("SVG"), onclick: () => saveFile(`${name}.svg`, svg, "image/svg+xml") });
  }
}
