// How to play, in a minute: three grids to solve in one, two and three moves.

import { Game, LESSON_COUNT } from "./game.js";
import { parse } from "./grid.js";
import { Panel } from "./panels.js";
import { Stored } from "./storage.js";
import { t } from "./texts.js";

const LESSONS = [
  "GGGGGG/.RBBBR/RYYYBB/RYYPBP/RRYPPP",
  "RRRGRR/YYYPPP/YBB.GP/YYBRGP/BBBGGG",
  "RYYYYY/.RGRPP/RBGBGP/RBGGGP/RBBYBP",
];
// The game that it was begun from.
const BEFORE = new Stored("before_lesson", (found) => Game.fromMemory(found).toMemory(), { isPerTab: true });

export class Introduction extends Panel {
  // `onPlay` gets a game to play, `home` makes the one to end with where there was none before.
  constructor(find, { onPlay, home }) {
    super(find, "lesson", ["words"], { next: () => this.goOn(), leave: () => this.leave() });
    Object.assign(this, { onPlay, home });
    find("learn").addEventListener("click", () => this.begin());
  }

  begin(current = this.current) {
    if (current && current.kind !== "lesson") BEFORE.write(current.toMemory());
    this.open(1);
  }

  open(number) {
    this.onPlay(new Game(parse(LESSONS[number - 1]), { kind: "lesson", label: number }));
  }

  goOn() {
    const next = this.current.label + 1;
    if (next > LESSON_COUNT) this.leave();
    else this.open(next);
  }

  leave() {
    const game = BEFORE.value;
    BEFORE.forget();
    this.onPlay(game ? Game.fromMemory(game) : this.home());
  }

  // Say what the lesson at hand is about, or nothing beside other games.
  show(game) {
    this.current = game;
    const isLesson = game.kind === "lesson";
    this.panel.hidden = !isLesson;
    document.body.classList.toggle("learning", isLesson);
    if (!isLesson) return;
    const isDone = game.isSolved && game.moves.length > 0;
    const isLast = game.label === LESSON_COUNT;
    const tooMany = !isDone && game.moves.length >= game.label;
    const key = tooMany ? "lesson.again" : `lesson.${isDone ? "done" : "text"}_${game.label}`;
    const { words, next } = this.parts;
    words.textContent = t(key);
    next.hidden = !isDone;
    next.textContent = t(isLast ? "lesson.end" : "lesson.next");
  }
}
