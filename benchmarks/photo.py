"""Accuracy of reading synthetic photos, and of flagging errors.

``python -m benchmarks photo`` prints the table and stores it in RESULTS.md. The photo generator was
fixed before tuning the reader, on photos of other seeds.
"""

from __future__ import annotations

import io
import statistics
import time
from dataclasses import dataclass

from PIL import Image

from benchmarks.measured_rows import MeasuredRows
from benchmarks.report import machine, table, write_section
from benchmarks.synthetic_photos.photo import HELD_OUT_STYLE, SyntheticPhoto, synthetic_photo
from chatuchak_solver.photo.first_run import run_kernels
from chatuchak_solver.photo.reading import PhotoReading, read_photo

__all__ = ["main"]

SEED = 5001
"""First seed. Seeds below 5000 are for tuning."""
HELD_OUT_SEED = 7001


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
    Set("normal, unseen style", "normal", 20, HELD_OUT_STYLE),
    Set("hard, unseen style", "hard", 10, HELD_OUT_STYLE),
)
TIMED_SET = SETS[1]
TIMED = 10
"""Photos whose readings are timed."""


def measure(photos: Set, number: int) -> dict[str, object]:
    photo = photos.photo(number)
    image = Image.open(io.BytesIO(photo.jpeg)).convert("RGB")
    taps = photo.taps.clip(0, [size - 1 for size in image.size]).tolist()
    row: dict[str, object] = {"glare": photo.glare, "style": photo.style}
    row["taps"] = outcome(photo, read_photo(image, corners=taps))
    row["any"] = outcome(photo, read_photo(image, corners=taps, counts="any"))
    row["auto"] = outcome(photo, read_photo(image))
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


def outcome(photo: SyntheticPhoto, reading: PhotoReading | None) -> dict[str, object]:
    if reading is None:
        return {"wrong": 30, "flagged": True, "mended": False, "marked": 0, "turned": False}
    truth = photo.grid.letters
    wrong = [spot for spot in range(30) if reading.letters[spot] != truth[spot]]
    return {
        "wrong": len(wrong),
        "flagged": bool(reading.doubtful or reading.notes),
        "mended": set(wrong) <= set(reading.doubtful),
        "marked": len(reading.doubtful),
        "turned": reading.letters[::-1] == truth,
    }


def cells(name: str, rows: list[dict[str, object]], way: str) -> list[str]:
    found: list[dict[str, int]] = [row[way] for row in rows]  # type: ignore[misc]
    bad = [one for one in found if one["wrong"]]
    return [
        name,
        {"taps": "taps", "any": "taps, counts unknown", "auto": "found by itself"}[way],
        f"{len(found)}",
        f"{1 - len(bad) / len(found):.1%}",
        f"{sum(one['wrong'] for one in found) / len(found) / 30:.2%}",
        f"{sum(one['flagged'] for one in bad)} of {len(bad)}",
        f"{sum(one['mended'] for one in found) / len(found):.1%}",
        f"{statistics.mean(one['marked'] for one in found):.1f}",
    ]


def main() -> None:
    kept = MeasuredRows("photo")
    run_kernels()  # compiles
    lines, glare = [], []
    for photos in SETS:
        rows = [
            kept.get(photos.name, number, measure, photos, number) for number in range(photos.count)
        ]
        lines += [cells(photos.name, rows, way) for way in ("taps", "any", "auto")]
        if photos.name in ("normal", "hard"):
            for has in (True, False):
                part = [row for row in rows if row["glare"] is has]
                named = f"{photos.name}, {'with' if has else 'without'} shine"
                glare.append(cells(named, part, "taps"))
    head = ["photos", "corners", "n", "right", "wrong spots", "wrong: flagged", "mended", "marked"]
    tapped, found = milliseconds()
    text = "\n".join(
        [
            "## Grids from photos",
            "",
            f"{machine()} Command: `python -m benchmarks photo`.",
            "",
            table(head, [*lines, *glare]),
            "",
            "Right: without one wrong spot. Flagged: wrong, and at least one spot was doubtful or",
            "a note was made. Mended: right after every doubtful spot is set by hand. Marked:",
            "doubtful spots a photo. Taps are beside the spots' middles as a finger's are (0.6, 1",
            "and 1.5% of the grid's diagonal). The photos are made up: no real one was at hand.",
            "The unseen style (umbrellas of canvas and color by turns, own palette) was never",
            f"tuned on. A reading of a decoded photo of level normal takes {tapped:.0f} ms",
            f"of processor time with taps, {found:.0f} ms without (medians of {TIMED} photos).",
        ]
    )
    write_section("photo", text)
    print(text)


if __name__ == "__main__":
    main()
