"""Reading tiles from photos, with a margin per spot, and merging views of the same tile."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from chatuchak_solver.arguments import check_all, check_choice, check_int, check_path, check_type
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.untrusted import describe, quote
from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.photo.image_file import as_loaded, load_photo
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.kernels.measures import COLUMNS, MAX_TILES, MIN_MARGIN, RANK, SPOTS
from chatuchak_solver.photo.kernels.reading import merge_view, read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS

if TYPE_CHECKING:
    from PIL import Image


LETTERS = "RYGBP."

EVEN_MARGIN, MARGIN_SCALE = 2.2, 1.3
"""Logistic model of a right reading: smallest margin of even odds, and scale."""

CORNER_PRICES = {"likely": 4.0, "corner": 500.0, "any": 0.0}
"""Price of an empty spot other than the first, by `EmptySpot`."""

Counts = Literal["standard", "any"] | tuple[int, ...]
EmptySpot = Literal["likely", "corner", "any"]
Edge = Literal["left", "right", "top", "bottom"]
MIN_EQUAL = 16
"""Minimum equal spots, of 30, of views of a tile. Different tiles have about 6."""


@renamed_members(doubts="margins")
@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReading:
    """A tile's grid with corners, margins and notes.

    Attributes
    ----------
    letters
        Letters by row, ``.`` for the empty spot.
    second
        The second most likely letters.
    margins
        -2 log(p2 / p1) per spot, 0 to 99, for the likelihoods of the best and second-best reading.
        Spots below `MIN_MARGIN` are doubtful.
    corners
        Centers of the corner spots in pixels of the upright photo, clockwise from the upper left.
    notes
        Warnings about the whole reading.
    hidden
        Spots that are covered or under a reflection.
    """

    letters: str
    second: str
    margins: tuple[float, ...]
    corners: tuple[tuple[float, float], ...]
    notes: tuple[str, ...]
    hidden: tuple[int, ...] = ()

    @property
    def grid(self) -> str:
        """Grid notation; may be an invalid grid with counts ``any``."""
        return "/".join(self.letters[at : at + COLUMNS] for at in range(0, SPOTS, COLUMNS))

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Spots below `MIN_MARGIN`, most doubtful first."""
        spots = sorted(range(SPOTS), key=lambda spot: self.margins[spot])
        return tuple(spot for spot in spots if self.margins[spot] < MIN_MARGIN)

    @property
    def confidence(self) -> float:
        """Estimated probability that all spots are right, calibrated on synthetic photos."""
        odds = math.exp((min(self.margins) - EVEN_MARGIN) / MARGIN_SCALE)
        return odds / (1 + odds) * 0.5 ** len(self.notes)


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


