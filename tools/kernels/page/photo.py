"""Kernels and constants of the photo module, loaded only with a photo; see `solver`."""

from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.kernels.reading import merge_view, read_tile
from chatuchak_solver.photo.kernels.tiles import read_tiles

EXPORTS = (read_tiles, read_tile, merge_view)


def _default_options() -> list[float]:
    # A test compares them; at the top, the library's reader would count as source of the module.
    from chatuchak_solver.photo.reading import parse_options

    defaults: list[float] = parse_options("likely", "standard").tolist()
    return defaults


CONSTANTS = {
    "OPTIONS": _default_options(),
    "measures": {
        name: value for name, value in vars(measures).items() if type(value) in (int, float)
    },
}
"""``OPTIONS`` are the defaults of `read_photo`; see `read_tile`."""
