"""Detection of all tiles in a photo: lattices at several scales, filtered by a common plane."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.lattices import MIN_PATCHES as MIN_LATTICE
from chatuchak_solver.photo.lattices import SPOTS
from chatuchak_solver.photo.patches import segmentations, segmentations_at_pitch
from chatuchak_solver.photo.reading_order import reading_rows
from chatuchak_solver.photo.table_plane import TablePlane, mean_pitch
from chatuchak_solver.photo.tile_candidates import (
    MAX_CANDIDATES,
    PhotoColors,
    TileCandidate,
    find_candidates,
    merge_candidates,
    non_overlapping,
    overlap,
)  # fmt: skip
from chatuchak_solver.photo.unreadable import find_covered

if TYPE_CHECKING:
    from PIL import Image


PITCHES: Final = (42, 30, 60, 85, 120, 170, 22)
"""Pixels per spot in a photo of `PITCH_SIDE` pixels, most likely first."""
PITCH_SIDE: Final = 1600
MAX_PITCH_RATIO: Final = 1.5
"""After the first sure tile, only scales within this ratio of its scale are searched."""
MIN_PATCHES, MIN_SINGLE_PATCHES, SURE_PATCHES = 16, 12, 24
"""Minimum patches of a tile, of a single tile in a photo, and of a tile with sure corners."""
SURE_RANK: Final = 30.0
MIN_RANK: Final = 20.0
MAX_RANK_GAP: Final = 14.0
"""Maximum difference of rank from the best tile. Lattices on cloth have one hue and rank lower."""
MAX_PLANE_ERROR: Final = 0.35
"""Maximum distance of a corner from a tile of the common size, in spots."""
MAX_SEEDS: Final = 700
"""Maximum lattice seeds over all segmentations of a photo."""
RANK_TOLERANCE: Final = 5.0
"""Maximum difference of rank of candidates that are compared by their readings."""
SCALE_RANK_TOLERANCE: Final = 4.0
"""Maximum difference of rank from the best of tiles that determine the scale."""
GOOD_RANK: Final = 40.0
"""Rank from which on the search for a single tile ends."""
MAX_OUTSIDE: Final = 20.0
"""Maximum distance of the corner spots of a single tile from the photo, in pixels."""
CHANCE_PATCHES: Final = 2
"""Patches that a candidate may have by chance."""
SINGLE_SEEDS: Final = 14
MAX_RIVALS: Final = 8
ACROSS_PRICE: Final = 150.0
"""Price of a weak tile perpendicular to most tiles."""
MIN_HUES_RATIO: Final = 0.5
"""Minimum spread of hues relative to the best tiles. Cloth has less."""


class DetectedTiles(NamedTuple):
    """The tiles of a photo.

    Attributes
    ----------
    tiles
        In reading order.
    unreadable
        Corners of tiles that are cut off or covered, of shape (4, 2) each.
    """

    tiles: tuple[TileCandidate, ...]
    unreadable: tuple[Floats, ...] = ()


def find_tiles(
    image: Image.Image, price: Callable[[TileCandidate], float], *, single: bool = False
) -> DetectedTiles:
    """Return all tiles of a photo, in reading order.

    Parameters
    ----------
    image
        An upright image, at most about 1600 pixels long.
    price
        Price of a candidate's reading, lower is better. Decides between similar candidates.
    single
        Whether to search only the most likely tile, which is faster.
    """
    colors = PhotoColors(image)
    alone = list(_single_tile_candidates(image, colors))
    chosen: list[TileCandidate] = []
    if not single:
        inside: list[TileCandidate] = []
        outside: list[TileCandidate] = []
        for candidate in itertools.chain(alone, _candidates_at_pitches(image, colors, alone)):
            (inside if colors.contains(candidate.corners) else outside).append(candidate)
        groups = merge_candidates(inside)
        likely = [
            group for group in groups
            if group.patches >= MIN_PATCHES
            and (group.rank > SURE_RANK or group.hues > MIN_HUES_RATIO * groups[0].hues)
            and group.rank > max(MIN_RANK, groups[0].rank - MAX_RANK_GAP)
        ]  # fmt: skip
        chosen = sorted(
            non_overlapping(likely, RANK_TOLERANCE, price), key=lambda tile: -tile.rank - tile.votes
        )
        if len(chosen) >= 2:
            chosen, table = _fit_table(chosen)
        if len(chosen) >= 2:
            chosen, unreadable = _complete(chosen, table, groups, merge_candidates(outside), price)
    if len(chosen) >= 2:
        unreadable += find_covered([tile.corners for tile in chosen], unreadable, table, colors)
    else:
        near = [colors.contains(tile.corners, MAX_OUTSIDE) for tile in alone]
        chosen = _most_likely(list(itertools.compress(alone, near)), price)
        cut = merge_candidates(
            [tile for tile, is_near in zip(alone, near, strict=True) if not is_near]
        )
        unreadable = [
            other.corners for tile in chosen for other in cut
            if tile.patches <= SPOTS - CHANCE_PATCHES and other.rank >= tile.rank
            and _explains(other, tile)
        ][:1]  # fmt: skip
        chosen = chosen if not unreadable else []
    rows = reading_rows([tile.corners for tile in chosen])
    return DetectedTiles(tuple(chosen[index] for row in rows for index in row), tuple(unreadable))


def _most_likely(
    candidates: Sequence[TileCandidate], price: Callable[[TileCandidate], float]
) -> list[TileCandidate]:
    """Return the most likely candidate, if any. The price decides between similar ranks."""
    rivals = merge_candidates([tile for tile in candidates if tile.patches >= MIN_SINGLE_PATCHES])
    if rivals:
        tolerance = 4 if rivals[0].patches >= SPOTS - 2 else 8
        rivals = [tile for tile in rivals if tile.rank >= rivals[0].rank - tolerance][:MAX_RIVALS]
    if len(rivals) > 1:
        rivals.sort(key=price)
    return rivals[:1]


def _complete(
    sure: Sequence[TileCandidate], table: TablePlane, inside: Sequence[TileCandidate],
    outside: Sequence[TileCandidate], price: Callable[[TileCandidate], float],
) -> tuple[list[TileCandidate], list[Floats]]:  # fmt: skip
    """Add weaker tiles on the same plane; also return the corners of tiles that are cut off."""
    min_hues = MIN_HUES_RATIO * float(np.median([tile.hues for tile in sure]))

    def fits(tile: TileCandidate) -> bool:
        return tile.hues > min_hues and table.error(tile.corners) < MAX_PLANE_ERROR

    def is_across(tile: TileCandidate) -> bool:
        return table.is_across(tile.corners, [other.corners for other in sure])

    def has_aligned_rival(tile: TileCandidate) -> bool:
        return any(
            other.rank > tile.rank - RANK_TOLERANCE and overlap(other.corners, tile.corners)
            and fits(other) and not is_across(other)
            for other in inside
        )  # fmt: skip

    def aligned_price(tile: TileCandidate) -> float:
        return price(tile) + ACROSS_PRICE * is_across(tile)

    cut = [tile for tile in outside if fits(tile)]
    tiles = [
        tile for tile in sure
        if not any(_explains(other, tile) for other in cut)
        and (not is_across(tile)
             or (tile.patches >= SURE_PATCHES and fits(tile) and not has_aligned_rival(tile)))
    ]  # fmt: skip
    weak = [
        tile for tile in inside
        if fits(tile) and not any(overlap(tile.corners, other.corners) for other in tiles)
    ]  # fmt: skip
    tiles += [
        tile for tile in non_overlapping(weak, 8, aligned_price)
        if tile.patches + min(tile.votes, 4) >= MIN_LATTICE + 2
        and not any(_explains(other, tile) for other in cut)
    ]  # fmt: skip
    cut_off: list[Floats] = []
    for candidate in sorted(cut, key=lambda tile: -tile.rank):
        taken = [*(tile.corners for tile in tiles), *cut_off]
        if not any(overlap(candidate.corners, corners) for corners in taken):
            cut_off.append(candidate.corners)
    for index, tile in enumerate(tiles):
        if tile.patches < SURE_PATCHES:
            tiles[index] = tile._replace(corners=table.corners_at(table.place(tile.corners)))
    return tiles, cut_off


def _explains(cut: TileCandidate, tile: TileCandidate) -> bool:
    """Return whether a tile cut off by the edge explains the patches of a candidate as well."""
    return cut.patches + CHANCE_PATCHES >= tile.patches and overlap(tile.corners, cut.corners)


def _single_tile_candidates(image: Image.Image, colors: PhotoColors) -> Iterator[TileCandidate]:
    best = 0.0
    for patches in segmentations(image):
        for candidate in find_candidates(patches, colors, iter(range(SINGLE_SEEDS))):
            if colors.contains(candidate.corners, MAX_OUTSIDE):
                best = max(best, candidate.rank)
            yield candidate
        if best >= GOOD_RANK:
            return


def _candidates_at_pitches(
    image: Image.Image, colors: PhotoColors, known: Sequence[TileCandidate]
) -> Iterator[TileCandidate]:
    """Yield candidates at all scales, or only near the scale of sure tiles once there are some."""
    scale = max(image.size) / PITCH_SIDE
    seeds = iter(range(MAX_SEEDS))
    pitches = [pitch * scale for pitch in PITCHES]
    inside = [
        tile for tile in known if tile.patches >= SURE_PATCHES and colors.contains(tile.corners)
    ]
    min_rank = max([SURE_RANK, *(tile.rank - SCALE_RANK_TOLERANCE for tile in inside)])
    sure = [mean_pitch(tile.corners) for tile in inside if tile.rank > min_rank]
    if sure:
        pitches.sort(key=lambda pitch: abs(np.log(pitch / sure[0])))
    while pitches:
        if sure:
            typical = float(np.median(sure))
            low, high = typical / MAX_PITCH_RATIO, typical * MAX_PITCH_RATIO
            pitches = [pitch for pitch in pitches if low < pitch < high]
            if not pitches:
                return
        pitch = pitches.pop(0)
        for patches in segmentations_at_pitch(image, pitch):
            candidates = find_candidates(patches, colors, seeds, pitch)
            for candidate in itertools.islice(candidates, MAX_CANDIDATES):
                if candidate.patches >= SURE_PATCHES and candidate.rank > SURE_RANK:
                    sure.append(mean_pitch(candidate.corners))
                yield candidate


def _fit_table(tiles: Sequence[TileCandidate]) -> tuple[list[TileCandidate], TablePlane]:
    """Return the plane with most tiles, and these tiles, including the first.

    Tiles of a box have one size. Individual sizes are fitted if this adds tiles.
    """
    best: list[TileCandidate] = []
    for same_size in (True, False):
        remaining = list(tiles)
        while True:
            fitted = TablePlane.fit([tile.corners for tile in remaining], same_size=same_size)
            errors = [fitted.error(tile.corners) for tile in remaining]
            if len(remaining) == 1 or max(errors) < MAX_PLANE_ERROR:
                break
            remaining.pop(1 + int(np.argmax(errors[1:])))
        if len(remaining) > len(best):
            best, table = remaining, fitted
        if len(best) == len(tiles):
            break
    return best, table
