// A game's rules in short, folded away beside its table until somebody wants them.

import { make } from "../elements.js";
import { currentLanguage, t } from "../texts.js";
import { ask } from "./api.js";
import { heading } from "./parts.js";

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
      const { sections } = await ask(`rules/${game}/${currentLanguage()}`);
      words.replaceChildren(...sections.flatMap(({ title, lines }) =>
        [heading("h3", title), ...lines.map((line) => make("p", { textContent: line }))]));
    } catch (error) {
      words.replaceChildren(make("p", { className: "note", textContent: error.message }));
    }
  };
  if (fold.open) show();
  return fold;
}
