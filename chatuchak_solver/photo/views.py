"""Pictures of tiles: rectified views, their combination, and photos with the letters read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.photo.image_file import as_loaded, pillow
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.views import (
    HEIGHT,
    MARGIN,
    PIXELS,
    WIDTH,
    encode_srgb,
    merge_view,
    rectify,
)

if TYPE_CHECKING:
    from PIL import Image

    from chatuchak_solver.photo.reading import PhotoReading


View = Float32s
"""See `chatuchak_solver.photo.kernels.views`."""

CORNER_SPOTS = np.array([[0, 0], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1], [0, ROWS - 1]], float)
INK, LIGHT, DOUBT = (20, 20, 20), (255, 255, 255), (255, 196, 0)
DISK, RING = 0.2, 0.42
"""Radii of disk and ring, in spots."""


def view_corners() -> Float64s:
    """Return the corner spots in a view, of shape (4, 2), in pixels."""
    return (CORNER_SPOTS + MARGIN) * PIXELS


def rectify_view(image: Image.Image, corners: Float64s) -> View:
    """Return the view of a tile; corners are in pixels. Raise `InputError` if degenerate."""
    view = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    if not rectify(np.array(image), corners.ravel() - 0.5, view):
        raise InputError("invalid corners: expected no three on one line")
    return view


def combine_views(views: Sequence[View]) -> Image.Image:
    """Return the minimum of several views, per pixel and channel, as an image.

    The brightness of each is first adapted to the most colorful view; see `merge_view`.
    """

    def colorfulness(view: View) -> float:
        return float(np.nanmedian(view.std(axis=-1)))

    first, *remaining = sorted(views, key=colorfulness, reverse=True)
    light, picture = first.copy(), np.zeros(first.shape, np.uint8)
    for view in remaining:
        merge_view(light, view)
    encode_srgb(light, picture)
    image: Image.Image = pillow("Image").fromarray(picture)
    return image


def spot_centers(corners: Float64s) -> Float64s:
    """Return the centers of the spots between the corner spots, of shape (spots, 2)."""
    # A homography is linear in homogeneous coordinates.
    points = np.column_stack((corners, np.ones(4)))
    weights = np.linalg.solve(points[[0, 1, 3]].T, points[2])
    first, right, down = weights[:, None] * points[[0, 1, 3]] * [[-1], [1], [1]]
    spots = np.arange(SPOTS)[:, None]
    u, v = spots % COLUMNS / (COLUMNS - 1), spots // COLUMNS / (ROWS - 1)
    centers = first + u * (right - first) + v * (down - first)
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
