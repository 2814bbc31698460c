// Small parts of the views.

import { markAssumed, ownParts } from "../box.js";
import { onFile } from "../files.js";
import { button, group, labeled, make, options } from "../elements.js";
import { fetchJson } from "../load.js";
import { IS_OWN_BOX } from "../settings.js";
import { currentLanguage, t } from "../texts.js";
import { heap, pieces, track } from "./pieces.js";
import { say, sayAction } from "./words.js";
import { showError } from "../message.js";

export const heading = (textContent) => make("h3", { textContent });

export const link = (href, text, className = "") => make("a", { href, textContent: text, className });

// A field to choose in, with its label.
export function select(label, choices, value, onChange, id = "") {
  const field = make("select", { id, name: id, onchange: () => onChange(field.value) }, ...options(choices));
  field.value = value;
  return labeled(label, field);
}

// A text field; with `rows` it is of several lines.
export function field(label, value, onInput, more = {}) {
  const input = make(more.rows ? "textarea" : "input",
    { value: value ?? "", autocomplete: "off", oninput: () => onInput(input.value), ...more });
  return labeled(label, input);
}

// A whole number; empty is null.
export const numberField = (label, value, onInput, { min = 0 } = {}) =>
  field(label, value === null ? "" : String(value ?? 0), (text) => onInput(text === "" ? null : Math.trunc(Number(text))),
    { type: "number", min, inputMode: "numeric" });

// A button that is on or off.
export function toggle(text, isOn, onChange) {
  const made = button(text, () => {
    made.ariaPressed = made.ariaPressed !== "true";
    onChange(made.ariaPressed === "true");
  }, { className: "toggle", ariaPressed: isOn });
  return made;
}

// The numbers of players to choose from.
export const countChoices = (least, most) =>
  Array.from({ length: most - least + 1 }, (_, more) => [String(least + more), t("new.count", { n: least + more })]);

// Tabs of a view, whose `current` one is shown; `leave` is called before another one is.
export function tabs(view, names, label, leave = () => {}) {
  const open = (index) => {
    leave();
    view.current = index;
    view.refresh();
    view.element.querySelectorAll(".tabs button")[index].focus();
  };
  return group("row tabs", label, names.map((name, index) =>
    button(name, () => open(index), { ariaPressed: index === view.current })));
}

const headOf = (word) => t(`head.${word}`, {}, say(word));

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
  const name = t(`facts.${title}`);
  return make("section", { className: "facts" }, heading(name),
    make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: name }, table));
}

// That an advice is being thought of, near the finger, where the list will be.
export const thinking = () => make("p", { className: "note thinking", textContent: t("table.advising") });

// What an adviser ranks for a player, the best first, each to be done by a tap; `show` draws an action.
// In a game without turns an outlook is minus the moves to its end.
export function adviceList({ game, simultaneous, mover: player }, advice, { onPick, show = (action) => [sayAction(game, action)] }) {
  const [best] = advice;
  const worth = ({ outlook, error }, index) => {
    if (outlook === null) return t("advice.unknown");
    if (simultaneous) return t(error === 0 ? "advice.grouped" : "advice.grouped_least", { n: -outlook });
    const n = Math.round(best.outlook - outlook);
    return index === 0 ? t("advice.best") : n > 0 ? t("advice.worse", { n }) : t("advice.alike");
  };
  const items = advice.map((rated, index) => {
    const gain = rated.gains[player] ?? 0;
    const now = gain ? `, ${t("advice.gain", { gain: `${gain > 0 ? "+" : ""}${gain}` })}` : "";
    return make("li", {}, make("button", { type: "button", onclick: () => onPick(rated.action) }, ...show(rated.action)),
      make("span", { className: "note", textContent: worth(rated, index) + now }));
  });
  return [heading(t("advice.title")), make("ol", {}, ...items)];
}

// The adviser's choice first, then by what is expected of them, as the list says it.
export const inOrder = ([best, ...others]) =>
  [best, ...others.sort((a, b) => (b.outlook ?? -Infinity) - (a.outlook ?? -Infinity))];

const MAIN = ["total", "coins", "too-many"]; // the column that decides
const tableOf = (facts, wanted) => facts.find(({ title }) => title === wanted);

