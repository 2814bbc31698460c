// The daily puzzles by a calendar: what is solved, and every day that there was to play.

import { dayOf } from "./daily.js";
import { dailyResults } from "./history.js";
import { button, make } from "./elements.js";
import { isNew } from "./tables.js";
import { dates, shownDay, t } from "./texts.js";

const WEEK = 7;
const FIRST_MONTH = [2025, 0]; // before it there was no puzzle of a day
const A_MONDAY = new Date(2026, 5, 1);

export class Calendar {
  constructor(find, { onPlay }) {
    this.find = find;
    this.onPlay = onPlay;
    const now = new Date();
    this.month = [now.getFullYear(), now.getMonth()];
    this.playing = null; // the day of the game at hand
    find("month-before").addEventListener("click", () => this.turn(-1));
    find("month-after").addEventListener("click", () => this.turn(1));
  }

  turn(step) {
    const first = new Date(this.month[0], this.month[1] + step, 1);
    this.month = [first.getFullYear(), first.getMonth()];
    this.show(this.playing);
  }

  show(playing) {
    this.playing = playing;
    const [year, month] = this.month;
    const first = new Date(year, month, 1);
    const [today, results] = [dayOf(), dailyResults()];
    if (!isNew(this.find("days"), this.month, playing, today, results)) return;
    this.find("month").textContent = dates({ month: "long", year: "numeric" }).format(first);
    this.find("month-after").disabled = dayOf(new Date(year, month + 1, 1)) > today;
    this.find("month-before").disabled = first <= new Date(...FIRST_MONTH, 1);
    this.find("weekdays").replaceChildren(...Array.from({ length: WEEK }, (_, index) => {
      const day = new Date(A_MONDAY.getFullYear(), A_MONDAY.getMonth(), A_MONDAY.getDate() + index);
      const [title, textContent] = ["long", "short"].map((weekday) => dates({ weekday }).format(day));
      return make("th", { scope: "col" }, make("abbr", { title, textContent }));
    }));
    this.find("days").replaceChildren(...this.weeks(first, today, results));
  }

  weeks(first, today, results) {
    const before = (first.getDay() + WEEK - 1) % WEEK; // a week begins on Monday
    const [year, month] = this.month;
    const length = new Date(year, month + 1, 0).getDate();
    return Array.from({ length: Math.ceil((before + length) / WEEK) }, (_, week) =>
      make("tr", {}, ...Array.from({ length: WEEK }, (__, column) => {
        const date = week * WEEK + column - before + 1;
        if (date < 1 || date > length) return make("td");
        return make("td", {}, this.dayButton(dayOf(new Date(year, month, date)), date, today, results));
      })));
  }

  dayButton(day, date, today, results) {
    const result = results[day];
    const moves = result?.moves ?? null;
    const solved = moves === null ? t("calendar.solved") : t("calendar.solved_in", { n: moves });
    const made = button(String(date), () => this.onPlay(day), {
      disabled: day > today, className: result ? "solved" : "", ariaPressed: day === this.playing,
      ariaCurrent: day === today ? "date" : null, ariaLabel: `${shownDay(day)}: ${result ? solved : t("calendar.open")}`,
    });
    if (result) made.append(make("span", { textContent: `✓ ${moves ?? ""}`.trim() }));
    return made;
  }
}
