// The puzzle of a day: from the date alone, the same everywhere.

import { shownDay, t } from "./texts.js";

// A day as "2026-11-22", today by default, by the clock on the wall.
export function dayOf(date = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The seed of its random grid: the digits of the date.
export const seedOf = (day) => Number(day.replaceAll("-", ""));

export const isDate = (text) => /^20\d\d-\d\d-\d\d$/.test(text) && dayOf(new Date(`${text}T12:00`)) === text;

// Whether a text is a day that there was already, or is today.
export const isDay = (text) => isDate(text) && text <= dayOf();

// The day that a link names, or null. Throws if there is no puzzle of it.
export function linkedDay(fragment) {
  const text = new URLSearchParams(fragment.replace(/^#/, "")).get("daily");
  if (text === null) return null;
  const day = text.replace(/\W+$/, ""); // a sentence's punctuation
  if (!isDate(day)) throw new Error(t("link.no_day", { day: text }));
  if (!isDay(day)) throw new Error(t("link.future_day", { day: shownDay(day) }));
  return day;
}

export function dayBefore(day) {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date - 1));
}
