// The score sheets that are numbers alone: Mercado de Lisboa, and River Market's title.

import { make } from "../tables.js";
import { t } from "../texts.js";
import { PlayerSheet, numberField } from "./fields.js";
import { select } from "./parts.js";
import { say } from "./words.js";

const RESOURCES = ["veggies", "fish", "cloth", "tools", "lilies", "coins"];
const ENDINGS = ["deck", "rival-houses", "your-houses"];

export class MercadoSheet extends PlayerSheet {
  constructor(filled, keep) {
    super(filled, keep, {
      least: 2,
      most: 4,
      fresh: (index) => ({ name: t("player", { number: index + 1 }), coins: 0, restaurants: 0, stands: null }),
    });
  }

  refresh() {
    const number = (name) => numberField(t(`sheet.${name}`), this.player[name], (value) => {
      this.player[name] = value;
      this.changed();
    });
    this.element.replaceChildren(...this.head(), number("coins"), number("restaurants"), number("stands"));
  }

  document() {
    return {
      players: this.players.map(({ name, coins, restaurants, stands }) => ({
        name, coins: coins ?? 0, restaurants: restaurants ?? 0, ...(stands === null ? {} : { stands }),
      })),
    };
  }
}

export class RiverSheet {
  constructor(filled, keep) {
    this.element = make("div", { className: "fields" });
    this.keep = keep;
    const left = typeof filled.left === "object" && filled.left !== null ? filled.left : {};
    this.filled = { helpers: 0, score: 0, ended: ENDINGS[0], choose: "", ...filled, left };
  }

  set(name, value) {
    this.filled[name] = value;
    this.keep(this.filled);
  }

  refresh() {
    const { helpers, score, left, ended, choose } = this.filled;
    const amounts = RESOURCES.map((name) => numberField(say(name), left[name] ?? 0, (value) =>
      this.set("left", { ...this.filled.left, [name]: value ?? 0 })));
    this.element.replaceChildren(
      numberField(t("head.helpers"), helpers, (value) => this.set("helpers", value ?? 0)),
      numberField(t("verb.river-market.score"), score, (value) => this.set("score", value ?? 0), { min: "" }),
      select(t("sheet.ended"), ENDINGS.map((one) => [one, t(`ending.${one}`)]), ended, (value) => this.set("ended", value)),
      make("fieldset", {}, make("legend", { textContent: t("sheet.left") }), ...amounts),
      select(t("sheet.choose"), [["", t("sheet.any")], ...RESOURCES.map((one) => [one, say(one)])], choose,
        (value) => this.set("choose", value)));
  }

  document() {
    const { helpers, score, left, ended, choose } = this.filled;
    return { helpers, score, left_over: left, ended_by: ended, ...(choose ? { choose } : {}) };
  }
}
