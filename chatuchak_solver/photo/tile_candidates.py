"""Tile candidates: 6 x 5 windows of lattices, ranked, merged and selected."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats, fit_homography, project
from chatuchak_solver.photo.lattices import COLUMNS, MIN_PATCHES, ROWS, SPOTS, find_lattices
from chatuchak_solver.photo.patches import Patches, oklab
from chatuchak_solver.photo.table_plane import CORNER_SPOTS, mean_pitch

if TYPE_CHECKING:
    from PIL import Image


MAX_CANDIDATES: Final = 600
"""Maximum candidates per segmentation."""
FULL_HUES: Final = 0.02
"""Spread of hues along the minor axis of five colors. Checked cloth varies along one axis only."""
MIN_HUES: Final = 0.008
"""Spread of hues above that of a cloth of two colors."""
HUES_WEIGHT: Final = 12.0
SAMPLE_OFFSETS: Final = np.array([(0, 0), (-0.2, 0), (0.2, 0), (0, -0.2), (0, 0.2)])
"""Color samples around the center of a spot, which may have a letter, in spots."""
PLACES: Final = np.array([[spot % COLUMNS, spot // COLUMNS] for spot in range(SPOTS)], float)


class TileCandidate(NamedTuple):
    """A possible tile.

    Attributes
    ----------
    corners
        Centers of the corner spots, float64 of shape (4, 2), in pixels.
    patches
        Number of spots with a patch.
    rank
        Score; higher is more likely.
    hues
        Standard deviation of the spots' hues along the minor axis.
    votes
        Number of merged candidates.
    """

    corners: Floats
    patches: int
    rank: float
    hues: float
    votes: int = 1


class PhotoColors:
    """Color lookup in a downscaled photo."""

    def __init__(self, image: Image.Image) -> None:
        self.size: tuple[int, int] = image.size
        small = image.resize((max(2, image.width // 4), max(2, image.height // 4)))
        self._lab = oklab(np.asarray(small))
        self._scale = np.array(small.size) / image.size

    def contains(self, corners: Floats, tolerance: float = 0.0) -> bool:
        """Return whether corner spots are in the photo, up to a tolerance in pixels."""
        limit = np.array(self.size) - 1 + tolerance
        return bool((corners >= -tolerance).all() and (corners <= limit).all())

    def hue_spread(self, corners: Floats) -> float:
        """Return the spread of hues of a tile; see `TileCandidate.hues`."""
        return _hue_spread(self.on_tile(corners)[:, 1:])

    def on_tile(self, corners: Floats) -> Floats:
        """Return OKLab of a tile's spots inside the photo, of shape (n, 3)."""
        points = project(fit_homography(CORNER_SPOTS, corners), PLACES)
        return self.at(points[((points >= 0) & (points < self.size)).all(1)])

    def at(self, points: Floats) -> Floats:
        """Return OKLab at points of shape (..., 2)."""
        pixels = (points * self._scale).astype(int)
        rows, columns = self._lab.shape[:2]
        return np.asarray(
            self._lab[np.clip(pixels[..., 1], 0, rows - 1), np.clip(pixels[..., 0], 0, columns - 1)]
        )


