"""Cache of tiles read from pictures: most of the time of reading."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest
    from PIL import Image

    from chatuchak_solver.kernels.arrays import Float64s as Floats

__all__ = ["cache_detection"]

found: dict[tuple[object, ...], tuple[Floats, Floats, int]] = {}
"""Tiles by all inputs."""


def cache_detection(patch: pytest.MonkeyPatch) -> None:
    """Cache the tiles of pictures across tests."""
    from chatuchak_solver.photo import collection, reading

    inner = reading.read_all

    def read_all(
        image: Image.Image, options: Floats, *, max_tiles: int = 16
    ) -> tuple[Floats, Floats, int]:
        pixels = sha256(image.tobytes()).digest()
        key = (image.size, pixels, options.tobytes(), max_tiles)
        if key not in found:
            found[key] = inner(image, options, max_tiles=max_tiles)
        return found[key]

    for module in (collection, reading):
        patch.setattr(module, "read_all", read_all)
