"""Several looks at one tile, laid over each other: shine only adds light, so the darker is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.geometry import Floats, fit_map, light_of, mapped
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.photo.table_plane import RING
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


Look = NDArray[np.float32]
"""A tile as seen from above: light, 0 to 1, of shape (rows, columns, 3); nan beyond the photo."""

PIXELS: Final = 30
"""Pixels from spot to spot."""
MARGIN: Final = 1.25
"""Spots around the outermost ones."""
DARK: Final = 0.02
"""Light added before logarithms are taken."""
ROUNDS: Final = 6
AROUND, BLOCK, ROUGH = 0.6, 3, 0.03
"""Spots around a spot's middle in which something is looked for; pixels of which means are taken,
against noise; and their least spread in the logarithm of light."""
ALIKE: Final = (0.12, 35)
"""Least difference in the logarithm of light that is kept, and part of the pixels, percent."""
SHINE: Final = 0.9
"""Least of a spot's three colors, against the card's between spots, from which on it is a mirror
image rather than ink: ink takes away at least one color."""


def look_at(image: Image.Image, corners: Floats) -> Look:
    """Return a tile as seen from above; between pixels values are interpolated.

    Parameters
    ----------
    corners
        The middles of its corner spots, (4, 2), pixels.
    """
    height = round((STANDARD_BOARD.rows - 1 + 2 * MARGIN) * PIXELS)
    width = round((STANDARD_BOARD.columns - 1 + 2 * MARGIN) * PIXELS)
    y, x = (np.mgrid[:height, :width] + 0.5) / PIXELS - MARGIN
    at = mapped(fit_map(RING, corners), np.stack((x, y), -1)) - 0.5
    within = np.asarray(((at >= -0.5) & (at < np.array(image.size) - 0.5)).all(-1))
    low = np.maximum(np.floor(at[within].min(0, initial=image.width)).astype(int), 0)
    high = np.minimum(np.ceil(at[within].max(0, initial=0)).astype(int) + 2, image.size)
    part = np.asarray(image.crop((*low.tolist(), *high.tolist())))
    light = light_of(part)
    at = np.clip(at - low, 0, np.array(light.shape[1::-1]) - 1.001)
    column, row = np.moveaxis(at.astype(int), -1, 0)
    right, down = np.moveaxis(at % 1, -1, 0)[..., None]
    upper = light[row, column] * (1 - right) + light[row, column + 1] * right
    lower = light[row + 1, column] * (1 - right) + light[row + 1, column + 1] * right
    seen = upper * (1 - down) + lower * down
    return np.where(within[..., None], seen, np.nan).astype(np.float32)


def corners_of_look() -> Floats:
    """Return where the middles of the corner spots are on every look, (4, 2), pixels."""
    return (RING + MARGIN) * PIXELS


def joined_looks(looks: Sequence[Look]) -> Image.Image:
    """Return one picture of a tile from several looks: the darkest of each pixel and color.

    The look with the most color leads; the others are made as bright as it first, by a smooth
    field of light fitted to the pixels that agree most.
    """
    first, *others = sorted(looks, key=lambda one: -float(np.nanmedian(np.nanstd(one, axis=-1))))
    light = first
    for other in others:
        light = np.fmin(light, _as_bright(other, light))
    light = np.clip(np.nan_to_num(light), 0, 1)
    tone = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    picture: Image.Image = pillow("Image").fromarray((tone * 255 + 0.5).astype(np.uint8))
    return picture


def hidden_spots(look: Look) -> NDArray[np.bool_]:
    """Tell of each spot whether nothing is to be seen there: light that is smooth all around.

    Around a booth that is seen are its edges, and those of its neighbors.
    """
    columns = STANDARD_BOARD.columns
    reach = np.arange(-round(AROUND * PIXELS), round(AROUND * PIXELS), 2)
    y, x = (one.ravel() for one in np.meshgrid(reach, reach, indexing="ij"))
    terms = np.stack((np.ones(x.size), x, y, x * x, x * y, y * y), -1)
    spots = np.arange(STANDARD_BOARD.spots)[:, None]
    row, column = (np.round((one + MARGIN) * PIXELS).astype(int) for one in divmod(spots, columns))
    seen = np.log(look[row + y, column + x] + DARK)
    off = seen - terms @ (np.linalg.pinv(terms) @ seen)
    means = off.reshape(len(spots), len(reach) // BLOCK, BLOCK, -1, BLOCK, 3).mean((2, 4))
    return np.asarray(np.sqrt(np.square(means).mean((1, 2, 3))) < ROUGH)


def shiny_spots(look: Look) -> frozenset[int]:
    """Return the spots that look like a lamp's reflection: as white as the card, or more so."""
    columns, rows = STANDARD_BOARD.columns, STANDARD_BOARD.rows

    def least(x: float, y: float) -> float:
        column, row = round((x + MARGIN) * PIXELS), round((y + MARGIN) * PIXELS)
        part = look[row - 3 : row + 4, column - 3 : column + 4]
        return float(np.nan_to_num(np.median(part, axis=(0, 1))).min())

    gaps = [least(x + 0.5, y + 0.5) for y in range(rows - 1) for x in range(columns - 1)]
    limit = SHINE * float(np.median(gaps))
    every = range(STANDARD_BOARD.spots)
    return frozenset(spot for spot in every if least(spot % columns, spot // columns) > limit)


def _as_bright(other: Look, like: Look) -> Look:
    """Return a look in the light of another."""
    height, width, _ = other.shape
    y, x = np.mgrid[:height, :width] / np.array([height, width])[:, None, None] - 0.5
    terms = np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), -1)
    ratio = (np.log(like + DARK) - np.log(other + DARK))[::3, ::3].reshape(-1, 3)
    known = np.isfinite(ratio).all(1)
    if known.sum() < 100:
        return np.full_like(other, np.nan)
    ratio, at = ratio[known], terms[::3, ::3].reshape(-1, terms.shape[-1])[known]
    gray = ratio.mean(1)
    kept = np.abs(gray - np.median(gray)) < 0.5
    fit = np.zeros((terms.shape[-1], 3))
    for _ in range(ROUNDS):
        fit = np.linalg.lstsq(at[kept], ratio[kept], rcond=None)[0]
        off = np.abs(ratio - at @ fit).mean(1)
        kept = off <= max(ALIKE[0], np.percentile(off, ALIKE[1]))
    return ((other + DARK) * np.exp(terms @ fit) - DARK).astype(np.float32)