def find_candidates(
    patches: Patches, colors: PhotoColors, seeds: Iterator[int], pitch: float | None = None
) -> Iterator[TileCandidate]:
    """Yield the horizontal and vertical 6 x 5 windows with patches of each lattice.

    With ``pitch``, only windows of about that many pixels per spot.
    """
    for homography, lattice in find_lattices(patches, seeds):
        places = np.array(list(lattice))
        low, high = places.min(0), places.max(0)
        start, end = low - COLUMNS, high + COLUMNS
        grid = np.stack(np.meshgrid(*map(np.arange, start, end)), -1).astype(float)
        samples = (
            colors.at(project(homography, grid + offset))[..., 1:] for offset in SAMPLE_OFFSETS
        )
        spots = sum(samples, np.zeros(2)) / len(SAMPLE_OFFSETS)
        gaps = colors.at(project(homography, grid + 0.5))[..., 1:]
        taken = np.zeros(grid.shape[:2], bool)
        taken[places[:, 1] - start[1], places[:, 0] - start[0]] = True
        for width, height in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
            last = high - (width - 1, height - 1)
            lefts = range(min(low[0], last[0]), max(low[0], last[0]) + 1)
            tops = range(min(low[1], last[1]), max(low[1], last[1]) + 1)
            for left, top in itertools.product(lefts, tops):
                y, x = top - start[1], left - start[0]
                inside = slice(y, y + height), slice(x, x + width)
                between = slice(y, y + height - 1), slice(x, x + width - 1)
                number = int(taken[inside].sum())
                hues = _hue_spread(spots[inside])
                if number < max(MIN_PATCHES, min(len(lattice), SPOTS) // 2) or hues < MIN_HUES:
                    continue
                window = CORNER_SPOTS[:, :: 1 if width == COLUMNS else -1] + (left, top)
                corners = project(homography, window)
                if width == ROWS:
                    corners = corners[::-1]  # clockwise, long side first
                if (corners[1] - corners[0]) @ (1, 0.3) < 0:
                    corners = np.roll(corners, 2, 0)
                edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
                edges /= (COLUMNS - 1, ROWS - 1) * 2
                has_pitch = pitch is None or 0.6 < edges.mean() / pitch < 1.7
                if has_pitch and edges.min() > 0.45 * edges.max():
                    rank = number - 0.5 * min(len(lattice) - number, 10)
                    rank += HUES_WEIGHT * min(hues / FULL_HUES, 1)
                    rank -= _empty_spot_price(spots[inside], gaps[between].reshape(-1, 2))
                    yield TileCandidate(corners, number, rank, hues)


def _hue_spread(hues: Floats) -> float:
    offset = (hues := hues.reshape(-1, 2)) - hues.sum(0) / max(len(hues), 1)
    (xx, xy), (_, yy) = offset.T @ offset / (SPOTS - 1)
    return float(np.sqrt(max((xx + yy) / 2 - np.hypot((xx - yy) / 2, xy), 0)))


def _empty_spot_price(spots: Floats, gaps: Floats) -> float:
    """Return a price unless exactly one spot is pale, and in a corner.

    Windows that straddle adjacent tiles have other pale spots.
    """
    colorfulness = np.linalg.norm(spots - np.sort(gaps, 0)[len(gaps) // 2], axis=-1)
    pale = colorfulness < 0.4 * np.median(colorfulness)
    in_corners = pale[:: len(pale) - 1, :: pale.shape[1] - 1].sum()
    return min(2.0 * abs(int(pale.sum()) - 1), 4.0) + (0.0 if in_corners == 1 else 2.0)


def merge_candidates(candidates: Sequence[TileCandidate]) -> list[TileCandidate]:
    """Return the best candidate of each place, with the number of merged candidates as votes."""
    merged: list[TileCandidate] = []
    at = np.zeros((len(candidates), 4, 2))
    for tile in sorted(candidates, key=lambda tile: -tile.rank):
        here = at[: len(merged)]
        rotated = np.roll(tile.corners, 2, 0)
        distances = [
            np.square(here - corners).sum(-1).max(-1, initial=0)
            for corners in (tile.corners, rotated)
        ]
        distance = np.minimum(*distances)
        if merged and distance.min() < (0.4 * mean_pitch(tile.corners)) ** 2:
            same = int(distance.argmin())
            merged[same] = merged[same]._replace(votes=merged[same].votes + 1)
        else:
            at[len(merged)] = tile.corners
            merged.append(tile)
    return merged


def overlap(tile: Floats, other: Floats) -> bool:
    """Return whether a spot of either tile is within the other, with a margin of half a spot."""
    distance = np.linalg.norm(tile.mean(0) - other.mean(0))
    if distance > 4.5 * (mean_pitch(tile) + mean_pitch(other)):
        return False
    for a, b in ((tile, other), (other, tile)):
        spots = project(fit_homography(CORNER_SPOTS, a), PLACES)
        at = project(fit_homography(b, CORNER_SPOTS), spots)
        if ((at > -0.6) & (at < (COLUMNS - 0.4, ROWS - 0.4))).all(1).any():
            return True
    return False


def non_overlapping(
    candidates: Sequence[TileCandidate], tolerance: float, price: Callable[[TileCandidate], float]
) -> Iterator[TileCandidate]:
    """Yield candidates without overlaps, best first. The price decides between similar ranks."""
    left = sorted(candidates, key=lambda tile: -tile.rank)
    while left:
        top = left[0]
        rivals = [
            tile for tile in left
            if tile.rank > top.rank - tolerance and overlap(tile.corners, top.corners)
        ][:6]  # fmt: skip
        if len(rivals) > 1:
            top = min(rivals, key=price)
        yield top
        left = [tile for tile in left if not overlap(tile.corners, top.corners)]
