"""Tiles of one photo, read together: they are of one print, in one light, and mostly one way up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.reading import (
    DOUBTFUL,
    PhotoReading,
    Read,
    ReadOptions,
    notes_on,
    read_either,
)  # fmt: skip
from chatuchak_solver.photo.windows import FoundTile

if TYPE_CHECKING:
    from PIL import Image


FEW_DOUBTS, LEAST_SURE = 2, 2
"""Doubtful spots at most of a tile whose colors are believed, and tiles at least that have them."""
UNLIKE: Final = 5.0
"""Doubt at most of a spot that both readings of a tile take for different colors."""


def read_together(
    image: Image.Image, tiles: Sequence[FoundTile], scale: float, options: ReadOptions
) -> list[PhotoReading]:
    """Read all tiles of a photo; doubtful ones again, by the colors and direction of the others."""
    reads = [read_either(image, tile.corners, options) for tile in tiles]
    sure = [one for one in reads if (one.doubt < DOUBTFUL).sum() <= FEW_DOUBTS]
    if len(sure) >= LEAST_SURE:
        palette, down = _palette(sure), _down(sure)
        for number, first in enumerate(reads):
            if first.doubt.min() < DOUBTFUL:
                is_along = (first.corners[3] - first.corners[0]) @ down >= 0
                along = first if is_along else first.turned()
                again = read_either(image, along.corners, options, palette)
                unlike = (again.found != along.found) & (along.doubt >= DOUBTFUL)
                doubt = np.where(unlike, np.minimum(again.doubt, UNLIKE), again.doubt)
                reads[number] = replace(again, doubt=doubt)
    return [
        read.reading(image, notes_on(tile, read), scale)
        for tile, read in zip(tiles, reads, strict=True)
    ]


def _palette(reads: Sequence[Read]) -> Floats:
    """Return the colors that most tiles have, as light, (5, 3)."""
    logs = np.log([one.palette for one in reads])
    light = logs.mean(1, keepdims=True)
    return np.asarray(np.exp(np.median(logs - light, 0) + np.median(light, 0)))


def _down(reads: Sequence[Read]) -> Floats:
    """Return the direction from the first row to the last of most tiles."""
    downs = np.array([one.corners[3] - one.corners[0] for one in reads])
    return np.asarray(np.median(downs / np.linalg.norm(downs, axis=1, keepdims=True), axis=0))