def read_photo(
    photo: Path | str | Image.Image,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    empty: EmptySpot = "likely",
    counts: Counts = "standard",
) -> PhotoReading | None:
    """Read a grid of 5 x 6 spots from a photo.

    Parameters
    ----------
    photo
        A file or an upright Pillow image.
    corners
        Centers of the corner spots, of shape (4, 2), in pixels of the upright photo, clockwise from
        the upper left of the grid; accurate to a quarter of a spot. Detected by default.
    empty
        Position of the empty spot: ``corner`` (upper left, as on start tiles), ``any``, or
        ``likely`` for the corner unless it clearly has a booth.
    counts
        Booths of red, yellow, green, blue and pink, with sum 29, as a hard constraint. ``standard``
        allows five or six of each and prefers the game's counts; ``any`` allows all and
        prefers them, too.

    Returns
    -------
    PhotoReading or None
        None if no tile was found.

    Raises
    ------
    OSError
        If the file cannot be read.
    InputError
        If the file is not an image, or an argument is invalid.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    options = parse_options(empty, counts)
    image, scale = as_loaded(photo)
    if corners is not None:
        tile, _ = read_at(image, _scaled_corners(corners, image, scale), options)
        return reading_of(tile, scale)
    tiles, _ = read_all(image, options)
    return reading_of(max(tiles, key=lambda tile: tile[RANK]), scale) if len(tiles) else None


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
    equalized in brightness and merged by the minimum per sample, as reflections only add light.

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
        Unit of work: photos.
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
            UnreadableTile(int(row), int(place), get_args(Edge)[int(edge)] if edge >= 0 else None)
            for row, place, edge in unreadable.tolist()
        )
        summaries.append(PhotoSummary(len(found), len(read), places))
        run.report(number + 1, len(paths))
    groups = _group_views(views) if merge_views else [[view] for view in views]
    merged = tuple(_merge(group, options) for group in groups)
    return TileCollection(tiles=merged, photos=tuple(summaries), stopped_by=run.stopped_by)


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
    light, *remaining = sorted(views, key=lambda view: -np.median(view.std(axis=-1)))
    tile = np.zeros(measures.TILE)
    for other in remaining:
        merge_view(light, other, options, tile)
    reading = replace(reading_of(tile, 1.0), corners=best.reading.corners)
    places = tuple((member.photo, member.place) for member, _ in group)
    return replace(best, reading=reading, views=places, advice=_advice(reading, tile))


def _advice(reading: PhotoReading, tile: Float64s) -> str:
    if not reading.doubtful:
        return ""
    rows = sorted({spot // COLUMNS + 1 for spot in reading.doubtful if tile[measures.SHINY + spot]})
    if not rows:
        return "take another photo in different light"
    names = " and ".join(map(str, rows))
    return f"reflection over row{'s' * (len(rows) > 1)} {names}: tilt the card and retake the photo"


def read_all(image: Image.Image, options: Float64s) -> tuple[Float64s, Float64s]:
    """Return tiles and unreadable tiles; see `read_tiles`."""
    tiles, unreadable = np.zeros((MAX_TILES, measures.TILE)), np.zeros((measures.MAX_UNREADABLE, 3))
    count = read_tiles(np.array(image), options, tiles, unreadable)
    return tiles[:count], unreadable[unreadable[:, 0] > 0]


def read_at(image: Image.Image, corners: Float64s, options: Float64s) -> tuple[Float64s, Float64s]:
    """Return the tile at the four corner spots, in pixels of ``image``, and its view."""
    tile, view = np.zeros(measures.TILE), np.zeros((SPOTS, measures.VIEW_SAMPLES, 3))
    tile[:8] = corners.ravel() - 0.5
    if not read_tile(np.array(image), options, tile, view):
        raise InputError("invalid corners: expected four spots, clockwise from the upper left")
    return tile, view


def reading_of(tile: Float64s, scale: float) -> PhotoReading:
    """Return the reading of a tile, with corners in pixels of the file's image.

    A doubtful reading of a detected tile, which has patches, is noted as misplaced if they are few
    or the color names unclear.
    """

    def spots(first: int) -> Float64s:
        return tile[first : first + SPOTS]

    lead, patches, notes = tile[measures.NAMES_LEAD], tile[measures.PATCHES], []
    is_clear = patches >= measures.CLEAR_PATCHES and lead >= measures.CLEAR_NAMES_LEAD
    if patches > 0 and not is_clear and spots(measures.MARGINS).min() < MIN_MARGIN:
        notes.append("the grid may be elsewhere in the photo: give its corners")
    if lead < measures.MIN_NAMES_LEAD:
        notes.append("unusual colors: check that each group has its right name")
    corners = ((tile[:8].reshape(4, 2) + 0.5) / scale).round(1).tolist()
    return PhotoReading(
        letters="".join(LETTERS[int(color)] for color in spots(measures.LETTERS)),
        second="".join(LETTERS[int(color)] for color in spots(measures.SECOND)),
        margins=tuple(spots(measures.MARGINS).round(2).tolist()),
        corners=tuple((x, y) for x, y in corners),
        notes=tuple(notes),
        hidden=tuple(np.flatnonzero(spots(measures.HIDDEN)).tolist()),
    )


def parse_options(empty: str, counts: Counts) -> Float64s:
    """Return the kernel's options; raise `InputError` for an invalid argument of `read_photo`."""
    corner = CORNER_PRICES[check_choice(empty, tuple(CORNER_PRICES), name="empty spot")]
    if isinstance(counts, str) and str(counts) == "usual":
        warnings.warn("counts 'usual' is now 'standard'", DeprecationWarning, stacklevel=3)
        counts = "standard"
    low, high, named, price = 5, 6, list(STANDARD_COUNTS), measures.UNUSUAL_PRICE
    if isinstance(counts, str) and counts == "any":
        low, high = 0, SPOTS
    elif not isinstance(counts, str) or counts != "standard":
        named = list[Any](check_all(counts, object, name="counts"))
        valid = all(isinstance(number, int) and 0 <= number <= SPOTS for number in named)
        if len(named) != 5 or not valid or sum(named) != SPOTS - 1:
            raise InputError(
                f"invalid counts {quote(','.join(map(describe, named)))}: expected five "
                f"numbers of booths with the sum {SPOTS - 1}, e.g. 6,6,6,6,5"
            )
        low, high, price = min(named), max(named), measures.FIXED_PRICE
    return np.array([low, high, *named, price, 0.0, *[corner] * (SPOTS - 1)], float)


def _scaled_corners(corners: object, image: Image.Image, scale: float) -> Float64s:
    try:
        points = np.array(corners, float)
    except (TypeError, ValueError, OverflowError):
        points = np.zeros(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise InputError("invalid corners: expected x,y of four spots, clockwise")
    max_x, max_y = image.width / scale, image.height / scale
    for x, y in points.tolist():
        if not (0 <= x <= max_x and 0 <= y <= max_y):
            raise InputError(f"invalid corner {x:g},{y:g}: expected 0,0 to {max_x:.0f},{max_y:.0f}")
    sides = np.roll(points, -1, 0) - points
    if np.linalg.norm(sides, axis=1).min() * scale < 2 * COLUMNS:
        raise InputError("invalid corners: expected spots more than a few pixels apart")
    return points * scale


def run_kernels() -> None:
    """Compile the kernels on a blank image."""
    image: Any = np.zeros((40, 50, 3), np.uint8)
    options = parse_options("likely", "standard")
    read_at(image, np.array([[5.0, 5.0], [45.0, 5.0], [45.0, 35.0], [5.0, 35.0]]), options)
    read_all(image, options)
