"""Photos annotated with the letters read."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.photo.image_file import as_loaded, pillow
from chatuchak_solver.photo.views import CORNER_SPOTS, fit_homography, project
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from chatuchak_solver.photo.reading import PhotoReading


INK, LIGHT, DOUBT = (20, 20, 20), (255, 255, 255), (255, 196, 0)
DISK: Final = 0.2
RING: Final = 0.42
"""Radii of disk and ring, in spots."""


def overlay_png(
    photo: Path | str | Image.Image, readings: PhotoReading | Sequence[PhotoReading]
) -> bytes:
    """Return the photo as PNG, with letters on the spots and rings around doubtful spots.

    Raises
    ------
    OSError, InputError, MissingExtraError
        See `read_photo`.
    """
    image, scale = as_loaded(photo)
    draw = pillow("ImageDraw").Draw(image)
    for reading in readings if isinstance(readings, Sequence) else (readings,):
        _draw_reading(draw, reading, scale)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _draw_reading(draw: ImageDraw.ImageDraw, reading: PhotoReading, scale: float) -> None:
    columns = STANDARD_BOARD.columns
    homography = fit_homography(CORNER_SPOTS, np.array(reading.corners) * scale)
    for spot, letter in enumerate(reading.letters):
        column, row = spot % columns, spot // columns
        near = np.array([[column, row], [column + 1, row]], float)
        (x, y), (right, down) = project(homography, near).tolist()
        cell = math.dist((x, y), (right, down))
        if spot in reading.doubtful:
            for radius, color in ((cell * RING, INK), (cell * RING - 2, DOUBT)):
                box = (x - radius, y - radius, x + radius, y + radius)
                draw.ellipse(box, outline=color, width=max(2, round(cell / 16)))
        radius = cell * DISK
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=INK)
        font = pillow("ImageFont").load_default(max(8.0, cell * 0.28))
        draw.text((x, y), letter.replace(".", "-"), fill=LIGHT, anchor="mm", font=font)
