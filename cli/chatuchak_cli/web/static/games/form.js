// A score sheet's form, made of what the server says that is written down of a game.

import { format } from "../grid.js";
import { isListOf, isNumber, isObject, isString, optional } from "../storage.js";
import { group, make } from "../elements.js";
import { t } from "../texts.js";
import { GridEntry, NO_GRID, faultOf } from "./grid_entry.js";
import { countChoices, field as typed, heading, numberField, select, tabs, toggle } from "./parts.js";
import { StandEntry } from "./sheet_stand.js";
import { say } from "./words.js";

const USUAL = 2; // players
const GENERAL = "general"; // a token that several have
// General tokens are written with their stars: general:5.
const isGeneral = (token) => token.startsWith(GENERAL);
const starsOf = (token) => Number(token.split(":")[1] ?? 1);
const MAX_TOKENS = 99; // of these

const label = ({ name }) => t(`field.${name}`);

const choicesOf = ({ offered }, form) => (offered.length
  ? offered.map((choice) => [choice, t(`ending.${choice}`, {}, say(choice))])
  : form.players.map(({ name }) => [name, name]));

// The ways in which a field is filled in: what it begins with, its elements, what it adds to the
// file, and whether a stored value is one of its own. `value` is stored by `set`.
const WAYS = {
  number: {
    fresh: ({ required, usual }) => (required || usual ? Number(usual) : null),
    show: (field, value, set) => [numberField(label(field), value, set, { min: field.least < 0 ? "" : field.least })],
    said: (field, value) => value ?? WAYS.number.fresh(field) ?? undefined,
    isValid: optional(isNumber),
  },
  amounts: {
    fresh: ({ each }) => Object.fromEntries(each.map((name) => [name, 0])),
    show: (field, value, set) => {
      const amounts = { ...value };
      return [make("fieldset", {}, make("legend", { textContent: label(field) }), ...field.each.map((name) =>
        numberField(say(name), amounts[name] ?? 0, (amount) => set(Object.assign(amounts, { [name]: amount ?? 0 })))))];
    },
    said: (_, value) => value,
    isValid: (value) => isObject(value) && Object.values(value).every(isNumber),
  },
  choice: {
    fresh: ({ required, offered }) => (required ? offered[0] : ""),
    show: (field, value, set, form) => {
      const none = field.required ? [] : [["", t(`empty.${field.name}`)]];
      return [select(label(field), [...none, ...choicesOf(field, form)], WAYS.choice.said(field, value, form) ?? "", set, field.name)];
    },
    said: (field, value, form) => (choicesOf(field, form).some(([choice]) => choice === value) ? value : undefined),
    isValid: isString,
  },
  grid: {
    fresh: () => NO_GRID,
    show: (_, value, set) => [new GridEntry(value, set).element],
    said: (_, value) => format(value),
    isValid: (value) => /^[RYGBP._]{30}$/.test(value),
  },
  markers: {
    fresh: () => [],
    show: (field, value, set) => {
      let tokens = value;
      const put = (token, count) => {
        tokens = [...tokens.filter((other) => other !== token), ...Array(count).fill(token)];
        set(tokens);
      };
      const chips = field.offered.filter((token) => !isGeneral(token)).map((token) =>
        toggle(say(token), tokens.includes(token), (isOn) => put(token, Number(isOn))));
      const generals = field.offered.filter(isGeneral).map((token) =>
        numberField(t("field.general", { n: starsOf(token) }), tokens.filter((other) => other === token).length,
          (count) => put(token, Math.min(Math.max(count ?? 0, 0), MAX_TOKENS))));
      return [heading(label(field)), group("chips", label(field), chips), ...generals];
    },
    said: ({ name }, value) => value.map((token) => (isGeneral(token)
      ? { token: GENERAL, stars: starsOf(token) } : { [name.slice(0, -1)]: token })),
    isValid: isListOf(isString),
  },
};
WAYS.tokens = WAYS.markers;

export class Form {
  // `sheet` is the server's; `keep` stores what was filled in.
  constructor(sheet, filled, keep) {
    Object.assign(this, { sheet, keep, current: 0, element: make("div", { className: "fields" }) });
    this.stand = new StandEntry(this);
    this.removed = []; // players whose number was lowered: they come back when it is raised
    const { players } = filled;
    [this.least, this.most] = sheet.players;
    const fits = Array.isArray(players) && players.length >= this.least && players.length <= this.most;
    const begun = fits ? players : Array(sheet.players.length ? Math.max(this.least, USUAL) : 0).fill({});
    this.players = begun.map((player, index) => ({
      ...this.fresh(index), ...(isString(player?.name) && { name: player.name }), ...this.valid(sheet.of_player, player),
    }));
    this.game = { ...this.begun(sheet.of_game), ...this.valid(sheet.of_game, filled.game) };
  }

  // What is stored of fields, as far as it is valid.
  valid(fields, part) {
    return Object.fromEntries(fields.map(({ name }) => [name, part?.[name]])
      .filter(([, value], at) => value !== undefined && this.way(fields[at]).isValid(value)));
  }

  way(field) {
    return WAYS[field.entry] ?? this.stand;
  }

  begun(fields) {
    return Object.fromEntries(fields.map((field) => [field.name, this.way(field).fresh(field)]));
  }

  fresh(index) {
    return { name: t("player", { number: index + 1 }), ...this.begun(this.sheet.of_player) };
  }

  get player() {
    return this.players[this.current];
  }

  changed() {
    this.keep({ players: this.players, game: this.game });
  }

  refresh() {
    const shown = (fields, part) => fields.flatMap((field) => this.way(field).show(field, part[field.name], (value) => {
      part[field.name] = value;
      this.changed();
    }, this));
    this.element.replaceChildren(...(this.players.length ? this.head() : []),
      ...shown(this.sheet.of_player, this.player), ...shown(this.sheet.of_game, this.game));
  }

  // What is wrong with a grid in words, or nothing.
  gap() {
    return this.players.map(({ name, grid }) => (grid ? faultOf(name, grid) : "")).find(Boolean) ?? "";
  }

  // Whether all fields are valid; the browser names a wrong one.
  get isValid() {
    return [...this.element.querySelectorAll("input")].every((input) => input.reportValidity());
  }

  document() {
    const said = (fields, part) => Object.fromEntries(fields.map((field) => {
      const way = this.way(field);
      return [way.nameOf?.(part[field.name]) ?? field.name, way.said(field, part[field.name], this)];
    }));
    const players = this.players.map((player) => ({ name: player.name, ...said(this.sheet.of_player, player) }));
    return { ...(players.length ? { players } : {}), ...said(this.sheet.of_game, this.game) };
  }

  // How many play, and who is filled in.
  head() {
    const count = select(t("new.players"), countChoices(this.least, this.most), String(this.players.length), (value) => {
      const more = () => this.removed.shift() ?? this.fresh(this.players.length);
      while (this.players.length < Number(value)) this.players.push(more());
      this.removed.unshift(...this.players.splice(Number(value)));
      this.current = Math.min(this.current, this.players.length - 1);
      this.changed();
      this.refresh();
    }, "count");
    const names = this.players.map((player, index) => player.name || t("player", { number: index + 1 }));
    const row = tabs(this, names, t("new.players"));
    const name = typed(t("sheet.name"), this.player.name, (value) => {
      this.player.name = value;
      row.children[this.current].textContent = value;
      this.changed();
    }, { maxLength: 40, id: "player-name", required: true });
    return [count, row, name];
  }
}
