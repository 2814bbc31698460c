// Who has a phone at a game: for its host the code of each seat, to be scanned or typed in.

import { button, make } from "../elements.js";
import { showTemplate, t } from "../texts.js";
import { ask } from "./api.js";
import { heading } from "./parts.js";
import { picture } from "./picture.js";
import { showError } from "../message.js";

const LETTERS = 3; // of a code, between two gaps
const OUTSIDE = /[^0-9a-z]+/g;
export const SHORT_LETTERS = 6;
const NEAR = ["localhost", "127.0.0.1", "[::1]"]; // addresses that no phone can open

// A code as it is written for people, and as it was meant by one who types it.
const written = (code) => code.match(new RegExp(`.{1,${LETTERS}}`, "g")).join(" ").toUpperCase();
export const meant = (text) =>
  text.toLowerCase().replace(OUTSIDE, "").replace(/[il]/g, "1").replaceAll("o", "0");

export class Phones {
  // `change` asks for a change of the game; `nameOf` says who sits where.
  constructor({ room, change, nameOf }) {
    Object.assign(this, { room, change, nameOf });
    this.element = make("section", { className: "facts phones" });
    this.shown = null;
    this.open = null; // whose code is shown
    this.code = make("div", { className: "seat-code", role: "status" });
  }

  show(shown) {
    this.shown = shown;
    this.isStarted ||= !this.isWaiting;
    const { seats, host, phones, present, over, gives } = shown;
    const people = seats.map((_, seat) => seat).filter((seat) => seats[seat] === "human");
    // Alone at one's own screen, or with nothing left to do, there is nothing to tell.
    this.element.hidden = people.length < 2 && !phones.length;
    if (this.open !== null && (present.includes(this.open) || !phones.includes(this.open))) this.close();
    const rows = people.map((seat) => {
      const where = phones.includes(seat) ? present.includes(seat) ? "there" : "away" : "here";
      const words = t(where === "here" && !host ? "phones.host" : `phones.${where}`);
      const row = make("li", { className: `sits-${where}` }, make("span", {}, make("b", { textContent: this.nameOf(seat) }), ` – ${words}`));
      if (host && !over) row.append(...this.buttons(seat, where, gives.includes(seat)));
      return row;
    });
    const focused = document.activeElement?.id;
    this.element.replaceChildren(heading(t("phones.title")), make("ul", { className: "list" }, ...rows), this.code);
    if (focused?.startsWith("phone-")) document.getElementById(focused)?.focus();
    // Before the first action the codes come by themselves, one after the other.
    const [next] = host && !shown.steps && !this.isHidden ? phones.filter((seat) => !present.includes(seat)) : [];
    if (this.open === null && next !== undefined) this.showCode(next).catch(showError);
  }

  buttons(seat, where, mayGive) {
    if (where === "here" && !mayGive) return [];
    if (where === "here") return [button(t("phones.give"), () => this.give(seat), { id: `phone-give-${seat}` })];
    return [
      button(t("phones.code"), () => this.showCode(seat).catch(showError), { id: `phone-code-${seat}` }),
      button(t("phones.take"), () => this.change("take", { seat }), { id: `phone-take-${seat}` }),
    ];
  }

  // Whether phones are missing before the first action.
  get isIncomplete() {
    const { steps, over, phones, present } = this.shown;
    return !steps && !over && phones.some((seat) => !present.includes(seat));
  }

  // Whether the host's game waits for its phones.
  get isWaiting() {
    return this.shown.host && !this.isStarted && this.isIncomplete;
  }

  // The codes before the game: it starts when all are there, or when the host says so.
  lobby(onStart) {
    const start = button(t("phones.start"), () => {
      this.isStarted = true;
      onStart();
    }, { id: "start-now" });
    return make("section", { className: "panel lobby" }, make("h2", { textContent: t("phones.lobby") }), this.element, start);
  }

  async give(seat) {
    await this.change("give", { seat });
    if (this.shown.phones.includes(seat)) await this.showCode(seat).catch(showError);
  }

  // One code at a time: whoever sees it can sit down there.
  async showCode(seat) {
    const { codes } = await ask(`room/${encodeURIComponent(this.room)}/codes`);
    const { short, url, svg } = codes.find((item) => item.seat === seat);
    this.open = seat;
    const name = this.nameOf(seat);
    const find = showTemplate(this.code, "code-view", {
      title: t("phones.for", { name }), picture: picture(svg, t("phones.qr", { name })),
      words: t("phones.or", { url: url.split("#")[0] }), letters: written(short),
    });
    find("code-near").hidden = !NEAR.includes(new URL(url).hostname);
    find("code-link").href = url;
    find("phone-hide").onclick = () => this.hide();
    this.code.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.isHidden = true;
    this.close();
  }

  close() {
    this.open = null;
    this.code.replaceChildren();
  }
}
