"""Finding all tiles on a photo: lattices at every scale, of which those on one plane are kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.lattices import SPOTS, WEAK
from chatuchak_solver.photo.patches import patches_at_pitch, patches_of
from chatuchak_solver.photo.reading_order import reading_rows
from chatuchak_solver.photo.table_plane import Table, pitch_of
from chatuchak_solver.photo.unread import covered_places
from chatuchak_solver.photo.windows import (
    WINDOWS,
    FoundTile,
    Seen,
    merged,
    overlap,
    windows_of,
    without_overlaps,
)  # fmt: skip

if TYPE_CHECKING:
    from PIL import Image


PITCHES: Final = (42, 30, 60, 85, 120, 170, 22)
"""From spot to spot on a photo of `LONG` pixels, likeliest first."""
LONG: Final = 1600
NEAR_PITCH: Final = 1.5
"""Once sure tiles are found, only scales within this factor of theirs are looked at."""
LEAST, LEAST_ALONE, FULL = 16, 12, 24
"""Patches of a tile; of the only one of a photo; of one whose corners are sure."""
SURE_RANK: Final = 30.0
LEAST_RANK: Final = 20.0
FAR_WORSE: Final = 14.0
"""Rank below the best tile's at which a window is none: lattices of cloths have one hue."""
OFF_PLANE: Final = 0.35
"""How far a corner may be from a tile of the common size, in spots."""
ALL_SEEDS: Final = 700
"""Bound on the patches that are grown from in all cuts of a photo."""
NEAR_RANK: Final = 5.0
"""Difference of rank that decides nothing between windows of one place."""
CLEARLY: Final = 4.0
"""Rank below the best's at which a window of a single tile tells nothing of the scale."""
GOOD_RANK: Final = 40.0
"""A rank at which no further cut for a single tile is looked at."""
BESIDE: Final = 20.0
"""Pixels by which corner spots of a single tile may be beyond the photo."""
FEW: Final = 2
"""Patches that a tile may have by chance."""
SEEDS_ALONE: Final = 14
MOST_RIVALS: Final = 8
ACROSS: Final = 150.0
"""Doubt of a weak tile that lies across the others."""
FEW_HUES: Final = 0.5
"""Part of the likeliest tiles' spread of hues below which a window is of the cloth."""


class FoundTiles(NamedTuple):
    """The tiles of a photo.

    Attributes
    ----------
    tiles
        In reading order.
    unread
        Corners of tiles that the edge of the photo cuts, or that are covered, (4, 2) each.
    """

    tiles: tuple[FoundTile, ...]
    unread: tuple[Floats, ...] = ()


def find_tiles(
    image: Image.Image, doubt: Callable[[FoundTile], float], *, single: bool = False
) -> FoundTiles:
    """Return all tiles on a photo, in reading order.

    Parameters
    ----------
    image
        An upright picture, at most some 1600 pixels long.
    doubt
        How doubtful a reading of a window is; decides between windows of one lattice.
    single
        Whether just the likeliest is looked for, at its own scales, which is sooner.
    """
    seen = Seen(image)
    alone = list(_windows_of_one(image, seen))
    chosen: list[FoundTile] = []
    if not single:
        windows: list[FoundTile] = []
        beyond: list[FoundTile] = []
        for window in itertools.chain(alone, _windows_at_pitches(image, seen, alone)):
            (windows if seen.inside(window.corners) else beyond).append(window)
        groups = merged(windows)
        likely = [
            one for one in groups
            if one.patches >= LEAST
            and (one.rank > SURE_RANK or one.hues > FEW_HUES * groups[0].hues)
            and one.rank > max(LEAST_RANK, groups[0].rank - FAR_WORSE)
        ]  # fmt: skip
        chosen = sorted(
            without_overlaps(likely, NEAR_RANK, doubt), key=lambda one: -one.rank - one.votes
        )
        if len(chosen) >= 2:
            chosen, table = _of_one_table(chosen)
        if len(chosen) >= 2:
            chosen, unread = _completed(chosen, table, groups, merged(beyond), doubt)
    if len(chosen) >= 2:
        unread += covered_places([one.corners for one in chosen], unread, table, seen)
    else:
        near = [seen.inside(one.corners, BESIDE) for one in alone]
        chosen = _likeliest(list(itertools.compress(alone, near)), doubt)
        off = merged([one for one, is_near in zip(alone, near, strict=True) if not is_near])
        unread = [
            other.corners for one in chosen for other in off
            if one.patches <= SPOTS - FEW and other.rank >= one.rank and _explains(other, one)
        ][:1]  # fmt: skip
        chosen = chosen if not unread else []
    rows = reading_rows([one.corners for one in chosen])
    return FoundTiles(tuple(chosen[one] for row in rows for one in row), tuple(unread))


