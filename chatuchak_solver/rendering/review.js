// Go through a reviewed game: by the curve, the list, the buttons, the slider, keys and swipes.
(function () {
  "use strict";
  const positions = [...document.querySelectorAll(".position")];
  const points = [...document.querySelectorAll("g[data-move]")];
  const items = [...document.querySelectorAll("li[data-move]")];
  const seek = document.querySelector('[data-control="seek"]');
  let at = 0;

  function show(number) {
    at = Math.max(0, Math.min(positions.length - 1, number));
    positions.forEach((one, place) => { one.hidden = place !== at; });
    points.forEach((one, place) => one.classList.toggle("here", place === at));
    items.forEach((one) => one.toggleAttribute("aria-current", Number(one.dataset.move) === at));
    seek.value = String(at);
    seek.setAttribute("aria-valuetext", `after move ${at} of ${positions.length - 1}`);
    document.querySelector('[data-control="back"]').disabled = at === 0;
    document.querySelector('[data-control="forward"]').disabled = at === positions.length - 1;
  }

  for (const one of [...points, ...items]) one.addEventListener("click", () => show(Number(one.dataset.move)));
  document.querySelector('[data-control="back"]').addEventListener("click", () => show(at - 1));
  document.querySelector('[data-control="forward"]').addEventListener("click", () => show(at + 1));
  document.querySelector('[data-control="worst"]')?.addEventListener("click", (event) => {
    show(Number(event.currentTarget.dataset.at));
  });
  seek.addEventListener("input", () => show(Number(seek.value)));
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: positions.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  });
  let begun = null;
  const boards = document.querySelector(".positions");
  boards.addEventListener("touchstart", ({ touches }) => { [begun] = touches; }, { passive: true });
  boards.addEventListener("touchend", ({ changedTouches: [end] }) => {
    const [dx, dy] = [end.clientX - begun.clientX, end.clientY - begun.clientY];
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) show(at + (dx < 0 ? 1 : -1));
  });
  document.querySelectorAll("[data-controls]").forEach((group) => group.removeAttribute("hidden"));
  show(0);
})();
