// Buttons for an animated solution. Works in an SVG document of its own and in an HTML page.
(function () {
  "use strict";
  const picture = document.querySelector("[data-player]");
  if (!picture || !picture.setCurrentTime) return;
  const duration = Number(picture.dataset.duration);
  const steps = picture.dataset.steps.split(" ").map(Number);
  const last = duration - 0.001; // at the very end the animation would start over
  const speeds = [0.5, 1, 2, 4];
  let speed = 1;
  let time = 0;
  let playing = false;
  let before = 0;

  const controls = (name) => document.querySelectorAll(`[data-control="${name}"]`);

  function show() {
    picture.setCurrentTime(time);
    for (const seek of controls("seek")) {
      seek.value = String(step());
      seek.setAttribute("aria-valuetext", `move ${step()} of ${steps.length - 1}`);
    }
    for (const button of controls("play")) {
      button.setAttribute("aria-pressed", String(playing));
      const icon = button.querySelector("[data-icon]");
      if (icon) icon.setAttribute("d", playing ? icon.dataset.pause : icon.dataset.play);
      else button.textContent = playing ? "Pause" : "Play";
    }
    for (const button of controls("speed")) {
      button.setAttribute("aria-label", `Speed ${speed} times`);
      if (button instanceof HTMLElement) button.textContent = `${speed}\u00d7`;
      else button.setAttribute("opacity", String(0.55 + 0.15 * speeds.indexOf(speed)));
    }
    const here = step();
    showNext(here);
    document.querySelectorAll("[data-move]").forEach((item) => {
      item.toggleAttribute("aria-current", Number(item.dataset.move) === here && here > 0);
    });
  }

  // Say and point at the move that comes next, where there is room for words.
  function showNext(here) {
    const next = document.querySelector(`[data-move="${here + 1}"]`);
    for (const said of document.querySelectorAll("[data-step]")) {
      const words = next ? `Step ${here + 1} of ${steps.length - 1}. ${next.dataset.words}` : "That was the last step.";
      if (said.textContent !== words) said.textContent = words;
    }
    document.querySelectorAll("[data-arrow]").forEach((arrow) => {
      const shown = !playing && Number(arrow.dataset.arrow) === here + 1;
      arrow.setAttribute("visibility", shown ? "visible" : "hidden");
    });
  }

  function step() {
    let found = 0;
    while (found + 1 < steps.length && steps[found + 1] <= time + 1e-6) found += 1;
    return found;
  }

  function frame(now) {
    if (!playing) return;
    time = Math.min(last, time + (speed * (now - before)) / 1000);
    before = now;
    if (time >= last) playing = false;
    show();
    if (playing) requestAnimationFrame(frame);
  }

  function play(on) {
    playing = on;
    if (on && time >= last) time = 0;
    before = performance.now();
    show();
    if (on) requestAnimationFrame(frame);
  }

  function seek(number) {
    playing = false;
    const target = Math.max(0, Math.min(steps.length - 1, number));
    // a moment later, so that the end of the move is past and the solved grid is tied
    time = Math.min(last, steps[target] + (target === steps.length - 1 ? 0.31 : 0.001));
    if (target === 0) time = 0;
    show();
  }

  const actions = {
    play: () => play(!playing),
    back: () => seek(step() - (time - steps[step()] > 0.5 ? 0 : 1)),
    forward: () => seek(step() + 1),
    speed: () => {
      speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length];
      show();
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    for (const button of controls(name)) {
      button.addEventListener("click", action);
      if (button instanceof HTMLElement) continue;
      button.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          action();
        }
      });
    }
  }
  for (const slider of controls("seek")) {
    slider.addEventListener("input", () => seek(Number(slider.value)));
  }
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const onPage = event.target === document.body || event.target === document.documentElement;
    const action = { ArrowLeft: "back", ArrowRight: "forward", " ": onPage && "play" }[event.key];
    if (action) {
      event.preventDefault();
      actions[action]();
    }
  });
  // To the left is a step on, as one turns pages.
  let begun = null;
  picture.addEventListener("pointerdown", (event) => {
    begun = event.isPrimary && event.pointerType === "touch" ? event : null;
  });
  picture.addEventListener("pointercancel", () => {
    begun = null;
  });
  picture.addEventListener("pointerup", (event) => {
    if (!begun) return;
    const [dx, dy] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) actions[dx < 0 ? "forward" : "back"]();
  });
  document.querySelectorAll("[data-controls]").forEach((group) => {
    group.removeAttribute("visibility");
    group.removeAttribute("hidden");
  });
  picture.pauseAnimations();
  const waits = "waits" in picture.dataset || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  play(!waits);
})();
