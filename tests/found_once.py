"""Tiles on one picture are looked for once for all tests: over half of what reading it takes."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest
    from PIL import Image

    from chatuchak_solver.photo.reading import ReadOptions
    from chatuchak_solver.photo.tiles import DetectedTiles

__all__ = ["find_once"]

found: dict[tuple[object, ...], DetectedTiles] = {}
"""By everything that decides what is found."""


def find_once(patch: pytest.MonkeyPatch) -> None:
    """Let readers of photos look for no tiles where a test before has."""
    from chatuchak_solver.photo import collection, reading

    look = reading.detect_tiles

    def detect_tiles(
        image: Image.Image, options: ReadOptions, *, single: bool = False
    ) -> DetectedTiles:
        numbers = (options.low, options.high, options.counts)
        asked = (*(one.tobytes() for one in numbers), options.other_counts, options.empty, single)
        key = (image.mode, image.size, sha256(image.tobytes()).digest(), *asked)
        if key not in found:
            found[key] = look(image, options, single=single)
        return found[key]

    for module in (collection, reading):
        patch.setattr(module, "detect_tiles", detect_tiles)
