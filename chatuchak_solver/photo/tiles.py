"""Finding all tiles on a photo: lattices at every scale, of which those on one plane are kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.finding import (
    COLUMNS,
    HUES_WORTH,
    ROWS,
    SPOTS,
    Net,
    find_grids,
    grown,
    pairs,
    settled,
    spread_of_hues,
)  # fmt: skip
from chatuchak_solver.photo.geometry import Floats, fit_map, mapped
from chatuchak_solver.photo.patches import Patches, oklab, patches_at_pitch
from chatuchak_solver.photo.reading_order import reading_order
from chatuchak_solver.photo.table_plane import RING, Table, pitch_of

if TYPE_CHECKING:
    from PIL import Image


PITCHES: Final = (42, 30, 60, 85, 120, 170, 22)
"""From spot to spot on a photo of `LONG` pixels, likeliest first."""
LONG: Final = 1600
NEAR_PITCH: Final = 1.5
"""Once sure tiles are found, only scales within this factor of theirs are looked at."""
LEAST, WEAK, FULL = 16, 10, 24
"""Patches of a tile; of one that must lie on the plane of others; of one whose corners are sure."""
SURE_RANK: Final = 30.0
LEAST_RANK: Final = 20.0
FAR_WORSE: Final = 14.0
"""Rank below the best tile's at which a window is none: lattices of cloths have one hue."""
OFF_PLANE: Final = 0.35
"""How far a corner may be from a tile of the common size, in spots."""
SEEDS, WINDOWS, PATCHES = 120, 600, 900
"""Bounds on the work for each cut: patches grown from, windows looked at, patches of a photo of
tiles; more are a pattern."""
ALL_SEEDS: Final = 700
"""Bound on the patches that are grown from in all cuts of a photo."""
NEIGHBORS: Final = 4
MANY_HUES: Final = 0.02
PLACES: Final = np.array([[spot % COLUMNS, spot // COLUMNS] for spot in range(SPOTS)], float)
GAPS: Final = np.array([[x + 0.5, y + 0.5] for y in range(ROWS - 1) for x in range(COLUMNS - 1)])


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
    votes
        How many cuts of the photo have it.
    """

    corners: Floats
    patches: int
    rank: float
    votes: int = 1


class FoundTiles(NamedTuple):
    """The tiles of a photo.

    Attributes
    ----------
    tiles
        In reading order.
    cut_off
        Corners of tiles that the edge of the photo cuts, (4, 2) each.
    """

    tiles: tuple[FoundTile, ...]
    cut_off: tuple[Floats, ...] = ()


def find_tiles(image: Image.Image, price: Callable[[Floats], float]) -> FoundTiles:
    """Return all tiles on a photo, in reading order.

    Parameters
    ----------
    image
        An upright picture, at most some 1600 pixels long.
    price
        What a rough reading at four corners costs; decides between windows of one lattice.
    """
    lab = oklab(np.asarray(image.resize((max(2, image.width // 4), max(2, image.height // 4)))))
    seen = _Seen(lab, image.size)
    windows: list[FoundTile] = []
    beyond: list[FoundTile] = []
    for window in _all_windows(image, seen):
        (windows if seen.inside(window.corners) else beyond).append(window)
    groups = _merged(windows)
    best = max((one.rank for one in groups), default=0.0)
    likely = [
        one for one in groups
        if one.patches >= LEAST and one.rank > max(LEAST_RANK, best - FAR_WORSE)
    ]  # fmt: skip
    chosen = sorted(_without_overlaps(likely, 5, price), key=lambda one: -one.rank - one.votes)
    cut_off: list[Floats] = []
    if len(chosen) >= 2:
        chosen, table = _of_one_table(chosen)
        if len(chosen) >= 2:
            chosen, cut_off = _completed(chosen, table, groups, _merged(beyond), price)
    order = reading_order([one.corners for one in chosen])
    return FoundTiles(tuple(chosen[one] for one in order), tuple(cut_off))


def _completed(
    sure: Sequence[FoundTile], table: Table, within: Sequence[FoundTile],
    beyond: Sequence[FoundTile], price: Callable[[Floats], float],
) -> tuple[list[FoundTile], list[Floats]]:  # fmt: skip
    """Return the tiles with weaker ones of the same plane, and those that the photo's edge cuts."""

    def fits(one: FoundTile) -> bool:
        return table.off(one.corners) < OFF_PLANE

    cut = [one for one in beyond if fits(one)]
    tiles = [
        one for one in sure
        if one.patches >= FULL or not _better_beyond(one, cut)
    ]  # fmt: skip
    weak = [
        one for one in within
        if fits(one) and not any(_overlap(one.corners, other.corners) for other in tiles)
    ]  # fmt: skip
    tiles += [
        one for one in _without_overlaps(weak, 8, price)
        if one.patches + min(one.votes, 4) >= WEAK + 2 and not _better_beyond(one, cut)
    ]  # fmt: skip
    cut_off: list[Floats] = []
    for one in sorted(cut, key=lambda one: -one.rank):
        others = [*(tile.corners for tile in tiles), *cut_off]
        if not any(_overlap(one.corners, other) for other in others):
            cut_off.append(one.corners)
    for number, one in enumerate(tiles):
        if one.patches < FULL:
            tiles[number] = one._replace(corners=table.straightened(one.corners))
    return tiles, cut_off


def _better_beyond(one: FoundTile, cut: Sequence[FoundTile]) -> bool:
    """Tell whether a tile that the edge cuts explains the patches of a window as well or better."""
    return any(
        other.patches >= one.patches and _overlap(one.corners, other.corners) for other in cut
    )


class _Seen:
    """What is looked up on a photo at the places of spots."""

    def __init__(self, lab: Floats, size: tuple[int, int]) -> None:
        self.lab = lab
        self.size = size
        self._to = np.array([lab.shape[1] / size[0], lab.shape[0] / size[1]])

    def inside(self, corners: Floats) -> bool:
        """Tell whether corner spots are on the photo."""
        return bool((corners >= 0).all() and (corners <= np.array(self.size) - 1).all())

    def rank(self, corners: Floats, patches: int, others: int) -> float:
        """Return how likely a window is a tile: by its patches, others beside it and its hues."""
        hues = min(spread_of_hues(self.lab, corners, self.size) / MANY_HUES, 1)
        return patches - 0.5 * min(others, 10) + HUES_WORTH * hues - self._oddly_empty(corners)

    def _oddly_empty(self, corners: Floats) -> float:
        """Return a price unless just one spot is pale, and in a corner.

        Windows that straddle tiles side by side have others.
        """
        by = fit_map(RING, corners)
        far = np.linalg.norm(self._hues(by, PLACES) - np.median(self._hues(by, GAPS), 0), axis=1)
        pale = far < 0.4 * np.median(far)
        corner = pale[[0, COLUMNS - 1, SPOTS - COLUMNS, SPOTS - 1]].sum()
        return min(2.0 * abs(int(pale.sum()) - 1), 4.0) + (0.0 if corner == 1 else 2.0)

    def _hues(self, by: Floats, places: Floats) -> Floats:
        at = (mapped(by, places) * self._to).astype(int)
        rows, columns = self.lab.shape[:2]
        hues: Floats = self.lab[
            np.clip(at[:, 1], 0, rows - 1), np.clip(at[:, 0], 0, columns - 1), 1:
        ]
        return hues


def _all_windows(image: Image.Image, seen: _Seen) -> Iterator[FoundTile]:
    """Yield windows of all scales; those of a single tile on a patterned cloth lead the way."""
    scale = max(image.size) / LONG
    seeds = iter(range(ALL_SEEDS))
    todo = [pitch * scale for pitch in PITCHES]
    sure: list[float] = []
    for grid in find_grids(image):
        if seen.inside(grid.corners):
            rank = seen.rank(grid.corners, grid.patches, 0)
            yield FoundTile(grid.corners, grid.patches, rank)
            if grid.patches >= FULL and rank > SURE_RANK:
                sure.append(pitch_of(grid.corners))
    if sure:
        todo.sort(key=lambda pitch: abs(np.log(pitch / sure[0])))
    while todo:
        if sure:
            usual = float(np.median(sure))
            todo = [one for one in todo if usual / NEAR_PITCH < one < usual * NEAR_PITCH]
            if not todo:
                return
        pitch = todo.pop(0)
        for patches in patches_at_pitch(image, pitch):
            few = itertools.islice(_windows_of(patches, pitch, seen, seeds), WINDOWS)
            for window in few:
                if window.patches >= FULL and window.rank > SURE_RANK:
                    sure.append(pitch_of(window.corners))
                yield window


def _windows_of(
    patches: Patches, pitch: float, seen: _Seen, seeds: Iterator[int]
) -> Iterator[FoundTile]:
    """Yield each 6 x 5 part of each lattice of a cut, lying or standing, that patches are in."""
    for by, net in _nets(patches, seeds):
        places = np.array(list(net))
        low, high = places.min(0), places.max(0)
        for width, height in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
            last = high - (width - 1, height - 1)
            lefts = range(min(low[0], last[0]), max(low[0], last[0]) + 1)
            tops = range(min(low[1], last[1]), max(low[1], last[1]) + 1)
            for left, top in itertools.product(lefts, tops):
                within = (places >= (left, top)) & (places < (left + width, top + height))
                number = int(within.all(1).sum())
                if number < WEAK:
                    continue
                corners = mapped(by, RING[:, :: 1 if width == COLUMNS else -1] + (left, top))
                if width == ROWS:
                    corners = corners[::-1]  # clockwise again, the long side first
                if (corners[1] - corners[0]) @ (1, 0.3) < 0:
                    corners = np.roll(corners, 2, 0)
                edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
                edges /= (COLUMNS - 1, ROWS - 1) * 2
                if edges.min() > 0.45 * edges.max() and 0.6 < edges.mean() / pitch < 1.7:
                    rank = seen.rank(corners, number, len(net) - number)
                    yield FoundTile(corners, number, rank)


def _nets(patches: Patches, seeds: Iterator[int]) -> Iterator[tuple[Floats, Net]]:
    """Yield lattices, from every seed in turn; patches of large ones are taken away."""
    middle, area = patches
    if not WEAK <= len(area) <= PATCHES:
        return
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=-1)
    ratio = area[:, None] / area[None]
    alike = (ratio > 0.45) & (ratio < 2.2)
    near = (distance < 3.5 * np.sqrt(area)[:, None]) & alike
    left, untried = np.ones(len(area), bool), np.ones(len(area), bool)
    for _ in itertools.islice(seeds, SEEDS):
        number = np.where(left & untried, (near & left).sum(1), 0)
        seed = int(number.argmax())
        if number[seed] < NEIGHBORS:
            return
        untried[seed] = False
        some = np.flatnonzero(left)
        rest = Patches(middle[some], area[some])
        at = int(np.searchsorted(some, seed))
        for one, other in pairs(rest, at, distance[seed, some], alike[seed, some]):
            net = grown(rest, at, one, other)
            fitted = settled(rest, net) if len(net) >= WEAK else None
            if fitted is not None and len(fitted[1]) >= WEAK:
                taken = some[list(fitted[1].values())]
                untried[taken] = False  # windows that are not believed give their patches back
                if len(taken) >= SPOTS * 2 // 3:
                    left[taken] = False
                yield fitted
                break


def _merged(windows: Sequence[FoundTile]) -> list[FoundTile]:
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


def _overlap(one: Floats, other: Floats) -> bool:
    """Tell whether a spot of one lies within the other, half a spot around it included."""
    apart = np.linalg.norm(one.mean(0) - other.mean(0))
    if apart > 4.5 * (pitch_of(one) + pitch_of(other)):
        return False
    for a, b in ((one, other), (other, one)):
        at = mapped(fit_map(b, RING), mapped(fit_map(RING, a), PLACES))
        if ((at > -0.6) & (at < (COLUMNS - 0.4, ROWS - 0.4))).all(1).any():
            return True
    return False


def _without_overlaps(
    windows: Sequence[FoundTile], near: float, price: Callable[[Floats], float]
) -> Iterator[FoundTile]:
    """Yield windows that overlap no other, the best first; a rough reading decides near ranks."""
    left = sorted(windows, key=lambda one: -one.rank)
    while left:
        top = left[0]
        rivals = [
            one for one in left if one.rank > top.rank - near and _overlap(one.corners, top.corners)
        ][:6]
        if len(rivals) > 1:
            top = min(rivals, key=lambda one: price(one.corners) - 4 * one.patches)
        yield top
        left = [one for one in left if not _overlap(one.corners, top.corners)]


def _of_one_table(tiles: Sequence[FoundTile]) -> tuple[list[FoundTile], Table]:
    """Return the tiles that are rectangles on one table, and that; the first tile is held.

    The cards of a box are of one size; where more fit with sizes of their own, those have.
    """
    best: list[FoundTile] = []
    for alike in (True, False):
        kept = list(tiles)
        while True:
            fitted = Table.fitted([one.corners for one in kept], alike=alike)
            off = [fitted.off(one.corners) for one in kept]
            if len(kept) == 1 or max(off) < OFF_PLANE:
                break
            kept.pop(1 + int(np.argmax(off[1:])))
        if len(kept) > len(best):
            best, table = kept, fitted
        if len(best) == len(tiles):
            break
    return best, table
