// Sharing: a link to the grid, with one's moves only where that is wanted, since a solved board tells
// all; and of a daily puzzle the result, which tells nothing of the way.

import { streak } from "./history.js";
import { moves as movesWords, shownDay, t } from "./texts.js";

export class Share {
  // `addressOf` gives the page's address for others, or null where it has none, as a file.
  constructor(find, { addressOf, optimumOf, say, onClose }) {
    Object.assign(this, { find, addressOf, optimumOf, say });
    this.game = null;
    this.withMoves = find("link-moves");
    this.withMoves.addEventListener("change", () => this.refresh());
    find("link-copy").addEventListener("click", () => this.copy(find("link-text"), "say.copied"));
    find("result-copy").addEventListener("click", () => this.copy(find("result-text"), "say.copied_result"));
    find("link-send").addEventListener("click", () => this.send());
    find("link-close").addEventListener("click", onClose);
  }

  open(game) {
    this.game = game;
    this.withMoves.checked = false;
    this.find("link").hidden = false;
    this.refresh();
    this.find("link").scrollIntoView({ block: "nearest" });
    if (this.result === null) this.copy(this.find("link-text"), "say.copied");
    else this.copy(this.find("result-text"), "say.copied_result");
  }

  get isOpen() {
    return !this.find("link").hidden;
  }

  close() {
    this.find("link").hidden = true;
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
    const { find, game, result } = this;
    const n = game.moves.length;
    find("link-moves-choice").hidden = n === 0 || this.addressOf() === null;
    find("link-moves-words").textContent = t(game.isSolved ? "link.spoils" : "link.moves", { n });
    find("link-name").textContent = t(this.addressOf() === null ? "link.grid" : "link.label");
    find("link-text").value = this.link(this.withMoves.checked);
    find("result").hidden = result === null;
    find("result-text").value = result ?? "";
    find("link-send").hidden = !navigator.share;
  }

  async copy(field, said) {
    try {
      await navigator.clipboard.writeText(field.value);
      this.say(t(said));
    } catch {
      field.focus();
      field.select();
      this.say(t("say.copy"));
    }
  }

  async send() {
    try {
      await navigator.share({ text: this.result ?? this.link(this.withMoves.checked) });
    } catch {
      // Closed again, which is an answer too.
    }
  }
}
