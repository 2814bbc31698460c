"""Reading photos as ``read`` was asked to."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from chatuchak_cli.grids.photo_options import Corners, parse_corners, parse_tiles
from chatuchak_cli.grids.photo_review import review_page
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.options import CountsParameter
from chatuchak_cli.shared.photos import read_box
from chatuchak_cli.shared.progress import compile_notice
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.photo.box import Box, Looks, PhotoTile, PhotoTiles
from chatuchak_solver.photo.overlay import overlay_png
from chatuchak_solver.photo.reading import Counts, EmptySpot, read_photo


def read_as_asked(
    photos: tuple[Path, ...], *, tiles: str, looks: Looks, corners: str | None, empty: EmptySpot,
    counts: str, overlay: Path | None, review: Path | None,
) -> tuple[Box, ExitCode]:  # fmt: skip
    """Read photos as options ask for it, and draw the overlay and the review if there is a tile.

    Raises
    ------
    OSError, InputError, MissingExtraError
        As `read_photos`; if the options make no sense; and if the overlay cannot be written.
    """
    if overlay is not None and overlay.suffix.lower() != ".png":
        raise InputError(f"{overlay} does not end with .png, which the overlay is written as")
    if review is not None and review.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{review} does not end with .html, which the review is written as")
    points = None if corners is None else parse_corners(corners)
    if points is not None and len(photos) > 1:
        raise InputError("corners are those of one photo; expected one photo with --corners")
    numbers: Counts = (
        cast("Counts", counts)
        if counts in ("usual", "any")
        else CountsParameter().convert(counts, None, None)
    )
    most = parse_tiles(tiles)
    if points is not None:
        box, code = _at_corners(photos[0], points, empty, numbers), ExitCode.DONE
    else:
        box, code = read_box(photos, tiles=most, looks=looks, empty=empty, counts=numbers)
    if overlay is not None:
        for number, photo in enumerate(photos):
            readings = [one.reading for one in box.tiles if one.photo == number]
            name = f"{overlay.stem}-{number + 1}.png"
            path = overlay if len(photos) == 1 else overlay.with_name(name)
            if readings:
                write_file(path, overlay_png(photo, readings))
    if review is not None and box.tiles:
        write_file(review, review_page(photos, box))
    return box, code


def _at_corners(photo: Path, corners: Corners, empty: EmptySpot, counts: Counts) -> Box:
    with compile_notice():
        reading = read_photo(photo, corners=corners, empty=empty, counts=counts)
    assert reading is not None, "corners leave nothing to be found"
    tile = PhotoTile(reading=reading, photo=0, place=1, looks=((0, 1),))
    return Box(tiles=(tile,), photos=(PhotoTiles(1, 1, 0),))
