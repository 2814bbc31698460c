"""All tiles of any number of photos, several looks at one tile joined."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np

from chatuchak_solver.arguments import checked_all, checked_choice, checked_path, checked_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.looks import (
    Look,
    corners_of_look,
    joined_looks,
    look_at,
    shiny_spots,
)  # fmt: skip
from chatuchak_solver.photo.reading import (
    FEW_PATCHES,
    Counts,
    EmptySpot,
    PhotoReading,
    ReadOptions,
    found_on,
    read_at,
)  # fmt: skip
from chatuchak_solver.photo.together import read_together
from chatuchak_solver.photo.unread import UnreadTile, unread_tiles
from chatuchak_solver.photo.windows import FoundTile
from chatuchak_solver.puzzle import STANDARD_BOARD

Looks = Literal["joined", "separate"]

MAX_TILES: Final = 16
"""Most tiles of one photo."""
MOST_HIDDEN: Final = 11
"""Spots of a tile where nothing is to be seen, beyond which it is not read."""
GUESSED: Final = 18
"""Doubtful spots from which on a tile is not read, if few patches are there."""
SAME: Final = 16
"""Spots that two readings of one tile have alike, of 30; two tiles have about 6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoTile:
    """A tile that photos show.

    Attributes
    ----------
    reading
        What it shows; its corners are those on the photo that is named.
    photo
        The photo's number in the order given, from 0; of several looks the surest.
    place
        Its number on that photo, from 1, in reading order.
    looks
        Photo and place of all looks that were joined, or the only one.
    advice
        What would help where it is doubtful, or an empty text.
    """

    reading: PhotoReading
    photo: int
    place: int
    looks: tuple[tuple[int, int], ...]
    advice: str = ""


