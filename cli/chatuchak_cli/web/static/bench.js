// A designer's bench: one's own tiles with their difficulty as it stands, in an order of one's own, a
// new one as hard as wished, and all of them on paper.

import { parse } from "./grid.js";
import { printTiles } from "./print.js";
import { Canceled } from "./solver/lane.js";
import { decimal, t } from "./texts.js";

export class Bench {
  constructor(find, { solver, ownTiles, knowledge, say }) {
    Object.assign(this, { find, solver, ownTiles, knowledge, say });
    this.making = null; // what ends it
    find("make-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.making) this.making.abort();
      else this.make(find("make-from").valueAsNumber, find("make-to").valueAsNumber);
    });
    find("mine-print").addEventListener("click", () => this.print());
  }

  async make(from, to) {
    if (!(from <= to)) {
      this.say(t("make.wrong"), "bad");
      return;
    }
    this.making = new AbortController();
    this.showMaking();
    try {
      const made = await this.solver.randomGrid({
        difficulty: [from, to],
        signal: this.making.signal,
        onProgress: ({ tries }) => { this.find("make-said").textContent = t("make.tries", { n: tries }); },
      });
      const value = decimal(made.difficulty);
      const { isSaved } = this.ownTiles.add(t("make.name", { value }), made.grid);
      this.say(t("make.made", { value }), "good", { isSaved });
    } catch (error) {
      if (!(error instanceof Canceled)) this.say(t("make.none"), "bad");
    } finally {
      this.making = null;
      this.showMaking();
    }
  }

  showMaking() {
    this.find("make").textContent = t(this.making ? "make.stop" : "make.make");
    this.find("make-said").textContent = "";
  }

  print() {
    printTiles(this.ownTiles.tiles.map(({ name, grid }) => {
      const [best, hard] = [this.knowledge().optimumOf(grid), this.knowledge().difficultyOf(grid)];
      const words = [name];
      if (best !== null) words.push(t("print.best", { n: best }));
      if (typeof hard === "number") words.push(t("about.difficulty", { value: decimal(hard) }));
      return { letters: parse(grid), words: words.join(" · ") };
    }));
  }
}
