// Sharing: a link to the grid, with one's moves only where that is wanted, since a solved board tells
// all; and of a daily puzzle the result, which tells nothing of the way.

import { streak } from "./history.js";
import { Panel } from "./panels.js";
import { moves as movesWords, shownDay, t } from "./texts.js";
import { showMessage } from "./message.js";

export class Share extends Panel {
  // `addressOf` gives the page's address for others, or null where it has none, as a file.
  constructor(find, { addressOf, optimumOf }) {
    super(find, "link", ["text", "moves", "moves-choice", "moves-words", "name"], {
      copy: () => this.copy(this.parts.text), send: () => this.send(),
    });
    Object.assign(this, { find, addressOf, optimumOf, game: null });
    this.parts.moves.addEventListener("change", () => this.refresh());
    find("result-copy").addEventListener("click", () => this.copy(find("result-text")));
  }

  open(game) {
    this.game = game;
    this.parts.moves.checked = false;
    this.panel.hidden = false;
    this.refresh();
    this.panel.scrollIntoView({ block: "nearest" });
    this.copy(this.result === null ? this.parts.text : this.find("result-text"));
  }

  get result() {
    const { game } = this;
    if (game.kind !== "daily" || !game.isSolved || game.helped) return null;
    const best = this.optimumOf(game);
    const made = movesWords(game.moves.length);
    const words = [best === null ? made : t("result.moves", { made, best }), t("game.hints", { n: game.hints })];
    const days = streak();
    if (days > 1) words.push(t("result.streak", { n: days }));
    const lines = [t("result.title", { day: shownDay(game.label) }), words.join(" · ")];
    if (this.addressOf() !== null) lines.push(this.link(false));
    return lines.join("\n");
  }

  link(withMoves) {
    const address = this.addressOf();
    if (address === null) return this.game.notation;
    return `${address}#${this.game.toFragment(withMoves)}`;
  }

  refresh() {
    const { find, game, result, parts } = this;
    const n = game.moves.length;
    const isAddressed = this.addressOf() !== null;
    parts["moves-choice"].hidden = n === 0 || !isAddressed;
    parts["moves-words"].textContent = t(game.isSolved ? "link.spoils" : "link.moves", { n });
    parts.name.textContent = t(isAddressed ? "link.label" : "link.grid");
    parts.text.value = this.link(parts.moves.checked);
    find("result").hidden = result === null;
    find("result-text").value = result ?? "";
    parts.send.hidden = !navigator.share;
  }

  async copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      showMessage(t(field === this.parts.text ? "say.copied" : "say.copied_result"));
    } catch {
      field.focus();
      field.select();
      showMessage(t("say.copy"));
    }
  }

  send() {
    const text = this.result ?? this.link(this.parts.moves.checked);
    navigator.share({ text }).catch(() => {}); // closed again, which is an answer too
  }
}
