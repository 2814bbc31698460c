"""``read``: the grids on photos."""

import base64
import math
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import ClassVar, cast

import click
import numpy as np

from chatuchak_cli.shared import files, options, output
from chatuchak_cli.shared.photos import counts_for_photos, print_doubts, read_collection
from chatuchak_cli.shared.runner import ExitCode, compile_notice
from chatuchak_solver import Box, Grid, InputError
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.box import AssumedAnswer
from chatuchak_solver.codec import Answer, Count, Digits, Notation
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import escape, quote
from chatuchak_solver.photo import reading as photo_reading
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.kernels.measures import MAX_TILES
from chatuchak_solver.photo.reading import Counts, EmptySpot, read_photo
from chatuchak_solver.photo.views import MARGIN, overlay_png, tile_jpeg
from chatuchak_solver.rendering.templates import html_page

Corners = tuple[tuple[float, float], ...]
STANDARD = "standard"


class SpotReading(Answer, frozen=True):
    """The reading of a spot.

    Attributes
    ----------
    letter
        Its letter; . for the empty spot.
    second
        The next likely letter.
    doubt
        Minus twice the log odds of the second reading; doubtful below 6.
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
    unread: tuple[photo_reading.UnreadableTile, ...] | None = None


def read_answer(
    tile: photo_reading.PhotoTile, photos: Sequence[Path], box: photo_reading.TileCollection
) -> ReadAnswer:
    """Return a tile on one of the photos as JSON."""
    reading = tile.reading
    spots = map(SpotReading, count(), reading.letters, reading.second, reading.margins)
    return ReadAnswer.of(
        reading, doubtful=tuple(sorted(reading.doubtful)), spots=tuple(spots),
        photo=str(photos[tile.photo]), place=tile.place,
        looks=tuple(TileView(str(photos[photo]), place) for photo, place in tile.views),
        advice=tile.advice, unread=box.photos[tile.photo].unreadable,
    )  # fmt: skip


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


@options.command("read")
@click.argument("photos", type=files.InputFile(), metavar="PHOTO...", nargs=-1, required=True)
@click.option("--tiles", default="all", metavar="N|all", callback=options.read_by(parse_tiles),
              help="Maximum tiles per photo; the most likely are read.")  # fmt: skip
@click.option("--merge-views/--no-merge-views", default=True,
              help="Merge tiles of several photos that agree in most spots.")  # fmt: skip
@click.option("--looks", type=click.Choice(("joined", "separate")), hidden=True)
@options.output_option("-o", "out", writes=(), help="Write the grids to a file, one per line.")
@click.option("--corners", metavar="'X,Y X,Y X,Y X,Y'", callback=options.read_by(parse_corners),
              help="Centers of the corner spots, in pixels: the grid's upper left, upper right, "
              "lower right, lower left. [default: detected]")  # fmt: skip
@click.option("--empty", type=click.Choice(("likely", "corner", "any")), default="likely",
              help="Place of the empty spot: the upper left corner, or anywhere.")  # fmt: skip
@click.option("--counts", default=STANDARD, metavar="N,N,N,N,N|any",
              help="Exact booths of red, yellow, green, blue, pink; standard: those of "
              "your box, otherwise preferably five or six of each.")  # fmt: skip
@options.output_option("--overlay", metavar="FILE.png", writes=(".png",),
                       help="Draw the readings on the photo.")  # fmt: skip
@options.html_option("--review", metavar="FILE.html", help="Write a page with each tile next to "
                     "its grid, for corrections, which saves a file of tiles.")  # fmt: skip
def command(
    *, photos: tuple[Path, ...], tiles: int | None, merge_views: bool, looks: str | None,
    out: Path | None, corners: Corners | None, empty: EmptySpot, counts: str, overlay: Path | None,
    review: Path | None, box: Box,
) -> int:  # fmt: skip
    r"""Read grids of 5 x 6 spots from photos of cards or boards.

    All tiles of all photos are read, 1 to 16 per photo, in reading order. Standard output has one
    grid per line, in notation, for `rank -`, `solve -` and --tiles of other commands. Doubtful
    spots and other doubts are listed on standard error. A second photo of the same tile in other
    light helps: both are aligned, and the darker pixel is used, because a reflection only adds
    light. With several photos --overlay writes FILE-1.png, FILE-2.png and so on.

    --json prints one object for a single tile of a single photo, otherwise an array of objects. The
    exit code is 0 for a reading, with or without doubts, and 1 if a photo shows no grid: then use
    --corners. Formats are JPEG, PNG, WEBP, GIF and BMP, with the extra 'images'. The reader has
    only been tested on synthetic photos: check the picture of --overlay.

    \b
    Examples:
      chatuchak read photo.jpg
      chatuchak read front.jpg back.jpg -o tiles.txt --overlay seen.png
      chatuchak read front.jpg back.jpg --review look.html
      chatuchak read photo.jpg --corners "305,187 883,192 893,655 300,660" --overlay seen.png
      chatuchak read photo.jpg | chatuchak solve -
    """
    merge_views = looks == "joined" if looks else merge_views
    counts = STANDARD if counts == "usual" else counts  # its old spelling
    assumed = box.reasons("counts") if counts == STANDARD else {}
    booths = cast("Counts", counts)
    if counts == STANDARD:
        booths = counts_for_photos(box)
    elif counts != "any":
        booths = options.parse_counts(counts)
    if corners is not None and len(photos) > 1:
        raise InputError(f"invalid number of photos {len(photos)}: expected one with --corners")
    overlays = [] if overlay is None else [overlay]
    if overlay is not None and len(photos) > 1:
        numbers = range(1, len(photos) + 1)
        overlays = [overlay.with_name(f"{overlay.stem}-{number}.png") for number in numbers]
    for file in overlays:
        files.use_output(file, "--overlay")
    if corners is None:
        found, code = read_collection(
            photos, tiles=tiles, merge_views=merge_views, empty=empty, counts=booths
        )
    else:
        with compile_notice():
            reading = read_photo(photos[0], corners=corners, empty=empty, counts=booths)
        assert reading is not None, "the corners are given"
        tile = photo_reading.PhotoTile(reading=reading, photo=0, place=1, views=((0, 1),))
        code, summary = ExitCode.DONE, photo_reading.PhotoSummary(1, 1)
        found = photo_reading.TileCollection(tiles=(tile,), photos=(summary,))
    for number, file in enumerate(overlays):
        readings = [tile.reading for tile in found.tiles if tile.photo == number]
        if readings:
            write_file(file, overlay_png(photos[number], readings))
    if review is not None and found.tiles:
        write_file(review, review_page(photos, found))
    lines = "".join(f"{tile.reading.grid}\n" for tile in found.tiles)
    if output.is_json():
        why = output.assumed_fields(assumed)
        documents = [{**read_answer(tile, photos, found).to_dict(), **why} for tile in found.tiles]
        single = len(photos) == 1 and len(documents) <= 1
        unread = found.photos[0].unreadable if single and found.photos else ()
        none = ReadAnswer(grid=None, doubtful=(), confidence=0.0, unread=unread or None)
        output.emit_json((documents or [none.to_dict()])[0] if single else documents)
    elif out is None:
        click.echo(lines, nl=False)
    if out is not None and found.tiles:
        write_file(out, lines)
    print_doubts(found, photos)
    if found.tiles:
        output.print_assumed(assumed, err=True)
    return code or (ExitCode.DONE if all(p.found for p in found.photos) else ExitCode.NEGATIVE)


def review_page(photos: Sequence[Path], box: photo_reading.TileCollection) -> str:
    """Return a self-contained HTML document to correct the tiles and save them as a file."""
    loaded = {number: load_photo(photos[number]) for number in {tile.photo for tile in box.tiles}}
    tiles = []
    for tile in box.tiles:
        reading = tile.reading
        image, scale = loaded[tile.photo]
        jpeg = base64.b64encode(tile_jpeg(image, np.array(reading.corners) * scale)).decode()
        tiles.append(
            {
                "name": f"{escape(photos[tile.photo].stem)} {tile.place}",
                "picture": f"data:image/jpeg;base64,{jpeg}",
                "letters": reading.letters,
                "second": reading.second,
                "doubtful": reading.doubtful,
                "notes": [note for note in (*reading.notes, tile.advice) if note],
            }
        )
    found = {"margin": MARGIN, "tiles": tiles}
    return html_page("photo_review.html", title="Tiles read from photos", reading=found)
