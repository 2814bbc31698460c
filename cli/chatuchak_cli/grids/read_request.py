"""Photos for ``read``, and output of their grids."""

import base64
import io
import math
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import ClassVar

import click
import numpy as np

from chatuchak_cli.shared.files import use_output
from chatuchak_cli.shared.output import assumed_fields, emit_json, is_json, print_assumed
from chatuchak_cli.shared.photos import print_doubts, read_collection
from chatuchak_cli.shared.runner import ExitCode, compile_notice
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.box import Reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Answer, Count, Digits, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import escape, quote
from chatuchak_solver.photo.collection import (
    PhotoSummary,
    PhotoTile,
    TileCollection,
    UnreadableTile,
)
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.kernels.measures import MAX_TILES
from chatuchak_solver.photo.kernels.views import MARGIN
from chatuchak_solver.photo.overlay import overlay_png
from chatuchak_solver.photo.reading import Counts, EmptySpot, read_photo
from chatuchak_solver.photo.views import View, combine_views, rectify_view
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.templates import html_page

Corners = tuple[tuple[float, float], ...]


def read_tiles(
    photos: tuple[Path, ...], *, tiles: str, merge_views: bool, corners: str | None,
    empty: EmptySpot, counts: Counts, overlay: Path | None, review: Path | None,
) -> tuple[TileCollection, ExitCode]:  # fmt: skip
    """Read photos; write the overlay and review page if a tile was found."""
    points = None if corners is None else parse_corners(corners)
    if points is not None and len(photos) > 1:
        raise InputError(f"invalid number of photos {len(photos)}: expected one with --corners")
    max_tiles = parse_tiles(tiles)
    overlays = [] if overlay is None else [overlay]
    if overlay is not None and len(photos) > 1:
        numbers = range(1, len(photos) + 1)
        overlays = [overlay.with_name(f"{overlay.stem}-{number}.png") for number in numbers]
    for file in overlays:
        use_output(file, "--overlay")
    if points is None:
        box, code = read_collection(
            photos, tiles=max_tiles, merge_views=merge_views, empty=empty, counts=counts
        )
    else:
        with compile_notice():
            reading = read_photo(photos[0], corners=points, empty=empty, counts=counts)
        assert reading is not None, "the corners are given"
        tile = PhotoTile(reading=reading, photo=0, place=1, views=((0, 1),))
        box, code = TileCollection(tiles=(tile,), photos=(PhotoSummary(1, 1),)), ExitCode.DONE
    for number, file in enumerate(overlays):
        readings = [tile.reading for tile in box.tiles if tile.photo == number]
        if readings:
            write_file(file, overlay_png(photos[number], readings))
    if review is not None and box.tiles:
        write_file(review, review_page(photos, box))
    return box, code


def parse_corners(text: str) -> Corners:
    """Parse four points: ``120,90 880,110 910,700 100,690``."""
    points = []
    for word in text.split():
        try:
            x, y = (float(part) for part in word.split(","))
        except ValueError:
            x = y = math.nan
        if not (math.isfinite(x) and math.isfinite(y)):
            raise InputError(
                f"invalid corner {quote(word)}: expected pixels from the left and the top, e.g. "
                "120,90"
            )
        points.append((x, y))
    if len(points) != 4:
        raise InputError(
            f"invalid number of corners {len(points)}: expected four, such as "
            "'120,90 880,110 910,700 100,690'"
        )
    return tuple(points)


def parse_tiles(text: str) -> int | None:
    """Parse the maximum number of tiles per photo; None for ``all``."""
    if text == "all":
        return None
    number = parse_int(text, max_digits=3)
    if number is None or not 1 <= number <= MAX_TILES:
        raise InputError(f"invalid --tiles {quote(text)}: expected 1 to {MAX_TILES}, or all")
    return number


class SpotReading(Answer, frozen=True):
    """The reading of a spot.

    Attributes
    ----------
    letter
        Its letter; . for the empty spot.
    second
        The next likely letter.
    doubt
        Minus twice the log odds of the second reading; doubtful below 4.
    """

    spot: Count
    letter: str
    second: str
    doubt: float


