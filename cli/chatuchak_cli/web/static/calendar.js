// The daily puzzles by a calendar: what is solved, and every day that there was to play.

import { dayOf } from "./daily.js";
import { dailyResults } from "./history.js";
import { make } from "./elements.js";
import { isNew } from "./tables.js";
import { dates, shownDay, t } from "./texts.js";

const WEEK = 7;
const FIRST_MONTH = new Date(2025, 0, 1); // before it there was no puzzle of a day

export class Calendar {
  constructor(find, { onPlay }) {
    Object.assign(this, { find, onPlay, playing: null }); // the day of the game at hand
    const now = new Date();
    this.first = new Date(now.getFullYear(), now.getMonth(), 1);
    this.days = [...find("days").querySelectorAll("button")];
    find("month-before").addEventListener("click", () => this.turn(-1));
    find("month-after").addEventListener("click", () => this.turn(1));
  }

  turn(months) {
    this.first = new Date(this.first.getFullYear(), this.first.getMonth() + months, 1);
    this.show(this.playing);
  }

  show(playing) {
    this.playing = playing;
    const { first, find } = this;
    const [today, results] = [dayOf(), dailyResults()];
    if (!isNew(find("days"), first, playing, today, results)) return;
    const [year, month] = [first.getFullYear(), first.getMonth()];
    const before = (first.getDay() + WEEK - 1) % WEEK; // a week begins on Monday
    const shown = this.days.map((_, index) => new Date(year, month, 1 - before + index));
    find("month").textContent = dates({ month: "long", year: "numeric" }).format(first);
    find("month-after").disabled = dayOf(new Date(year, month + 1, 1)) > today;
    find("month-before").disabled = first <= FIRST_MONTH;
    [...find("weekdays").children].forEach(({ firstElementChild: name }, index) => {
      [name.title, name.textContent] = ["long", "short"].map((weekday) => dates({ weekday }).format(shown[index]));
    });
    this.days.forEach((cell, index) => {
      cell.hidden = shown[index].getMonth() !== month;
      this.showDay(cell, shown[index], today, results);
    });
  }

  showDay(cell, date, today, results) {
    const day = dayOf(date);
    const result = results[day];
    const moves = result?.moves ?? null;
    const solved = moves === null ? t("calendar.solved") : t("calendar.solved_in", { n: moves });
    Object.assign(cell, {
      textContent: date.getDate(), onclick: () => this.onPlay(day), disabled: day > today,
      className: result ? "solved" : "", ariaPressed: day === this.playing, ariaCurrent: day === today ? "date" : null,
      ariaLabel: `${shownDay(day)}: ${result ? solved : t("calendar.open")}`,
    });
    if (result) cell.append(make("span", { textContent: `✓ ${moves ?? ""}`.trim() }));
  }
}
