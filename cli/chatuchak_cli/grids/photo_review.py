"""The page for checking the grids of photos."""

import base64
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from chatuchak_solver.io.untrusted import escaped
from chatuchak_solver.photo.collection import TileCollection
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.photo.views import MARGIN, View, combine_views, rectify_view
from chatuchak_solver.rendering.templates import html_page


def review_page(photos: Sequence[Path], box: TileCollection) -> str:
    """Return an HTML document with the cut-out of each tile next to its grid, for corrections.

    It loads no other files and saves the grids as a file of tiles.
    """
    loaded = {number: load_photo(photos[number]) for number in {tile.photo for tile in box.tiles}}
    tiles = []
    for tile in box.tiles:
        reading = tile.reading
        image, scale, _ = loaded[tile.photo]
        tiles.append(
            {
                "name": f"{escaped(photos[tile.photo].stem)} {tile.place}",
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