// Every player with what decides, what lies before them, and whose turn it is.
export function playerStrip({ facts, seats, mover, over }) {
  if (seats.length === 1) return [];
  const points = tableOf(facts, "points") ?? { head: [], rows: seats.map((_, seat) => [`player ${seat + 1}`]) };
  const at = points.head.indexOf(MAIN.find((name) => points.head.includes(name)));
  const markers = tableOf(facts, "markers")?.rows ?? [];
  return [make("ol", { className: "strip" }, ...points.rows.map((row, seat) => {
    const held = markers.filter(([, holder]) => holder.split(",")[0] === row[0]).map(([marker]) => marker);
    const things = [...held, ...row.slice(1)].map(pieces).filter(Boolean);
    const score = make("span", { className: "score", textContent: at < 0 ? "" : `${headOf(points.head[at])}: ${say(row[at])}` });
    return make("li", { ariaCurrent: seat === mover && !over ? "true" : null, dataset: seat < seats.length ? { seat } : {} },
      make("b", { textContent: say(row[0]) }), " ", score, ...things);
  }))];
}

// The end: the winners first, each with the score, if the game has any, and its parts.
export function podium({ simultaneous, facts, scores, winners }) {
  const { head, rows } = tableOf(facts, "points");
  const goods = tableOf(facts, "goods")?.rows ?? [];
  const order = scores.map((_, seat) => seat).sort((a, b) =>
    winners.includes(b) - winners.includes(a) || scores[b] - scores[a]);
  const total = head.indexOf("total"); // a player's own in a game of teams, whose scores are the team's
  const points = (seat) => (simultaneous ? [] : [t("table.points", { n: total < 0 ? scores[seat] : Number(rows[seat][total]) })]);
  const parts = ([player, ...cells]) => [
    ...cells.flatMap((cell, index) => (head[index + 1] === "total" ? [] : [`${headOf(head[index + 1])}: ${say(cell)}`])),
    ...goods.filter(([owner]) => owner === player).map(([, good, , total]) => `${say(good)}: ${say(total)}`),
  ];
  return make("ol", { className: "podium" }, ...order.map((seat) => make("li", {}, make("b", { textContent: say(rows[seat][0]) }),
    ` – ${[...points(seat), ...parts(rows[seat])].join(" · ")}`)));
}

// A button that opens a JSON file, and its hidden input; `use` gets the text.
export function fileButton(text, id, use) {
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, id: `${id}-file`, ariaLabel: text });
  onFile(file, use, showError);
  return [button(text, () => file.click(), { id }), file];
}

// A game's rules in short, folded.
const opened = new Set(); // games whose rules were left open

export function rulesOf(game) {
  const words = make("div", { className: "rules" });
  const fold = make("details", { open: opened.has(game), ontoggle: () => show() },
    make("summary", { textContent: t("rules.open") }), words);
  const show = async () => {
    if (fold.open) opened.add(game);
    else opened.delete(game);
    if (!fold.open || words.childElementCount) return;
    try {
      const { games } = await fetchJson(new URL("./rules.json", import.meta.url));
      words.replaceChildren(...games[game][currentLanguage()].flatMap(({ title, lines }) =>
        [heading(title), ...lines.map((line) => make("p", { textContent: line }))]));
    } catch {
      words.replaceChildren(make("p", { className: "note", textContent: t("ask.silent") }));
    }
  };
  if (fold.open) show();
  return fold;
}

// The server cannot read files that the box names.
function sentParts() {
  const parts = Object.entries(ownParts() ?? {}).filter(([, value]) => typeof value !== "string");
  return parts.length ? Object.fromEntries(parts) : null;
}

// The part of a request that says which game data to use.
export function chosenBox() {
  const box = IS_OWN_BOX.value ? sentParts() : null;
  return box ? { box } : {};
}

// A field to choose in, if there are own data.
export function boxChoice(onChange) {
  if (!sentParts()) return [];
  const choices = [["served", t("new.box_served")], ["own", t("new.box_own")]];
  return [select(t("new.box"), choices, IS_OWN_BOX.value ? "own" : "served", (value) => {
    IS_OWN_BOX.write(value === "own");
    onChange();
  }, "box")];
}

export function assumedMark(parts) {
  const mark = make("details", { className: "assumed" });
  const confirmed = ownParts()?.confirmed ?? [];
  markAssumed(mark, parts.filter((part) => !confirmed.includes(part)));
  return mark;
}