@dataclass(frozen=True, slots=True)
class PhotoTiles:
    """What was found on one photo.

    Attributes
    ----------
    found
        How many tiles there are.
    read
        How many of them were read; fewer where fewer were asked for.
    unread
        More that cannot be read: cut off by the edge of the photo, or covered.
    """

    found: int
    read: int
    unread: tuple[UnreadTile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """All tiles that photos show.

    Attributes
    ----------
    tiles
        In reading order, photo by photo.
    photos
        What was found on each of the photos that were looked at.
    stopped_by
        Why not all photos were looked at; None where they were.
    """

    tiles: tuple[PhotoTile, ...]
    photos: tuple[PhotoTiles, ...]
    stopped_by: StopReason | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    tile: PhotoTile
    look: Look


def read_photos(
    photos: Sequence[Path | str],
    *,
    tiles: int | None = None,
    looks: Looks = "joined",
    empty: EmptySpot = "likely",
    counts: Counts = "usual",
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Box:
    """Read all tiles of 5 x 6 spots from photos.

    Parameters
    ----------
    photos
        Files, at least one.
    tiles
        Most tiles that are read from each photo, 1 to 16: the likeliest; all by default.
    looks
        Whether tiles of two photos that read alike in most spots are taken for one tile and what
        they show is joined, or all are kept apart.
    empty, counts
        As `read_photo`.
    stop
        When to end early; what was read until then is the result.
    on_progress
        Called after each photo.

    Raises
    ------
    OSError, InputError, MissingExtraError
        As `read_photo`.

    Notes
    -----
    Lattices of patches are found at several scales, and tiles must be one rectangle on one table.
    Joined looks are laid over each other, made equally bright, and the darker is kept, since shine
    only adds light.
    """
    paths = [
        checked_path(photo, what="a photo") for photo in checked_all(photos, object, what="photos")
    ]
    if not paths:
        raise InputError("no photo is given; expected one or more files")
    if tiles is not None:
        tiles = checked_whole(tiles, 1, MAX_TILES, what="number of tiles")
    checked_choice(looks, ("joined", "separate"), what="looks")
    options = ReadOptions.checked(empty, counts)
    run = Run.begin(stop, on_progress)
    seen, told = list[_Seen](), list[PhotoTiles]()
    for number, path in enumerate(paths):
        if run.must_end(number):
            break
        of_photo, summary = _read_one(number, path, tiles, options)
        seen += of_photo
        told.append(summary)
        run.tell(number + 1, len(paths))
    groups = _same_tiles(seen) if looks == "joined" else [[one] for one in seen]
    return Box(
        tiles=tuple(_joined(group, options) for group in groups),
        photos=tuple(told),
        stopped_by=run.stopped_by,
    )


def _read_one(
    number: int, path: Path, most: int | None, options: ReadOptions
) -> tuple[list[_Seen], PhotoTiles]:
    """Read the tiles of one photo."""
    image, scale, _ = load_photo(path)
    found = found_on(image, options)
    every = list(zip(found.tiles, read_together(image, found.tiles, scale, options), strict=True))

    def guessed(tile: FoundTile, reading: PhotoReading) -> bool:
        much = len(reading.doubtful) >= GUESSED and tile.patches < FEW_PATCHES
        return much or len(reading.hidden) > MOST_HIDDEN

    guesses = sorted(
        (tile for tile, reading in every if guessed(tile, reading)), key=lambda tile: -tile.rank
    )
    seen_well = [one for one in every if not guessed(*one)]
    # Of several, tiles that are read beside them show that they are tiles too; nothing else does.
    covered = [tile.corners for tile in guesses[: None if seen_well else 1]]
    likely = sorted((tile.rank for tile, _ in seen_well), reverse=True)[:most]
    readings = [reading for tile, reading in seen_well if tile.rank >= likely[-1]][:most]
    seen = []
    for place, reading in enumerate(readings, 1):
        look = look_at(image, np.array(reading.corners) * scale)
        tile = PhotoTile(
            reading=reading, photo=number, place=place, looks=((number, place),),
            advice=_advice(reading, look),
        )  # fmt: skip
        seen.append(_Seen(tile, look))
    unread = unread_tiles(
        [tile.corners for tile, _ in seen_well], [*found.unread, *covered], image.size
    )
    return seen, PhotoTiles(len(seen_well), len(readings), unread)


def _same_tiles(seen: Iterable[_Seen]) -> list[list[_Seen]]:
    """Return looks at one tile together, at most one of each photo, in the order of the first."""
    groups: list[list[_Seen]] = []
    for one in seen:
        best, alike = None, SAME - 1
        for group in groups:
            if one.tile.photo in {other.tile.photo for other in group}:
                continue
            number = max(_alike(one.tile.reading, other.tile.reading) for other in group)
            if number > alike:
                best, alike = group, number
        if best is None:
            groups.append([one])
        else:
            best.append(one)
    return groups


def _alike(one: PhotoReading, other: PhotoReading) -> int:
    return sum(a == b for a, b in zip(one.letters, other.letters, strict=True))


def _joined(group: Sequence[_Seen], options: ReadOptions) -> PhotoTile:
    """Return what several looks at one tile show together."""
    best = max(group, key=lambda one: one.tile.reading.confidence).tile
    if len(group) == 1:
        return best
    picture = joined_looks([one.look for one in group])
    notes = tuple(note for note in best.reading.notes if "upside down" not in note)
    read = read_at(picture, corners_of_look(), options).reading(picture, notes, 1.0)
    reading = replace(read, corners=best.reading.corners)
    return replace(
        best,
        reading=reading,
        looks=tuple((one.tile.photo, one.tile.place) for one in group),
        advice=_advice(reading, look_at(picture, corners_of_look())),
    )


def _advice(reading: PhotoReading, look: Look) -> str:
    """Return what would help where a reading is doubtful."""
    if not reading.doubtful:
        return ""
    columns = STANDARD_BOARD.columns
    rows = sorted({spot // columns + 1 for spot in shiny_spots(look) & set(reading.doubtful)})
    if not rows:
        return "take it once more in other light"
    where = " and ".join(map(str, rows))
    return f"reflection over row{'s' * (len(rows) > 1)} {where}: tilt the card and take it again"
