"""Accuracy of reading synthetic photos, and of flagging errors.

``python -m benchmarks photo`` prints the table and stores it in RESULTS.md. The photo generator was
fixed before tuning the reader, on photos of other seeds.
"""

from __future__ import annotations

import io
import itertools
import statistics
import time
from dataclasses import dataclass

from PIL import Image

from benchmarks.report import MeasuredRows, machine, table, write_section
from benchmarks.synthetic_photos.photo import HELD_OUT_STYLE, SyntheticPhoto, synthetic_photo
from chatuchak_solver.photo.reading import PhotoReading, read_photo, run_kernels

__all__ = ["calibration_table", "main"]

CONFIDENCES = (0, 0.5, 0.8, 0.95, 0.99, 1)
"""Limits of the rows of `calibration_table`."""

SEED = 20_001
"""First seed. Tuning uses other seeds."""
HELD_OUT_SEED = 7001
"""First seed of the style of umbrellas. Two choices of tuning used other seeds of it."""


@dataclass(frozen=True)
class Set:
    """A set of photos."""

    name: str
    level: str
    count: int
    style: str | None = None

    def photo(self, number: int) -> SyntheticPhoto:
        first = SEED if self.style is None else HELD_OUT_SEED
        return synthetic_photo(first + number, self.level, self.style)


SETS = (
    Set("easy", "easy", 20),
    Set("normal", "normal", 60),
    Set("hard", "hard", 60),
    Set("normal, umbrellas", "normal", 20, HELD_OUT_STYLE),
    Set("hard, umbrellas", "hard", 10, HELD_OUT_STYLE),
)
TIMED_SET = SETS[1]
TIMED = 10
"""Photos with timed readings."""


def measure(photos: Set, number: int) -> dict[str, object]:
    photo = photos.photo(number)
    image = Image.open(io.BytesIO(photo.jpeg)).convert("RGB")
    taps = photo.taps.clip(0, [size - 1 for size in image.size]).tolist()
    row: dict[str, object] = {"glare": photo.glare, "style": photo.style}
    truth = photo.grid.letters
    row["taps"] = outcome(truth, read_photo(image, corners=taps))
    row["any"] = outcome(truth, read_photo(image, corners=taps, counts="any"))
    # An upside-down start tile has its empty spot in the lower right corner.
    row["auto"] = outcome(truth[::-1] if truth[-1] == "." else truth, read_photo(image))
    return row


def milliseconds() -> tuple[float, float]:
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(TIMED):
        photo = TIMED_SET.photo(number)
        image = Image.open(io.BytesIO(photo.jpeg)).convert("RGB")
        for corners, times in zip((photo.corners.tolist(), None), taken, strict=True):
            start = time.process_time()
            read_photo(image, corners=corners)
            times.append((time.process_time() - start) * 1e3)
    return statistics.median(taken[0]), statistics.median(taken[1])


def outcome(truth: str, reading: PhotoReading | None) -> dict[str, object]:
    if reading is None:
        return {"wrong": 30, "flagged": True, "mended": False, "marked": 0, "confidence": 0.0}
    wrong = [spot for spot in range(30) if reading.letters[spot] != truth[spot]]
    return {
        "wrong": len(wrong),
        "flagged": bool(reading.doubtful or reading.notes),
        "mended": set(wrong) <= set(reading.doubtful),
        "marked": len(reading.doubtful),
        "confidence": reading.confidence,
    }


def cells(name: str, rows: list[dict[str, object]], way: str) -> list[str]:
    """Return a row of the table."""
    outcomes: list[dict[str, float]] = [row[way] for row in rows]  # type: ignore[misc]
    right = [outcome for outcome in outcomes if not outcome["wrong"]]
    wrong = [outcome for outcome in outcomes if outcome["wrong"]]
    return [
        name,
        {"taps": "taps", "any": "taps, counts unknown", "auto": "found by itself"}[way],
        f"{len(outcomes)}",
        f"{len(right) / len(outcomes):.1%}",
        f"{sum(outcome['flagged'] for outcome in right)}",
        f"{sum(outcome['wrong'] for outcome in outcomes) / len(outcomes) / 30:.2%}",
        f"{sum(outcome['flagged'] for outcome in wrong)} of {len(wrong)}",
        f"{sum(outcome['mended'] for outcome in outcomes) / len(outcomes):.1%}",
        f"{statistics.mean(outcome['marked'] for outcome in outcomes):.1f}",
    ]


def calibration_table(outcomes: list[tuple[float, bool]]) -> str:
    """Return a table of the number of right tiles by confidence.

    Parameters
    ----------
    outcomes
        Confidence and correctness of each tile.
    """
    lines = []
    for low, high in itertools.pairwise(CONFIDENCES):
        right = [
            right
            for confidence, right in outcomes
            if low <= confidence < high or confidence == high == 1
        ]
        if right:
            lines.append([f"{low:.0%} to {high:.0%}", f"{len(right)}", f"{sum(right)}"])
    return table(["confidence", "tiles", "right"], lines)


def main() -> None:
    kept = MeasuredRows("photo")
    run_kernels()  # compiles
    lines, glare, confidences = [], [], list[tuple[float, bool]]()
    for photos in SETS:
        rows = [
            kept.get(photos.name, number, measure, photos, number) for number in range(photos.count)
        ]
        lines += [cells(photos.name, rows, way) for way in ("taps", "any", "auto")]
        autos: list[dict[str, float]] = [row["auto"] for row in rows]
        confidences += [(auto["confidence"], not auto["wrong"]) for auto in autos]
        if photos.name in ("normal", "hard"):
            for has in (True, False):
                part = [row for row in rows if row["glare"] is has]
                named = f"{photos.name}, {'with' if has else 'without'} shine"
                glare.append(cells(named, part, "taps"))
    head = ["photos", "corners", "n", "right", "of them flagged", "wrong spots", "wrong: flagged"]
    head += ["mended", "marked"]
    tapped, found = milliseconds()
    text = "\n".join(
        [
            "## Grids from photos",
            "",
            f"{machine()} Command: `python -m benchmarks photo`.",
            "",
            table(head, [*lines, *glare]),
            "",
            "Right: without a wrong spot. Flagged: a doubtful spot or a note. Mended: right after",
            "every doubtful spot is corrected by hand. Marked: doubtful spots per photo. Taps are",
            "off the centers of spots like a finger's (0.6, 1 and 1.5% of the grid's diagonal).",
            "A tile found by itself with the empty spot in the lower right corner is upside down:",
            "that of start tiles is the upper left one. All photos are synthetic. The style of",
            "umbrellas (own palette) was left out of tuning, but the comparisons of chroma and of",
            "candidates, white balance and the price of an empty spot were chosen on sets with",
            "other seeds of it. A decoded photo of level normal takes",
            f"{tapped:.0f} ms of processor time with taps, {found:.0f} ms without",
            f"(medians of {TIMED} photos).",
            "",
            "Confidence in tiles found by themselves:",
            "",
            calibration_table(confidences),
        ]
    )
    write_section("photo", text)
    print(text)


if __name__ == "__main__":
    main()
