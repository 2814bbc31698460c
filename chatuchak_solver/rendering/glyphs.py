"""Letters, digits and signs as strokes, so that pictures need no font.

A machine without fonts still shows them, and they look alike in every viewer and raster.
"""

import json
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.errors import InputError
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


def draw_lettering(
    parent: ET.Element,
    text: str,
    *,
    x: float,
    y: float,
    size: float,
    ink: str,
    weight: float = 1.6,
    anchor: float = 0.0,
) -> ET.Element:
    """Draw ``text`` with the left end of its base line at ``x``, ``y``.

    Parameters
    ----------
    size
        The height of the capitals in user units.
    weight
        The strokes' width; the capitals are 10 high.
    anchor
        Which part of the text lies left of ``x``: 0 none, 0.5 half, 1 all.

    Raises
    ------
    InputError
        If the text has a character without a drawing.
    """
    if not can_letter(text):
        raise InputError(
            f"{text!r} cannot be lettered; expected English letters, digits and simple signs"
        )
    scale = size / CAP_HEIGHT
    left = x - anchor * lettering_width(text, size=size)
    group = ET.SubElement(
        parent,
        "g",
        {
            "data-text": text,
            "transform": f"translate({left:.4g} {y - size:.4g}) scale({scale:.4g})",
            "fill": "none",
            "stroke": ink,
            "stroke-width": f"{weight:g}",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )
    at = 0.0
    for character in text:
        if character == " ":
            at += BLANK + SPACING
            continue
        width, path = GLYPHS[character]
        attributes = {"d": path}
        if at:
            attributes["transform"] = f"translate({at:.4g})"
        ET.SubElement(group, "path", attributes)
        at += width + SPACING
    return group
