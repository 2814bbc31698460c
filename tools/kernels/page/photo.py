"""Kernels and constants of the photo module, loaded only with a photo; see `solver`."""

from typing import Final

from chatuchak_solver.photo.kernels import measures, views
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles
from chatuchak_solver.photo.reading import parse_options

EXPORTS: Final = (read_tiles, read_tile, views.rectify, views.merge_view, views.encode_srgb)
CONSTANTS: Final = {
    "OPTIONS": tuple(parse_options("likely", "standard").tolist()),
    "measures": {
        name: value for name, value in vars(measures).items() if type(value) in (int, float)
    },
    "views": {name: getattr(views, name) for name in ("PIXELS", "MARGIN", "WIDTH", "HEIGHT")},
}
"""``OPTIONS`` are the defaults of `read_photo`; see `read_tile`."""
