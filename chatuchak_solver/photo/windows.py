"""Windows: parts of lattices that may be tiles, ranked, joined and chosen between."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.photo.lattices import COLUMNS, ROWS, SPOTS, WEAK, nets
from chatuchak_solver.photo.patches import Patches, oklab
from chatuchak_solver.photo.table_plane import RING, pitch_of

if TYPE_CHECKING:
    from PIL import Image


WINDOWS: Final = 600
"""Most that are looked at of one cut."""
MANY_HUES: Final = 0.02
"""Spread of hues along its lesser axis that five colors have; a checked cloth has one axis."""
CLOTH_HUES: Final = 0.008
"""That a cloth of two colors has at most."""
HUES_WORTH: Final = 12.0
AROUND: Final = np.array([(0, 0), (-0.2, 0), (0.2, 0), (0, -0.2), (0, 0.2)])
"""Where hues are taken on a spot, from its middle, in spots: there may be a letter."""
PLACES: Final = np.array([[spot % COLUMNS, spot // COLUMNS] for spot in range(SPOTS)], float)


class FoundTile(NamedTuple):
    """A place where a tile may be.

    Attributes
    ----------
    corners
        The middles of its corner spots, float64 of shape (4, 2), pixels.
    patches
        On how many of its spots a patch was found.
    rank
        The higher the likelier.
    hues
        How far its spots' hues are spread along the lesser of their two axes.
    votes
        How many cuts of the photo have it.
    """

    corners: Floats
    patches: int
    rank: float
    hues: float
    votes: int = 1


class Seen:
    """What is looked up on a photo."""

    def __init__(self, image: Image.Image) -> None:
        self.size: tuple[int, int] = image.size
        small = image.resize((max(2, image.width // 4), max(2, image.height // 4)))
        self._lab = oklab(np.asarray(small))
        self._to = np.array(small.size) / image.size

    def inside(self, corners: Floats, leeway: float = 0.0) -> bool:
        """Tell whether corner spots are on the photo, or this many pixels beside it."""
        most = np.array(self.size) - 1 + leeway
        return bool((corners >= -leeway).all() and (corners <= most).all())

    def spread(self, corners: Floats) -> float:
        """Return how far hues are spread on a tile's spots on the photo; see `FoundTile.hues`."""
        return _spread(self.colors_on(corners)[:, 1:])

    def colors_on(self, corners: Floats) -> Floats:
        """Return OKLab on those spots of a tile that are on the photo, (n, 3)."""
        at = mapped(fit_map(RING, corners), PLACES)
        return self.colors(at[((at >= 0) & (at < self.size)).all(1)])

    def colors(self, points: Floats) -> Floats:
        """Return OKLab at points, each (..., 2)."""
        at = (points * self._to).astype(int)
        rows, columns = self._lab.shape[:2]
        return np.asarray(
            self._lab[np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)]
        )


def windows_of(
    patches: Patches, seen: Seen, seeds: Iterator[int], pitch: float | None = None
) -> Iterator[FoundTile]:
    """Yield each 6 x 5 part of each lattice of a cut, lying or standing, that patches are in.

    If ``pitch`` is given, only those whose spots are about that many pixels apart.
    """
    for by, net in nets(patches, seeds):
        places = np.array(list(net))
        low, high = places.min(0), places.max(0)
        start, end = low - COLUMNS, high + COLUMNS
        every = np.stack(np.meshgrid(*map(np.arange, start, end)), -1).astype(float)
        around = (seen.colors(mapped(by, every + off))[..., 1:] for off in AROUND)
        spots = sum(around, np.zeros(2)) / len(AROUND)
        gaps = seen.colors(mapped(by, every + 0.5))[..., 1:]
        taken = np.zeros(every.shape[:2], bool)
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
                hues = _spread(spots[inside])
                if number < max(WEAK, min(len(net), SPOTS) // 2) or hues < CLOTH_HUES:
                    continue
                corners = mapped(by, RING[:, :: 1 if width == COLUMNS else -1] + (left, top))
                if width == ROWS:
                    corners = corners[::-1]  # clockwise again, the long side first
                if (corners[1] - corners[0]) @ (1, 0.3) < 0:
                    corners = np.roll(corners, 2, 0)
                edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
                edges /= (COLUMNS - 1, ROWS - 1) * 2
                usual = pitch is None or 0.6 < edges.mean() / pitch < 1.7
                if usual and edges.min() > 0.45 * edges.max():
                    rank = number - 0.5 * min(len(net) - number, 10)
                    rank += HUES_WORTH * min(hues / MANY_HUES, 1)
                    rank -= _oddly_empty(spots[inside], gaps[between].reshape(-1, 2))
                    yield FoundTile(corners, number, rank, hues)


def _spread(hues: Floats) -> float:
    """Return the standard deviation of hues along the lesser of their two axes."""
    off = (hues := hues.reshape(-1, 2)) - hues.sum(0) / max(len(hues), 1)
    (xx, xy), (_, yy) = off.T @ off / (SPOTS - 1)
    return float(np.sqrt(max((xx + yy) / 2 - np.hypot((xx - yy) / 2, xy), 0)))


def _oddly_empty(spots: Floats, gaps: Floats) -> float:
    """Return a price unless just one spot is pale, and in a corner.

    Windows that straddle tiles side by side have others.
    """
    far = np.linalg.norm(spots - np.sort(gaps, 0)[len(gaps) // 2], axis=-1)
    pale = far < 0.4 * np.median(far)
    in_corners = pale[:: len(pale) - 1, :: pale.shape[1] - 1].sum()
    return min(2.0 * abs(int(pale.sum()) - 1), 4.0) + (0.0 if in_corners == 1 else 2.0)


def merged(windows: Sequence[FoundTile]) -> list[FoundTile]:
    """Return the best window of each place, with the number of them."""
    kept: list[FoundTile] = []
    at = np.zeros((len(windows), 4, 2))
    for one in sorted(windows, key=lambda one: -one.rank):
        here = at[: len(kept)]
        turned = np.roll(one.corners, 2, 0)
        far = [np.square(here - way).sum(-1).max(-1, initial=0) for way in (one.corners, turned)]
        apart = np.minimum(*far)
        if kept and apart.min() < (0.4 * pitch_of(one.corners)) ** 2:
            same = int(apart.argmin())
            kept[same] = kept[same]._replace(votes=kept[same].votes + 1)
        else:
            at[len(kept)] = one.corners
            kept.append(one)
    return kept


def overlap(one: Floats, other: Floats) -> bool:
    """Tell whether a spot of one lies within the other, half a spot around it included."""
    apart = np.linalg.norm(one.mean(0) - other.mean(0))
    if apart > 4.5 * (pitch_of(one) + pitch_of(other)):
        return False
    for a, b in ((one, other), (other, one)):
        at = mapped(fit_map(b, RING), mapped(fit_map(RING, a), PLACES))
        if ((at > -0.6) & (at < (COLUMNS - 0.4, ROWS - 0.4))).all(1).any():
            return True
    return False


def without_overlaps(
    windows: Sequence[FoundTile], near: float, doubt: Callable[[FoundTile], float]
) -> Iterator[FoundTile]:
    """Yield windows that overlap no other, the best first; readings decide between near ranks."""
    left = sorted(windows, key=lambda one: -one.rank)
    while left:
        top = left[0]
        rivals = [
            one for one in left if one.rank > top.rank - near and overlap(one.corners, top.corners)
        ][:6]
        if len(rivals) > 1:
            top = min(rivals, key=doubt)
        yield top
        left = [one for one in left if not overlap(one.corners, top.corners)]
