"""The page for checking the grids of photos."""

import base64
import io
import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from chatuchak_solver.io.untrusted import escaped
from chatuchak_solver.photo.collection import PhotoTile, TileCollection
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.views import MARGIN, View, combine_views, rectify_view
from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.resources import fill_template, html_page, resource


def review_page(photos: Sequence[Path], box: TileCollection) -> str:
    """Return an HTML document with each tile's cut-out next to the grid as read, to be corrected.

    It loads nothing, and saves the grids as a file of tiles.

    Raises
    ------
    OSError, InputError, MissingExtraError
        As `read_photos`.
    """
    loaded = {number: load_photo(photos[number]) for number in {one.photo for one in box.tiles}}
    tiles = []
    for one in box.tiles:
        image, scale, _ = loaded[one.photo]
        look = rectify_view(image, np.array(one.reading.corners) * scale)
        name = f"{escaped(photos[one.photo].stem)} {one.place}"
        tiles.append({"name": name, "picture": _picture(look), **_read(one)})
    read = json.dumps({"margin": MARGIN, "tiles": tiles}).replace("<", "\\u003c")
    booths = ET.tostring(define_booths(ET.Element("svg"), STANDARD_COLORS), "unicode")
    return html_page(
        "Tiles read from photos",
        fill_template("photo_review.html", read=read),
        style=resource("photo_review.css"),
        before=f'<svg class="defs" aria-hidden="true">{booths}</svg>\n',
        script=resource("photo_review.js"),
    )


def _picture(look: View) -> str:
    file = io.BytesIO()
    combine_views([look]).save(file, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"


def _read(tile: PhotoTile) -> dict[str, object]:
    reading = tile.reading
    return {
        "letters": reading.letters,
        "second": reading.second,
        "doubtful": reading.doubtful,
        "notes": [note for note in (*reading.notes, tile.advice) if note],
    }
