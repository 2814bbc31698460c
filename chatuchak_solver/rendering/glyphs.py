"""Letters, digits and signs as strokes, independent of installed fonts."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from chatuchak_solver.rendering.resources import resource

CAP_HEIGHT: Final = 10.0
"""Height of capitals in the units of `GLYPHS`."""

SPACING: Final = 3.0
BLANK: Final = 3.4

GLYPHS: Final[Mapping[str, tuple[float, str]]] = json.loads(resource("strokes.json"))
"""Width and path data of each character, with the baseline at `CAP_HEIGHT`."""


def can_letter(text: str) -> bool:
    """Return whether all characters of ``text`` have strokes."""
    return all(character == " " or character in GLYPHS for character in text)


def lettering_width(text: str, *, size: float) -> float:
    """Return the width of ``text`` for capitals of height ``size``, in user units."""
    advances = [BLANK if character == " " else GLYPHS[character][0] for character in text]
    return (sum(advances) + SPACING * max(0, len(text) - 1)) * size / CAP_HEIGHT


def strokes(text: str) -> Iterator[tuple[float, str]]:
    """Yield position and path data of each character, in units of `GLYPHS`."""
    at = 0.0
    for character in text:
        width, path = GLYPHS.get(character, (BLANK, ""))
        if path:
            yield at, path
        at += width + SPACING
