// The puzzle of a day: from the date alone, the same everywhere.

import { shownDay, t } from "./texts.js";

// A day as "2026-11-22", as Swedish writes it; by default today in local time.
export const dayOf = (date = new Date()) => date.toLocaleDateString("sv");

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

// The day some days after another one, by default today.
export function dayAfter(days, day = dayOf()) {
  const date = new Date(`${day}T12:00`);
  date.setDate(date.getDate() + days);
  return dayOf(date);
}
