// Keeps the screen on while wooden booths are moved by it, where the browser allows that.

let wanted = false;
let lock = null;

async function take() {
  if (!wanted || lock || document.hidden) return;
  try {
    const taken = await navigator.wakeLock.request("screen");
    if (!wanted || lock) {
      await taken.release(); // nobody follows any more
      return;
    }
    lock = taken;
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    // Not here, or with too little battery: the screen goes off as usual.
  }
}

export function keepAwake(isWanted) {
  wanted = isWanted;
  if (wanted) take();
  else lock?.release();
}

// The browser lets go of it whenever the page is out of sight.
document.addEventListener("visibilitychange", take);
