"""Text, SVG and raster pictures of values; independent of solvers."""

from functools import cache
from importlib import resources


@cache
def resource(name: str) -> str:
    """Return the content of a text file in this folder."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")
