"""Reading all tiles of photos and merging views of the same tile."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import numpy as np

from chatuchak_solver.arguments import check_all, check_choice, check_int, check_path, check_type
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.kernels.measures import COLUMNS, MAX_TILES, RANK, SHINY, TILE
from chatuchak_solver.photo.kernels.reading import merge_view
from chatuchak_solver.photo.reading import (
    Counts,
    EmptySpot,
    PhotoReading,
    parse_options,
    read_all,
    read_at,
    reading_of,
)  # fmt: skip

Edge = Literal["left", "right", "top", "bottom"]
EDGES: tuple[Edge, ...] = get_args(Edge)
MIN_EQUAL = 16
"""Minimum equal spots, of 30, of views of a tile. Different tiles have about 6."""


class UnreadableTile(Answer, frozen=True):
    """A tile that cannot be read.

    Attributes
    ----------
    row
        Row, from 1.
    place
        Place in the row among all tiles, from 1.
    edge
        Edge of the photo that cuts off the tile, or null if it is covered.
    """

    row: Count
    place: Count
    edge: Edge | None

    def __str__(self) -> str:
        if self.edge:
            return f"a tile at the {self.edge} edge is cut off"
        return f"something covers a tile in row {self.row}, place {self.place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoTile:
    """A tile in one or more photos.

    Attributes
    ----------
    reading
        Corners are in ``photo``.
    photo
        Index of the photo with the most confident view.
    place
        Number in that photo, from 1, in reading order.
    views
        Photo and place of each merged view.
    advice
        Advice for a better photo, or empty.
    """

    reading: PhotoReading
    photo: int
    place: int
    views: tuple[tuple[int, int], ...]
    advice: str = ""


@dataclass(frozen=True, slots=True)
class PhotoSummary:
    """The tiles of one photo.

    Attributes
    ----------
    read
        Tiles read, at most the requested number.
    unreadable
        Tiles that are covered or cut off by the edge.
    """

    found: int
    read: int
    unreadable: tuple[UnreadableTile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TileCollection:
    """The tiles of several photos.

    Attributes
    ----------
    tiles
        In reading order, by photo.
    stopped_by
        The limit that ended the job early, or None.
    """

    tiles: tuple[PhotoTile, ...]
    photos: tuple[PhotoSummary, ...]
    stopped_by: StopReason | None = None


_TileView: TypeAlias = tuple[PhotoTile, Float64s | None]
"""A tile and its light, if it may be merged; see `read_at`."""


def read_photos(
    photos: Sequence[Path | str],
    *,
    tiles: int | None = None,
    merge_views: bool = True,
    empty: EmptySpot = "likely",
    counts: Counts = "standard",
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
    looks: Literal["joined", "separate"] | None = None,
) -> TileCollection:
    """Read all tiles of 5 x 6 spots from photos.

    Tiles are detected as lattices of patches at several scales. Views of one tile are aligned,
    equalized in brightness and merged by the minimum per pixel, as reflections only add light.

    Parameters
    ----------
    photos
        At least one file.
    tiles
        Maximum tiles per photo, 1 to 16, most likely first; all by default.
    merge_views
        Merge tiles of different photos that are equal in most spots.
    empty, counts
        See `read_photo`.
    stop
        Limits; the photos processed until then are returned.
    on_progress
        Called after each photo.
    looks
        Deprecated (``joined`` or ``separate``): use ``merge_views``.

    Raises
    ------
    OSError, InputError, MissingExtraError
        See `read_photo`.
    """
    paths = [check_path(photo, name="photo") for photo in check_all(photos, object, name="photos")]
    if not paths:
        raise InputError("no photos: expected at least one file")
    if tiles is not None:
        tiles = check_int(tiles, 1, MAX_TILES, name="number of tiles")
    if looks is not None:
        warnings.warn("looks is now merge_views", DeprecationWarning, stacklevel=2)
        merge_views = check_choice(looks, ("joined", "separate"), name="looks") == "joined"
    check_type(merge_views, bool, name="merge_views")
    options = parse_options(empty, counts)
    run = Run.begin(stop, on_progress)
    views, summaries = list[_TileView](), list[PhotoSummary]()
    for number, path in enumerate(paths):
        if run.should_stop(number):
            break
        image, scale = load_photo(path)
        found, unreadable = read_all(image, options)
        read = found[np.sort(np.argsort(-found[:, RANK], kind="stable")[:tiles])]
        for place, tile in enumerate(read, 1):
            reading = reading_of(tile, scale)
            photo_tile = PhotoTile(
                reading=reading, photo=number, place=place, views=((number, place),),
                advice=_advice(reading, tile),
            )  # fmt: skip
            corners, has_view = tile[:8].reshape(4, 2) + 0.5, merge_views and len(paths) > 1
            views.append((photo_tile, read_at(image, corners, options)[1] if has_view else None))
        places = tuple(
            UnreadableTile(int(row), int(place), EDGES[int(edge)] if edge >= 0 else None)
            for row, place, edge in unreadable.tolist()
        )
        summaries.append(PhotoSummary(len(found), len(read), places))
        run.report(number + 1, len(paths))
    groups = _group_views(views) if merge_views else [[view] for view in views]
    return TileCollection(
        tiles=tuple(_merge(group, options) for group in groups),
        photos=tuple(summaries),
        stopped_by=run.stopped_by,
    )


def _group_views(views: Iterable[_TileView]) -> list[list[_TileView]]:
    groups: list[list[_TileView]] = []
    for view in views:
        equal = [_equal_spots(view[0], group) for group in groups]
        if max(equal, default=0) >= MIN_EQUAL:
            groups[equal.index(max(equal))].append(view)
        else:
            groups.append([view])
    return groups


def _equal_spots(tile: PhotoTile, group: Sequence[_TileView]) -> int:
    if any(member.photo == tile.photo for member, _ in group):
        return 0
    letters = tile.reading.letters
    return max(sum(map(str.__eq__, letters, member.reading.letters)) for member, _ in group)


def _merge(group: Sequence[_TileView], options: Float64s) -> PhotoTile:
    best = max((tile for tile, _ in group), key=lambda tile: tile.reading.confidence)
    if len(group) == 1:
        return best
    views = [view for _, view in group if view is not None]
    light, *remaining = sorted(views, key=_colorfulness, reverse=True)
    tile = np.zeros(TILE)
    for other in remaining:
        merge_view(light, other, options, tile)
    reading = replace(reading_of(tile, 1.0), corners=best.reading.corners)
    return replace(
        best,
        reading=reading,
        views=tuple((member.photo, member.place) for member, _ in group),
        advice=_advice(reading, tile),
    )


def _colorfulness(view: Float64s) -> float:
    return float(np.median(view.std(axis=-1)))


def _advice(reading: PhotoReading, tile: Float64s) -> str:
    if not reading.doubtful:
        return ""
    rows = sorted({spot // COLUMNS + 1 for spot in reading.doubtful if tile[SHINY + spot]})
    if not rows:
        return "take another photo in different light"
    names = " and ".join(map(str, rows))
    return f"reflection over row{'s' * (len(rows) > 1)} {names}: tilt the card and retake the photo"
