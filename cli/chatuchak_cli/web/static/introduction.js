// How to play, in a minute: three grids to solve in one, two and three moves.

import { Game } from "./game.js";
import { parse } from "./grid.js";
import { forget, keep, recall } from "./storage.js";
import { t } from "./texts.js";

const LESSONS = [
  "GGGGGG/.RBBBR/RYYYBB/RYYPBP/RRYPPP",
  "RRRGRR/YYYPPP/YBB.GP/YYBRGP/BBBGGG",
  "RYYYYY/.RGRPP/RBGBGP/RBGGGP/RBBYBP",
];
const BEFORE = "before_lesson"; // the game that it was begun from

export const LESSON_COUNT = LESSONS.length;

export class Introduction {
  // `onPlay` gets a game to play, `home` makes the one to end with where there was none before.
  constructor(find, { onPlay, home }) {
    Object.assign(this, { find, onPlay, home });
    find("lesson-next").addEventListener("click", () => this.goOn());
    find("lesson-leave").addEventListener("click", () => this.leave());
    find("learn").addEventListener("click", () => this.begin());
  }

  begin(current = this.current) {
    if (current && current.kind !== "lesson") keep(BEFORE, current.toMemory());
    this.open(1);
  }

  open(number) {
    this.onPlay(new Game(parse(LESSONS[number - 1]), { kind: "lesson", label: number }));
  }

  goOn() {
    const next = this.current.label + 1;
    if (next > LESSONS.length) this.leave();
    else this.open(next);
  }

  leave() {
    let game = null;
    try {
      game = Game.fromMemory(recall(BEFORE, null));
    } catch {
      // None was under way.
    }
    forget(BEFORE);
    this.onPlay(game ?? this.home());
  }

  // Say what the lesson at hand is about, or nothing beside other games.
  show(game) {
    this.current = game;
    const isLesson = game.kind === "lesson";
    this.find("lesson").hidden = !isLesson;
    document.body.classList.toggle("learning", isLesson);
    if (!isLesson) return;
    const isDone = game.isSolved && game.moves.length > 0;
    const isLast = game.label === LESSONS.length;
    const tooMany = !isDone && game.moves.length >= game.label;
    const key = tooMany ? "lesson.again" : `lesson.${isDone ? "done" : "text"}_${game.label}`;
    this.find("lesson-words").textContent = t(key);
    this.find("lesson-next").hidden = !isDone;
    this.find("lesson-next").textContent = t(isLast ? "lesson.end" : "lesson.next");
  }
}
