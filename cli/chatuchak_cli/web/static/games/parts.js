// Small parts of the views.

import { make } from "../tables.js";
import { decimal, knows, t } from "../texts.js";
import { heap, pieces, track } from "./pieces.js";
import { say, sayAction } from "./words.js";

const RACE = "chatuchak-speed"; // whose outlook counts the moves to the end

export const heading = (tag, text) => make(tag, { textContent: text });

export const link = (href, text, className = "") => make("a", { href, textContent: text, className });

export function button(text, act, { id = "", className = "" } = {}) {
  const made = make("button", { type: "button", textContent: text, className });
  if (id) made.id = id;
  made.addEventListener("click", act);
  return made;
}

// A field to choose in, with its label.
export function select(label, choices, value, onChange, id = "") {
  const field = make("select", { id }, ...choices.map(([key, text]) => make("option", { value: key, textContent: text })));
  field.value = value;
  field.addEventListener("change", () => onChange(field.value));
  return make("label", { className: "field" }, make("span", { textContent: label }), field);
}

// Tabs of a view, whose `current` one is shown.
export function tabs(view, names, label) {
  const buttons = names.map((name, index) => {
    const tab = button(name, () => {
      view.current = index;
      view.refresh();
      view.element.querySelectorAll(".tabs button")[index].focus();
    });
    tab.setAttribute("aria-pressed", String(index === view.current));
    return tab;
  });
  const row = make("div", { className: "row tabs", role: "group" }, ...buttons);
  row.setAttribute("aria-label", label);
  return row;
}

const headOf = (word) => (knows(`head.${word}`) ? t(`head.${word}`) : say(word));

// What a cell tells, drawn as things where they are any.
const asThings = (cell, what) =>
  (what === "numbers" ? track(cell) : pieces(cell) ?? heap(what, cell)) ?? say(cell);

// A table of the server's: its title and heads are keys, its cells words of the game.
// Where it is named, the first column holds names of people, which are theirs.
export function factTable({ title, head, rows }, { isNamed = false } = {}) {
  const table = make("table", {});
  if (head.length) {
    const cells = head.map((word) => make("th", { scope: "col", textContent: headOf(word) }));
    table.append(make("thead", {}, make("tr", {}, ...cells)));
  }
  const lines = rows.map(([first, ...rest]) => make("tr", {},
    make("th", { scope: "row" }, isNamed ? first : head.length ? pieces(first) ?? say(first) : headOf(String(first))),
    ...rest.map((cell, index) => make("td", {}, asThings(cell, head.length ? head[index + 1] : first)))));
  table.append(make("tbody", {}, ...lines));
  const scroll = make("div", { className: "scroll", tabIndex: 0, role: "region" }, table);
  scroll.setAttribute("aria-label", t(`facts.${title}`));
  return make("section", { className: "facts" }, heading("h3", t(`facts.${title}`)), scroll);
}

// That an advice is being thought of, near the finger, where the list will be.
export const thinking = () => make("p", { className: "note thinking", textContent: t("table.advising") });

const isAlike = (outlooks) => outlooks.length > 1 && new Set(outlooks).size === 1 && outlooks[0] !== null;

// What an adviser ranks for a player, each to be done by a tap.
export function adviceList(game, player, advice, onPick) {
  // As they are shown: where these do not fall, the list says what puts it in order.
  const outlooks = advice.map(({ outlook }) => outlook === null ? null : Math.round(outlook * 10) / 10);
  const known = outlooks.filter((outlook) => outlook !== null);
  const isByLooks = known.some((outlook, index) => index > 0 && outlook > known[index - 1]);
  const items = advice.map(({ action, outlook, error, looks, gains }) => {
    const worth = outlook === null ? t("advice.unknown")
      : game === RACE ? t(error === 0 ? "advice.grouped" : "advice.grouped_least", { n: -outlook })
        : t("advice.outlook", { value: decimal(outlook) });
    const about = error ? ` ± ${decimal(1.96 * error)}` : "";
    const mine = gains[player] ?? 0;
    const now = mine ? `, ${t("advice.gain", { gain: `${mine > 0 ? "+" : ""}${mine}` })}` : "";
    const tried = isByLooks && looks ? `, ${t("advice.looks", { n: looks })}` : "";
    return make("li", {}, button(sayAction(game, action), () => onPick(action)),
      make("span", { className: "note", textContent: ` ${worth}${about}${tried}${now}` }));
  });
  const why = isByLooks ? "advice.by_looks" : isAlike(outlooks) ? "advice.alike" : null;
  const note = why ? [make("p", { className: "note", textContent: t(why) })] : [];
  return [heading("h3", t("advice.title")), make("ol", {}, ...items), ...note];
}