class TileView(Answer, frozen=True):
    """A tile on a photo.

    Attributes
    ----------
    photo
        The photo's file.
    place
        The tile's number, in reading order, from 1.
    """

    photo: str
    place: Count


class ReadAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """A grid on a photo, or none.

    Attributes
    ----------
    grid
        The grid, in notation; None if none was found.
    doubtful
        The doubtful spots.
    confidence
        The probability that all spots are right.
    spots
        The reading of each spot.
    corners
        The centers of the corner spots, in pixels.
    notes
        Doubts about the whole reading.
    photo
        The photo's file; of several views the most certain.
    place
        The tile's number, in reading order, from 1.
    looks
        All merged views.
    advice
        Advice if it is doubtful; else empty.
    unread
        Unreadable tiles of its photo.
    """

    digits: ClassVar[Digits] = {"confidence": 3}

    grid: Notation[Grid] | None
    doubtful: tuple[Count, ...]
    confidence: float
    spots: tuple[SpotReading, ...] | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    notes: tuple[str, ...] | None = None
    photo: str | None = None
    place: Count | None = None
    looks: tuple[TileView, ...] | None = None
    advice: str | None = None
    unread: tuple[UnreadableTile, ...] | None = None


def read_answer(tile: PhotoTile, photos: Sequence[Path], box: TileCollection) -> ReadAnswer:
    """Return a tile on one of the photos as JSON."""
    reading = tile.reading
    spots = map(SpotReading, count(), reading.letters, reading.second, reading.margins)
    return ReadAnswer.of(
        reading, doubtful=tuple(sorted(reading.doubtful)), spots=tuple(spots),
        photo=str(photos[tile.photo]), place=tile.place,
        looks=tuple(TileView(str(photos[photo]), place) for photo, place in tile.views),
        advice=tile.advice, unread=box.photos[tile.photo].unreadable,
    )  # fmt: skip


def print_tiles(
    photos: Sequence[Path], box: TileCollection, assumed: Reasons, *, out: Path | None
) -> ExitCode:
    """Print the grids (to ``out`` if given), and doubts on standard error; return the exit code."""
    lines = "".join(f"{tile.reading.grid}\n" for tile in box.tiles)
    if is_json():
        why = assumed_fields(assumed)
        documents = [{**read_answer(tile, photos, box).to_dict(), **why} for tile in box.tiles]
        single = len(photos) == 1 and len(documents) <= 1
        unread = box.photos[0].unreadable if single and box.photos else ()
        none = ReadAnswer(grid=None, doubtful=(), confidence=0.0, unread=unread or None)
        emit_json((documents or [none.to_dict()])[0] if single else documents)
    elif out is None:
        click.echo(lines, nl=False)
    if out is not None and box.tiles:
        write_file(out, lines)
    print_doubts(box, photos)
    if box.tiles:
        print_assumed(assumed, err=True)
    return ExitCode.DONE if all(photo.found for photo in box.photos) else ExitCode.NEGATIVE


def review_page(photos: Sequence[Path], box: TileCollection) -> str:
    """Return a self-contained HTML document to correct the tiles and save them as a file."""
    loaded = {number: load_photo(photos[number]) for number in {tile.photo for tile in box.tiles}}
    tiles = []
    for tile in box.tiles:
        reading = tile.reading
        image, scale = loaded[tile.photo]
        tiles.append(
            {
                "name": f"{escape(photos[tile.photo].stem)} {tile.place}",
                "picture": _picture(rectify_view(image, np.array(reading.corners) * scale)),
                "letters": reading.letters,
                "second": reading.second,
                "doubtful": reading.doubtful,
                "notes": [note for note in (*reading.notes, tile.advice) if note],
            }
        )
    found = {"margin": MARGIN, "tiles": tiles}
    return html_page("photo_review.html", title="Tiles read from photos", reading=found)


def _picture(view: View) -> str:
    file = io.BytesIO()
    combine_views([view]).save(file, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"
