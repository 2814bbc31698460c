"""SVG basics: accessible documents from templates, letters as strokes, and common colors."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from chatuchak_solver.errors import counted
from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.rendering import booths, resource

if TYPE_CHECKING:
    from jinja2 import Environment

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PAPER = "#fbf3e4"
"""Background of all pictures."""

EDGE = "#d9c19a"
"""Thin lines on `PAPER`."""

INK = "#3b2a1d"
"""Letters and thick lines on `PAPER`, with contrast above 12 to 1."""


CAP_HEIGHT = 10.0
"""Height of capitals in units of `GLYPHS`."""

SPACING = 3.0
BLANK = 3.4

GLYPHS: Mapping[str, tuple[float, str]] = json.loads(resource("strokes.json"))
"""Width and path data by character, with the baseline at `CAP_HEIGHT`."""

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in user units or as shares of the picture's size."""


class Svg(str):
    """Text of an SVG document, a picture in notebooks."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    __html__ = _repr_svg_  # templates insert it without escapes


@cache
def environment(
    *, autoescape: bool = True, finalize: Callable[[object], object] | None = None
) -> Environment:
    """Return the environment of all templates in this folder."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    found = Environment(
        autoescape=autoescape, loader=FunctionLoader(resource), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=finalize,
    )  # fmt: skip
    found.globals |= {
        "arrow_points": booths.arrow_points, "board_size": booths.board_size,
        "booth_styles": booths.BOOTH_STYLES, "can_letter": can_letter,
        "corner_of": booths.corner_of, "counted": counted, "edge": EDGE, "ink": INK,
        "paper": PAPER, "pieces": booths.PIECES, "standard_colors": STANDARD_COLORS,
        "strokes": strokes, "text_width": text_width,
    }  # fmt: skip
    found.filters |= {
        "n": "{:.6g}".format, "printable": _replace_invalid,
        "raw": lambda name: Markup(resource(name)), "resource": resource,
    }  # fmt: skip
    return found


def svg_picture(
    template: str, width: float, height: float, *, title: str, description: str,
    corner: int | None = 14, **values: Any,
) -> Svg:  # fmt: skip
    """Return an SVG document, with title and description for screen readers.

    Their ids are hashes, so that a page can contain several pictures.

    Parameters
    ----------
    template
        The template of the body; see ``drawings.svg`` for its macros.
    corner
        Radius of the background's corners; None for no background.
    values
        Values of the template; ``data`` are attributes of the root in place of its role.
    """
    title, description = _replace_invalid(title), _replace_invalid(description)
    key = f"{zlib.crc32(f'{title}|{description}'.encode()):08x}"
    picture = environment().get_template("picture.svg")
    return Svg(
        picture.render(
            body=template, width=width, height=height, title=title, description=description,
            key=key, corner=corner, **values,
        )
    )  # fmt: skip


def description(template: str, **values: Any) -> str:
    """Return a text alternative from a template."""
    return environment(autoescape=False).get_template(template).render(**values).rstrip()


def definitions(*, pieces: bool) -> Svg:
    """Return an invisible picture that defines booths, and optionally all pieces, for a page."""
    return Svg(environment().get_template("definitions.svg").render(has_pieces=pieces))


def _replace_invalid(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def can_letter(text: str) -> bool:
    """Return whether all characters of ``text`` have strokes."""
    return all(character == " " or character in GLYPHS for character in text)


def strokes(text: str) -> Iterator[tuple[float, str]]:
    """Yield the offset and the path of each character, for capitals of height 10."""
    at = 0.0
    for character in text:
        advance, path = GLYPHS.get(character, (BLANK, ""))
        if path:
            yield at, path
        at += advance + SPACING


def text_width(text: str, size: float) -> float:
    """Return the width of text in user units; an estimate for text in system fonts."""
    if not can_letter(text):
        return 0.9 * size * len(text)
    advances = [GLYPHS.get(character, (BLANK, ""))[0] for character in text]
    return (sum(advances) + SPACING * max(0, len(text) - 1)) * size / CAP_HEIGHT


def arrange(
    count: int, columns: int, cell: tuple[float, float], gap: float
) -> tuple[float, float, list[tuple[float, float]]]:
    """Arrange equal cells in rows of at most ``columns``, with gaps around them.

    Return width, height and the upper left corner of each cell.
    """
    abreast = min(columns, count)
    wide, high = (side + gap for side in cell)
    corners = [
        (gap + number % abreast * wide, gap + number // abreast * high) for number in range(count)
    ]
    return abreast * wide + gap, -(-count // abreast) * high + gap, corners
