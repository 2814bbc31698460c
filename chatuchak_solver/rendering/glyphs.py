"""Letters, digits and signs as strokes, so that pictures need no font.

A machine without fonts still shows them, and they look alike in every viewer and raster.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from chatuchak_solver.rendering.resources import resource

CAP_HEIGHT: Final = 10.0
"""Height of the capitals in the units of `GLYPHS`."""

SPACING: Final = 3.0
BLANK: Final = 3.4

GLYPHS: Final[Mapping[str, tuple[float, str]]] = json.loads(resource("strokes.json"))
"""Width and path data of each character; the base line is at `CAP_HEIGHT`."""


def can_letter(text: str) -> bool:
    """Return whether every character of ``text`` can be drawn."""
    return all(character == " " or character in GLYPHS for character in text)


def lettering_width(text: str, *, size: float) -> float:
    """Return how wide ``text`` is, in user units, with capitals ``size`` high."""
    advances = [BLANK if character == " " else GLYPHS[character][0] for character in text]
    return (sum(advances) + SPACING * max(0, len(text) - 1)) * size / CAP_HEIGHT


def strokes(text: str) -> Iterator[tuple[float, str]]:
    """Yield where each character of ``text`` starts and its path data, in units of `GLYPHS`."""
    at = 0.0
    for character in text:
        width, path = GLYPHS.get(character, (BLANK, ""))
        if path:
            yield at, path
        at += width + SPACING
