"""Cache of tiles detected on pictures: over half of the time of reading."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest
    from PIL import Image

    from chatuchak_solver.photo.reading import ReadOptions
    from chatuchak_solver.photo.tiles import DetectedTiles

__all__ = ["cache_detection"]

found: dict[tuple[object, ...], DetectedTiles] = {}
"""Detected tiles by all inputs."""


def cache_detection(patch: pytest.MonkeyPatch) -> None:
    """Cache the detection of tiles across tests."""
    from chatuchak_solver.photo import collection, reading

    look = reading.detect_tiles

    def detect_tiles(
        image: Image.Image, options: ReadOptions, *, single: bool = False
    ) -> DetectedTiles:
        numbers = (options.low, options.high, options.counts)
        asked = (
            *(array.tobytes() for array in numbers),
            options.other_counts,
            options.empty,
            single,
        )
        key = (image.mode, image.size, sha256(image.tobytes()).digest(), *asked)
        if key not in found:
            found[key] = look(image, options, single=single)
        return found[key]

    for module in (collection, reading):
        patch.setattr(module, "detect_tiles", detect_tiles)
