// How long a game has taken: only while it is seen and under way.

const TICK_MS = 500;

export class Clock {
  // `isRunning` tells whether the game is under way; `onTick` gets the seconds since last time.
  constructor({ isRunning, onTick }) {
    this.last = performance.now();
    document.addEventListener("visibilitychange", () => {
      this.last = performance.now();
    });
    setInterval(() => {
      const now = performance.now();
      const passed = (now - this.last) / 1000;
      this.last = now;
      if (!document.hidden && isRunning()) onTick(passed);
    }, TICK_MS);
  }
}

// Seconds as 1:05, or 1:02:03.
export function shownTime(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
