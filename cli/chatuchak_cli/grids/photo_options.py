"""How corners on a photo and numbers of booths are given as words."""

from __future__ import annotations

import math

from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import quoted
from chatuchak_solver.photo.box import MAX_TILES

Corners = tuple[tuple[float, float], ...]


def parse_corners(text: str) -> Corners:
    """Return the four points of a text such as ``120,90 880,110 910,700 100,690``.

    Raises
    ------
    InputError
        If there are not four of two numbers each.
    """
    points = []
    for word in text.split():
        try:
            x, y = (float(part) for part in word.split(","))
        except ValueError:
            x = y = math.nan
        if not (math.isfinite(x) and math.isfinite(y)):
            raise InputError(
                f"corner {quoted(word)} is no point; expected pixels from the left and from the "
                "top, such as 120,90"
            )
        points.append((x, y))
    if len(points) != 4:
        raise InputError(
            f"{len(points)} corners are given; expected four, such as "
            "'120,90 880,110 910,700 100,690'"
        )
    return tuple(points)


def parse_tiles(text: str) -> int | None:
    """Return how many tiles of each photo are wanted, None for ``all``.

    Raises
    ------
    InputError
        If it is neither a number from 1 to `MAX_TILES` nor ``all``.
    """
    if text == "all":
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not 1 <= number <= MAX_TILES:
        raise InputError(f"--tiles {quoted(text)} cannot be; expected 1 to {MAX_TILES}, or all")
    return number
