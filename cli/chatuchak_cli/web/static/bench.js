// A designer's bench: one's own tiles with their difficulty as it stands, in an order of one's own, a
// new one as hard as wished, and all of them on paper.

import { boardPicture } from "./board.js";
import { make } from "./elements.js";
import { parse } from "./grid.js";
import { decimal, t } from "./texts.js";
import { onSubmit, showMessage } from "./message.js";

export class Bench {
  constructor(find, { solver, ownTiles, knowledge }) {
    Object.assign(this, { find, solver, ownTiles, knowledge });
    this.making = null; // the worker that makes a grid
    onSubmit(find("make-form"), () => {
      if (this.making) this.stop();
      else this.make(find("make-from").valueAsNumber, find("make-to").valueAsNumber);
    });
    find("mine-print").addEventListener("click", () => this.print());
  }

  async make(from, to) {
    if (!(from <= to)) {
      showMessage(t("make.wrong"), "bad");
      return;
    }
    this.making = this.solver.newLane();
    this.showMaking();
    try {
      const made = await this.making.ask("randomGrid", { difficulty: [from, to] }, {
        onProgress: ({ tries }) => { this.find("make-said").textContent = t("make.tries", { n: tries }); },
      });
      const value = decimal(made.difficulty);
      const { isSaved } = this.ownTiles.add(t("make.name", { value }), made.grid);
      showMessage(t("make.made", { value }), "good", { isSaved });
    } catch ({ message }) {
      showMessage(message === t("say.no_data") ? message : t("make.none"), "bad");
    }
    this.stop();
  }

  stop() {
    this.making.close();
    this.making = null;
    this.showMaking();
  }

  showMaking() {
    this.find("make").textContent = t(this.making ? "make.stop" : "make.make");
    this.find("make-said").textContent = "";
  }

  // Print the tiles, each with its figures below.
  print() {
    const figures = this.ownTiles.tiles.map(({ name, grid }) => {
      const { optimum, difficulty } = this.knowledge.factsOf(grid);
      const words = [name];
      if (optimum !== null) words.push(t("print.best", { n: optimum }));
      if (typeof difficulty === "number") words.push(t("about.difficulty", { value: decimal(difficulty) }));
      return make("figure", {}, boardPicture(parse(grid)), make("figcaption", { textContent: words.join(" · ") }));
    });
    document.getElementById("sheet")?.remove();
    document.body.append(make("div", { id: "sheet" }, ...figures));
    window.print();
  }
}
