"""Pictures of tiles: from above, and photos with the letters read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.photo.image_file import as_loaded, pillow
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS

if TYPE_CHECKING:
    from PIL import Image

    from chatuchak_solver.photo.reading import PhotoReading


PIXELS, MARGIN = 30, 1.25
"""Pixels per spot from above, and the margin around the outermost spots, in spots."""
SIZE = (225, 195)
INK, LIGHT, DOUBT = (20, 20, 20), (255, 255, 255), (255, 196, 0)
DISK, RING = 0.2, 0.42
"""Radii of disk and ring, in spots."""


def homography(corners: Float64s) -> Float64s:
    """Return the homography from columns and rows to pixels, of shape (3, 3)."""
    points = np.column_stack((corners, np.ones(4)))
    weights = np.linalg.solve(points[[0, 1, 3]].T, points[2])
    first, right, down = weights[:, None] * points[[0, 1, 3]] * [[-1], [1], [1]]
    return np.column_stack(((right - first) / (COLUMNS - 1), (down - first) / (ROWS - 1), first))


def tile_jpeg(image: Image.Image, corners: Float64s) -> bytes:
    """Return a tile as seen from above; corners are in pixels, of shape (4, 2)."""
    by = homography(corners) @ [[1 / PIXELS, 0, -MARGIN], [0, 1 / PIXELS, -MARGIN], [0, 0, 1]]
    coefficients = (by / by[2, 2]).ravel()[:8].tolist()
    images, file = pillow("Image"), io.BytesIO()
    picture = image.transform(
        SIZE, images.Transform.PERSPECTIVE, coefficients, images.Resampling.BILINEAR
    )
    picture.save(file, "JPEG", quality=85)
    return file.getvalue()


def spot_centers(corners: Float64s) -> Float64s:
    """Return the centers of the spots between the corner spots, of shape (spots, 2)."""
    spots = np.arange(SPOTS)
    places = np.column_stack((spots % COLUMNS, spots // COLUMNS, np.ones(SPOTS)))
    centers = places @ homography(corners).T
    return np.asarray(centers[:, :2] / centers[:, 2:])


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
    draw, font = pillow("ImageDraw").Draw(image), pillow("ImageFont").load_default
    for reading in readings if isinstance(readings, Sequence) else (readings,):
        centers = spot_centers(np.array(reading.corners) * scale)
        rows = centers.reshape(ROWS, COLUMNS, 2)
        pitch = float(np.linalg.norm(np.diff(rows, axis=1), axis=-1).mean())
        for spot, (x, y) in enumerate(centers.tolist()):
            if spot in reading.doubtful:
                for radius, color in ((pitch * RING, INK), (max(pitch * RING - 2, 0), DOUBT)):
                    draw.circle((x, y), radius, outline=color, width=max(2, round(pitch / 16)))
            draw.circle((x, y), pitch * DISK, fill=INK)
            letter = reading.letters[spot].replace(".", "-")
            draw.text((x, y), letter, fill=LIGHT, anchor="mm", font=font(max(8.0, pitch * 0.28)))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
