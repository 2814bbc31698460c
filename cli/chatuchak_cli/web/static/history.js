// The wins of every grid, and the days whose puzzle is solved.

import { dayBefore, dayOf } from "./daily.js";
import { keep, recallList, recallObject } from "./storage.js";

const MOST_PER_GRID = 100;
const MOST_GRIDS = 1000;

const isWin = (one) =>
  typeof one === "object" && one !== null && Number.isInteger(one.moves) && typeof one.day === "string";

// The wins of a grid, oldest first: {day, moves, seconds, hints, undos}.
export const winsOf = (grid) => {
  const found = recallObject("wins")[grid];
  return Array.isArray(found) ? found.filter(isWin) : [];
};

export const countWins = () =>
  Object.values(recallObject("wins")).reduce((sum, wins) => sum + (wins.length || 0), 0);

export function keepWin(grid, { moves, seconds, hints, undos }, day = dayOf()) {
  const all = recallObject("wins");
  const wins = [...winsOf(grid), { day, moves, seconds: Math.round(seconds), hints, undos }];
  delete all[grid]; // so that the grids played last are the last ones, and stay longest
  all[grid] = wins.slice(-MOST_PER_GRID);
  for (const old of Object.keys(all).slice(0, -MOST_GRIDS)) delete all[old];
  keep("wins", all);
}

// The fewest moves without hints, and the average of all wins; null where there is none.
export function summary(grid) {
  const wins = winsOf(grid);
  const alone = wins.filter((win) => !win.hints).map((win) => win.moves);
  const total = wins.reduce((sum, win) => sum + win.moves, 0);
  return {
    wins,
    best: alone.length ? Math.min(...alone) : null,
    average: wins.length ? total / wins.length : null,
  };
}

// Keep that a day's puzzle is solved; one that is made up for later is no part of a streak.
export function keepDay(day, { moves, hints }, isOnTime) {
  const days = recallList("days");
  if (isOnTime && !days.includes(day)) keep("days", [...days, day].sort());
  const results = recallObject("dailies");
  const before = results[day];
  if (before && (before.moves < moves || (before.moves === moves && before.hints <= hints))) return;
  keep("dailies", { ...results, [day]: { moves, hints } });
}

// The best result of each day's puzzle: {day: {moves, hints}}, moves null where they are not known.
export function dailyResults() {
  const solved = Object.fromEntries(recallList("days").map((day) => [day, { moves: null, hints: 0 }]));
  return { ...solved, ...recallObject("dailies") };
}

// How many days in a row have their puzzle solved, up to today, or to yesterday still.
export function streak(today = dayOf()) {
  const days = new Set(recallList("days"));
  let day = days.has(today) ? today : dayBefore(today);
  let length = 0;
  while (days.has(day)) {
    length += 1;
    day = dayBefore(day);
  }
  return length;
}

// Grids whose solution was shown today: a game of them is no win before tomorrow.
export function keepShown(grid) {
  const today = dayOf();
  const shown = recallObject("shown");
  const still = Object.entries(shown).filter(([, day]) => day === today);
  keep("shown", { ...Object.fromEntries(still), [grid]: today });
}

export const wasShown = (grid) => recallObject("shown")[grid] === dayOf();
