// The puzzle of a day: from the date alone, the same everywhere.

// A day as "2026-11-22", today by default, by the clock on the wall.
export function dayOf(date = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The seed of its random grid: the digits of the date.
export const seedOf = (day) => Number(day.replaceAll("-", ""));

// Whether a text is a day that there was already, or is today.
export const isDay = (text) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && dayOf(new Date(`${text}T12:00`)) === text && text <= dayOf();

// The day that a link names, or null.
export function linkedDay(fragment) {
  const day = new URLSearchParams(fragment.replace(/^#/, "")).get("daily");
  return isDay(day) ? day : null;
}

export function dayBefore(day) {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date - 1));
}
