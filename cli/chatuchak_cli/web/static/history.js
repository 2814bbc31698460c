// The wins of every grid, and the days whose puzzle is solved.

import { dayAfter, dayOf, isDate } from "./daily.js";
import { isGrid } from "./grid.js";
import { Stored, hasParts, is, isCount, isNumber, listOf, mapOf, optional } from "./storage.js";
import { mean, sum } from "./numbers.js";

const MAX_PER_GRID = 100;
const MAX_GRIDS = 1000;

const isWin = hasParts({ day: isDate, moves: isCount, seconds: isNumber, hints: isCount, undos: isCount });
const isResult = hasParts({ moves: optional(isCount), hints: isCount });

const mapBy = (isKey, check) => mapOf((found, key) => check(is(() => isKey(key))(found)));

const WINS = new Stored("wins", mapBy(isGrid, listOf(is(isWin))), { otherwise: {} });
const DAYS = new Stored("days", listOf(is(isDate)), { otherwise: [] });
const DAILIES = new Stored("dailies", mapBy(isDate, is(isResult)), { otherwise: {} });
const SHOWN = new Stored("shown", mapBy(isGrid, is(isDate)), { otherwise: {} });

export const countWins = () => sum(Object.values(WINS.value).map((wins) => wins.length));

export function keepWin(grid, { moves, seconds, hints, undos }, day = dayOf()) {
  return WINS.change(({ [grid]: before = [], ...others }) => {
    const wins = [...before, { day, moves, seconds: Math.round(seconds), hints, undos }].slice(-MAX_PER_GRID);
    // The grids played last are the last ones, and stay longest.
    return Object.fromEntries([...Object.entries(others), [grid, wins]].slice(-MAX_GRIDS));
  });
}

// The wins of a grid, oldest first: {day, moves, seconds, hints, undos}; the fewest moves without hints, and the average
// of all, null where there is none.
export function summary(grid) {
  const wins = WINS.value[grid] ?? [];
  const alone = wins.filter((win) => !win.hints).map((win) => win.moves);
  return {
    wins,
    best: alone.length ? Math.min(...alone) : null,
    average: wins.length ? mean(wins.map((win) => win.moves)) : null,
  };
}

// Keep that a day's puzzle is solved; one that is made up for later is no part of a streak.
export function keepDay(day, { moves, hints }, isOnTime) {
  if (isOnTime) DAYS.change((days) => [...new Set([...days, day])].sort());
  DAILIES.change((results) => {
    const before = results[day];
    const isBetter = !before || before.moves > moves || (before.moves === moves && before.hints > hints);
    return isBetter ? { ...results, [day]: { moves, hints } } : results;
  });
}

// The best result of each day's puzzle: {day: {moves, hints}}, moves null where they are not known.
export function dailyResults() {
  const solved = Object.fromEntries(DAYS.value.map((day) => [day, { moves: null, hints: 0 }]));
  return { ...solved, ...DAILIES.value };
}

// How many days in a row have their puzzle solved, up to today, or to yesterday still.
export function streak(today = dayOf()) {
  const days = new Set(DAYS.value);
  let day = days.has(today) ? today : dayAfter(-1, today);
  let length = 0;
  while (days.has(day)) {
    length += 1;
    day = dayAfter(-1, day);
  }
  return length;
}

// Grids whose solution was shown today: a game of them is no win before tomorrow.
export function keepShown(grid) {
  const today = dayOf();
  SHOWN.change((shown) => ({ ...Object.fromEntries(Object.entries(shown).filter(([, day]) => day === today)), [grid]: today }));
}

export const wasShown = (grid) => SHOWN.value[grid] === dayOf();

const ALL_STARS = 3;
const GOOD = 3; // moves more than the best possible that earn two stars

// Three stars for the fewest possible moves, one for any solution.
export function starsOf(moves, optimum) {
  if (moves === null || optimum === null || optimum === undefined) return 0;
  if (moves <= optimum) return ALL_STARS;
  return moves <= optimum + GOOD ? 2 : 1;
}

export const starsText = (stars) => "★".repeat(stars) + "☆".repeat(stars ? ALL_STARS - stars : 0);
