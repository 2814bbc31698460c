// The games' page: which view the address names, the language, and messages.

import { showError, showMessage } from "../message.js";
import { offerLanguages } from "../settings.js";
import { alsoFrom, speak } from "../texts.js";
import { Companion } from "./companion.js";
import { Home } from "./home.js";
import { NewGame } from "./new_game.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";

alsoFrom(new URL("./texts/", import.meta.url));

const find = (id) => document.getElementById(id);
const VIEWS = { "": Home, new: NewGame, play: Table, score: Sheet, companion: Companion };

let view = null;

// Show what the address names: `#play=NAME`, `#new=mercado`, `#score=stand`, or nothing for the
// beginning.
async function go() {
  const [[name, value] = ["", ""]] = [...new URLSearchParams(location.hash.slice(1))];
  view?.leave?.();
  showMessage("");
  scrollTo(0, 0);
  delete document.body.dataset.ready;
  const View = Object.hasOwn(VIEWS, name) ? VIEWS[name] : Home;
  view = new View(find("view"), value);
  document.body.dataset.view = name;
  const here = view;
  await view.open().catch(showError);
  if (here === view) document.body.dataset.ready = "true";
}

async function start() {
  const language = find("language");
  offerLanguages(language, async () => {
    await speak(language.value);
    showMessage("");
    view.refresh();
  });
  await speak(language.value);
  addEventListener("hashchange", go);
  await go();
}

start();
