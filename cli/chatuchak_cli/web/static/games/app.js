// The games' page: which view the address names, the language, and messages.

import { Message } from "../message.js";
import { LANGUAGE } from "../settings.js";
import { make } from "../elements.js";
import { LANGUAGES, alsoFrom, firstLanguage, speak } from "../texts.js";
import { Companion } from "./companion.js";
import { Home } from "./home.js";
import { NewGame } from "./new_game.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";

alsoFrom(new URL("./texts/", import.meta.url));

const find = (id) => document.getElementById(id);
const VIEWS = { "": Home, new: NewGame, play: Table, score: Sheet, companion: Companion };

const message = new Message(find);
const say = (...words) => message.say(...words);
let view = null;

// Show what the address names: `#play=NAME`, `#new=mercado`, `#score=stand`, or nothing for the
// beginning.
async function go() {
  const [[name, value] = ["", ""]] = [...new URLSearchParams(location.hash.slice(1))];
  view?.leave?.();
  say("");
  delete document.body.dataset.ready;
  const View = Object.hasOwn(VIEWS, name) ? VIEWS[name] : Home;
  view = new View(find("view"), value, { say });
  document.body.dataset.view = name;
  const here = view;
  try {
    await view.open();
  } catch (error) {
    say(error.message, "bad");
  }
  if (here === view) document.body.dataset.ready = "true";
}

async function start() {
  const language = find("language");
  for (const [code, name] of Object.entries(LANGUAGES)) {
    language.append(make("option", { value: code, textContent: name, lang: code }));
  }
  language.value = firstLanguage(LANGUAGE.value);
  language.addEventListener("change", async () => {
    LANGUAGE.write(language.value);
    await speak(language.value);
    view.refresh();
  });
  await speak(language.value);
  addEventListener("hashchange", go);
  await go();
}

start();
