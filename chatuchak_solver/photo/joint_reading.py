"""Joint reading of the tiles of a photo, which share print, light and mostly orientation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.reading import (
    CLEAR_MARGIN,
    KernelReading,
    PhotoReading,
    ReadOptions,
    detection_notes,
    read_upright,
)  # fmt: skip
from chatuchak_solver.photo.tile_candidates import TileCandidate

if TYPE_CHECKING:
    from PIL import Image


MAX_DOUBTFUL, MIN_SURE_TILES = 2, 2
"""Maximum spots below `CLEAR_MARGIN` of a sure tile, and minimum sure tiles for a palette."""
MAX_CONFLICT_MARGIN: Final = 2.0
"""Maximum margin of a spot with different colors in both readings of a tile."""


def read_jointly(
    image: Image.Image, tiles: Sequence[TileCandidate], scale: float, options: ReadOptions
) -> list[PhotoReading]:
    """Read all tiles of a photo. Doubtful tiles are reread with the palette of sure tiles."""
    reads = [read_upright(image, tile.corners, options) for tile in tiles]
    sure = [read for read in reads if (read.margin < CLEAR_MARGIN).sum() <= MAX_DOUBTFUL]
    if len(sure) >= MIN_SURE_TILES:
        palette, down = _median_palette(sure), _median_down(sure)
        for number, read in enumerate(reads):
            if read.margin.min() < CLEAR_MARGIN:
                is_aligned = (read.corners[3] - read.corners[0]) @ down >= 0
                aligned = read if is_aligned else read.rotated()
                reread = read_upright(image, aligned.corners, options, palette)
                conflict = (reread.best != aligned.best) & (aligned.margin >= CLEAR_MARGIN)
                capped = np.minimum(reread.margin, MAX_CONFLICT_MARGIN)
                reads[number] = replace(reread, margin=np.where(conflict, capped, reread.margin))
    return [
        read.to_reading(image, detection_notes(tile, read), scale)
        for tile, read in zip(tiles, reads, strict=True)
    ]


def _median_palette(reads: Sequence[KernelReading]) -> Floats:
    logs = np.log([read.palette for read in reads])
    light = logs.mean(1, keepdims=True)
    return np.asarray(np.exp(np.median(logs - light, 0) + np.median(light, 0)))


def _median_down(reads: Sequence[KernelReading]) -> Floats:
    downs = np.array([read.corners[3] - read.corners[0] for read in reads])
    return np.asarray(np.median(downs / np.linalg.norm(downs, axis=1, keepdims=True), axis=0))
