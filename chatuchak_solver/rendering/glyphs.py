"""Letters, digits and signs as strokes, so that pictures need no font.

A machine without fonts still shows them, and they look alike in every viewer and raster.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.errors import InputError

__all__ = ["CAP_HEIGHT", "can_letter", "draw_lettering", "lettering_width"]

CAP_HEIGHT: Final = 10.0
"""Height of the capitals in the units of `GLYPHS`."""

SPACING: Final = 3.0
BLANK: Final = 3.4

_ROUND: Final = "M3 3.4A3 3.3 0 1 0 3 10A3 3.3 0 1 0 3 3.4Z"

GLYPHS: Final = MappingProxyType(
    {
        "A": (7.0, "M0 10L3.5 0L7 10M1.3 6.4H5.7"),
        "B": (6.3, "M0 0V10H3.5A2.75 2.75 0 0 0 3.5 4.5H0M3.5 4.5A2.25 2.25 0 0 0 3.5 0H0"),
        "C": (7.3, "M7.3 2.2A4 5 0 1 0 7.3 7.8"),
        "D": (7.0, "M0 0V10H2.5A4.5 5 0 0 0 2.5 0Z"),
        "E": (6.0, "M6 0H0V10H6M0 5H5"),
        "F": (6.0, "M6 0H0V10M0 5H5"),
        "G": (8.0, "M7.3 2.2A4 5 0 1 0 7.97 5.6H4.8"),
        "H": (7.0, "M0 0V10M7 0V10M0 5H7"),
        "I": (0.0, "M0 0V10"),
        "J": (5.0, "M5 0V7A2.5 3 0 0 1 0 7"),
        "K": (6.8, "M0 0V10M6.5 0L0 6M2.6 3.7L6.8 10"),
        "L": (5.5, "M0 0V10H5.5"),
        "M": (8.0, "M0 10V0L4 6.5L8 0V10"),
        "N": (7.0, "M0 10V0L7 10V0"),
        "O": (8.0, "M4 0A4 5 0 1 0 4 10A4 5 0 1 0 4 0Z"),
        "P": (6.4, "M0 10V0H3.5A2.9 2.9 0 0 1 3.5 5.8H0"),
        "Q": (8.0, "M4 0A4 5 0 1 0 4 10A4 5 0 1 0 4 0ZM5 7L8 10.3"),
        "R": (6.6, "M0 10V0H3.5A2.9 2.9 0 0 1 3.5 5.8H0M3.2 5.8L6.6 10"),
        "S": (
            6.4,
            (
                "M6.2 2C5.6.6 4.6 0 3.2 0C1.4 0 .2 1 .2 2.5C.2 5.9 6.4 4.1 6.4 7.4"
                "C6.4 9 5.1 10 3.2 10C1.6 10 .5 9.2 0 7.8"
            ),
        ),
        "T": (7.0, "M0 0H7M3.5 0V10"),
        "U": (7.0, "M0 0V6.3A3.5 3.7 0 0 0 7 6.3V0"),
        "V": (7.0, "M0 0L3.5 10L7 0"),
        "W": (10.0, "M0 0L2.4 10L5 2.5L7.6 10L10 0"),
        "X": (6.6, "M0 0L6.6 10M6.6 0L0 10"),
        "Y": (6.8, "M0 0L3.4 5.2L6.8 0M3.4 5.2V10"),
        "Z": (6.4, "M0 0H6.4L0 10H6.4"),
        "a": (6.0, _ROUND + "M6 3.4V10"),
        "b": (6.0, _ROUND + "M0 0V10"),
        "c": (5.6, "M5.6 4.8A3 3.3 0 1 0 5.6 8.6"),
        "d": (6.0, _ROUND + "M6 0V10"),
        "e": (6.0, "M.1 6.7H6A3 3.3 0 1 0 5.2 8.9"),
        "f": (4.0, "M4 .3C3.6 .1 3.2 0 2.8 0C1.8 0 1.2 .7 1.2 2V10M0 3.6H3.6"),
        "g": (6.0, _ROUND + "M6 3.4V10C6 11.8 4.8 13 3 13C1.9 13 1 12.6 .4 12"),
        "h": (5.6, "M0 0V10M0 6.2C0 4.5 1.2 3.4 2.8 3.4C4.6 3.4 5.6 4.5 5.6 6.3V10"),
        "i": (0.0, "M0 3.6V10M0 .6V.7"),
        "j": (1.6, "M1.6 3.6V11.2C1.6 12.4 1 13 0 13M1.6 .6V.7"),
        "k": (5.2, "M0 0V10M5 3.6L0 7.6M2 6.1L5.2 10"),
        "l": (0.0, "M0 0V10"),
        "m": (
            9.2,
            (
                "M0 3.4V10M0 6C0 4.4 1 3.4 2.4 3.4C3.8 3.4 4.6 4.3 4.6 6V10M4.6 6"
                "C4.6 4.4 5.6 3.4 7 3.4C8.4 3.4 9.2 4.3 9.2 6V10"
            ),
        ),
        "n": (5.6, "M0 3.4V10M0 6.2C0 4.5 1.2 3.4 2.8 3.4C4.6 3.4 5.6 4.5 5.6 6.3V10"),
        "o": (6.0, _ROUND),
        "p": (6.0, _ROUND + "M0 3.4V13"),
        "q": (6.0, _ROUND + "M6 3.4V13"),
        "r": (3.2, "M0 3.4V10M0 6.2C0 4.4 1.2 3.4 3.2 3.4"),
        "s": (
            4.9,
            (
                "M4.6 4.6C4.1 3.8 3.4 3.4 2.5 3.4C1.2 3.4 .3 4.1 .3 5.1C.3 7.2 4.9 6.1 4.9 8.3"
                "C4.9 9.3 3.9 10 2.5 10C1.3 10 .5 9.5 0 8.6"
            ),
        ),
        "t": (4.1, "M1.4 1.2V8.2C1.4 9.4 2 10 3 10C3.4 10 3.8 9.9 4.1 9.7M0 3.6H3.8"),
        "u": (5.6, "M0 3.4V7.1C0 8.9 1 10 2.8 10C4.4 10 5.6 8.9 5.6 7.2V3.4V10"),
        "v": (5.6, "M0 3.4L2.8 10L5.6 3.4"),
        "w": (8.8, "M0 3.4L2.1 10L4.4 4L6.7 10L8.8 3.4"),
        "x": (5.2, "M0 3.4L5.2 10M5.2 3.4L0 10"),
        "y": (5.6, "M0 3.4L2.9 10M5.6 3.4L2.9 10L1.6 13H.6"),
        "z": (5.0, "M0 3.4H5L0 10H5"),
        "=": (5.0, "M0 4H5M0 7.4H5"),
        "'": (0.0, "M0 0V2.4"),
        "!": (0.0, "M0 0V6.8M0 9.9V10"),
        "0": (6.4, "M3.2 0A3.2 5 0 1 0 3.2 10A3.2 5 0 1 0 3.2 0Z"),
        "1": (2.6, "M0 2.2L2.6 0V10"),
        "2": (6.3, "M.2 2.8C.3 1 1.5 0 3.2 0C5 0 6.1 1.1 6.1 2.7C6.1 5.2 2.6 6.8 0 10H6.3"),
        "3": (
            6.3,
            (
                "M.3 1.6C.8.6 1.8 0 3 0C4.8 0 5.9 1 5.9 2.4C5.9 3.9 4.8 4.8 3.1 4.8H2.2"
                "M3.1 4.8C5 4.8 6.3 5.8 6.3 7.3C6.3 8.9 5 10 3.1 10C1.7 10 .5 9.4 0 8.2"
            ),
        ),
        "4": (6.6, "M4.8 10V0L0 7H6.6"),
        "5": (
            6.3,
            (
                "M5.8 0H1.2L.6 4.6C1.3 4 2.2 3.8 3.1 3.8C5 3.8 6.3 5 6.3 6.8C6.3 8.7 5 10 3 10"
                "C1.6 10 .5 9.4 0 8.2"
            ),
        ),
        "6": (
            6.3,
            (
                "M5.6 1.2C5 .4 4.2 0 3.4 0C1.3 0 0 2 0 5.2C0 8.3 1.2 10 3.2 10C5 10 6.3 8.7 6.3 6.9"
                "C6.3 5.1 5 3.9 3.3 3.9C1.6 3.9 .3 5 0 6.4"
            ),
        ),
        "7": (6.2, "M0 0H6.2L2.2 10"),
        "8": (
            6.4,
            (
                "M3.2 0C1.5 0 .5 1 .5 2.4C.5 3.8 1.5 4.7 3.2 4.7C4.9 4.7 5.9 3.8 5.9 2.4"
                "C5.9 1 4.9 0 3.2 0ZM3.2 4.7C1.3 4.7 0 5.7 0 7.3C0 8.9 1.3 10 3.2 10"
                "C5.1 10 6.4 8.9 6.4 7.3C6.4 5.7 5.1 4.7 3.2 4.7Z"
            ),
        ),
        "9": (
            6.3,
            (
                "M.7 8.8C1.3 9.6 2.1 10 2.9 10C5 10 6.3 8 6.3 4.8C6.3 1.7 5.1 0 3.1 0"
                "C1.3 0 0 1.3 0 3.1C0 4.9 1.3 6.1 3 6.1C4.7 6.1 6 5 6.3 3.6"
            ),
        ),
        ".": (0.0, "M0 9.9V10"),
        ",": (1.0, "M1 9.6L0 11.6"),
        ":": (0.0, "M0 3.4V3.5M0 8.9V9"),
        "-": (4.0, "M0 5.4H4"),
        "+": (6.0, "M0 5.4H6M3 2.4V8.4"),
        "/": (4.4, "M0 10.6L4.4 -.6"),
        "?": (5.6, "M0 2.4C.2.9 1.3 0 2.8 0C4.5 0 5.6 1 5.6 2.5C5.6 4.6 2.8 4.8 2.8 7M2.8 9.9V10"),
        "(": (2.4, "M2.4 -1C-.8 3 -.8 7 2.4 11"),
        ")": (2.4, "M0 -1C3.2 3 3.2 7 0 11"),
        "→": (8.0, "M0 5.4H8M5 2.4L8 5.4L5 8.4"),
    }
)
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