def _likeliest(
    windows: Sequence[FoundTile], doubt: Callable[[FoundTile], float]
) -> list[FoundTile]:
    """Return the likeliest window, if there is one; readings decide between near ranks."""
    rivals = merged([one for one in windows if one.patches >= LEAST_ALONE])
    if rivals:
        near = 4 if rivals[0].patches >= SPOTS - 2 else 8
        rivals = [one for one in rivals if one.rank >= rivals[0].rank - near][:MOST_RIVALS]
    if len(rivals) > 1:
        rivals.sort(key=doubt)
    return rivals[:1]


def _completed(
    sure: Sequence[FoundTile], table: Table, within: Sequence[FoundTile],
    beyond: Sequence[FoundTile], doubt: Callable[[FoundTile], float],
) -> tuple[list[FoundTile], list[Floats]]:  # fmt: skip
    """Return the tiles with weaker ones of the same plane, and those that the photo's edge cuts."""
    least = FEW_HUES * float(np.median([one.hues for one in sure]))

    def fits(one: FoundTile) -> bool:
        return one.hues > least and table.off(one.corners) < OFF_PLANE

    def across(one: FoundTile) -> bool:
        return table.across(one.corners, [other.corners for other in sure])

    def as_likely_along(one: FoundTile) -> bool:
        return any(
            other.rank > one.rank - NEAR_RANK and overlap(other.corners, one.corners)
            and fits(other) and not across(other)
            for other in within
        )  # fmt: skip

    def doubt_there(one: FoundTile) -> float:
        return doubt(one) + ACROSS * across(one)

    cut = [one for one in beyond if fits(one)]
    tiles = [
        one for one in sure
        if not any(_explains(other, one) for other in cut)
        and (not across(one) or (one.patches >= FULL and fits(one) and not as_likely_along(one)))
    ]  # fmt: skip
    weak = [
        one for one in within
        if fits(one) and not any(overlap(one.corners, other.corners) for other in tiles)
    ]  # fmt: skip
    tiles += [
        one for one in without_overlaps(weak, 8, doubt_there)
        if one.patches + min(one.votes, 4) >= WEAK + 2
        and not any(_explains(other, one) for other in cut)
    ]  # fmt: skip
    cut_off: list[Floats] = []
    for one in sorted(cut, key=lambda one: -one.rank):
        others = [*(tile.corners for tile in tiles), *cut_off]
        if not any(overlap(one.corners, other) for other in others):
            cut_off.append(one.corners)
    for number, one in enumerate(tiles):
        if one.patches < FULL:
            tiles[number] = one._replace(corners=table.straightened(one.corners))
    return tiles, cut_off


def _explains(other: FoundTile, one: FoundTile) -> bool:
    """Tell whether a tile that the edge cuts explains the patches of a window about as well."""
    return other.patches + FEW >= one.patches and overlap(one.corners, other.corners)


def _windows_of_one(image: Image.Image, seen: Seen) -> Iterator[FoundTile]:
    """Yield windows of the cuts that show a single tile, on a patterned cloth too."""
    best = 0.0
    for patches in patches_of(image):
        for window in windows_of(patches, seen, iter(range(SEEDS_ALONE))):
            if seen.inside(window.corners, BESIDE):
                best = max(best, window.rank)
            yield window
        if best >= GOOD_RANK:
            return


def _windows_at_pitches(
    image: Image.Image, seen: Seen, known: Sequence[FoundTile]
) -> Iterator[FoundTile]:
    """Yield windows of all scales, or of those near sure tiles' once there are some."""
    scale = max(image.size) / LONG
    seeds = iter(range(ALL_SEEDS))
    todo = [pitch * scale for pitch in PITCHES]
    inside = [one for one in known if one.patches >= FULL and seen.inside(one.corners)]
    least = max([SURE_RANK, *(one.rank - CLEARLY for one in inside)])
    sure = [pitch_of(one.corners) for one in inside if one.rank > least]
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
            few = itertools.islice(windows_of(patches, seen, seeds, pitch), WINDOWS)
            for window in few:
                if window.patches >= FULL and window.rank > SURE_RANK:
                    sure.append(pitch_of(window.corners))
                yield window


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
