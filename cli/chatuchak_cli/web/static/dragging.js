// Putting the rows of a table in order: by a handle that is dragged, or that has the keyboard's focus.

const STEPS = { ArrowUp: -1, ArrowDown: 1 };

// Make a row's handle move it among the rows of its table; `onMove` gets its old and its new place.
export function makeHandle(handle, { onMove }) {
  const rowOf = () => handle.closest("tr");
  const placeOf = (row) => [...row.parentElement.children].indexOf(row);
  let from = null;
  handle.addEventListener("pointerdown", (event) => {
    from = placeOf(rowOf());
    handle.setPointerCapture(event.pointerId);
    rowOf().classList.add("dragged");
  });
  handle.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const row = rowOf();
    const over = [...row.parentElement.children].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== row && event.clientY > box.top && event.clientY < box.bottom;
    });
    if (!over) return;
    // The others make room: a row that is taken out loses the finger that holds it.
    if (placeOf(over) > placeOf(row)) row.before(over);
    else row.after(over);
  });
  const drop = () => {
    if (from === null) return;
    const row = rowOf();
    const [before, now] = [from, placeOf(row)];
    from = null;
    row.classList.remove("dragged");
    if (before !== now) onMove(before, now);
  };
  handle.addEventListener("pointerup", drop);
  handle.addEventListener("pointercancel", drop);
  handle.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const place = placeOf(rowOf());
    const target = place + step;
    if (target < 0 || target >= rowOf().parentElement.children.length) return;
    onMove(place, target);
  });
}
