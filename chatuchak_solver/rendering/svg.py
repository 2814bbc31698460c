"""SVG basics: accessible documents, elements and common colors."""

import json
import re
import zlib
from collections.abc import Mapping
from typing import Final, NamedTuple, Self, TypeAlias
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering import resource

NAMESPACE: Final = "http://www.w3.org/2000/svg"

NOT_IN_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PAPER: Final = "#fbf3e4"
"""Background of all pictures."""

EDGE: Final = "#d9c19a"
"""Thin lines on `PAPER`."""

INK: Final = "#3b2a1d"
"""Letters and thick lines on `PAPER`, with contrast above 12 to 1."""


CAP_HEIGHT: Final = 10.0
"""Height of capitals in units of `GLYPHS`."""

SPACING: Final = 3.0
BLANK: Final = 3.4

GLYPHS: Final[Mapping[str, tuple[float, str]]] = json.loads(resource("strokes.json"))
"""Width and path data by character, with the baseline at `CAP_HEIGHT`."""

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in user units or as shares of the picture's size."""


class Svg(str):
    """Text of an SVG document, a picture in notebooks."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    __html__ = _repr_svg_  # templates insert it without escapes


def document(width: float, height: float, *, title: str, description: str) -> ET.Element:
    """Return the root of a picture with title and description for screen readers.

    Their ids are hashes, so that a page can contain several pictures.
    """
    title, description = _replace_invalid(title), _replace_invalid(description)
    key = f"{zlib.crc32(f'{title}|{description}'.encode()):08x}"
    attributes = {
        "xmlns": NAMESPACE,
        "viewBox": f"0 0 {width:g} {height:g}",
        "width": f"{width:g}",
        "height": f"{height:g}",
        "role": "img",
        "aria-labelledby": f"title-{key} desc-{key}",
    }
    root = ET.Element("svg", attributes)
    add(root, "title", id=f"title-{key}").text = title
    add(root, "desc", id=f"desc-{key}").text = description
    return root


def _replace_invalid(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def add(parent: ET.Element, tag: str, **attributes: float | str) -> ET.Element:
    """Add an element and return it.

    In attribute names, ``_`` becomes ``-``, and ``class_`` becomes ``class``.
    """
    texts = {
        name.rstrip("_").replace("_", "-"): value if isinstance(value, str) else f"{value:.6g}"
        for name, value in attributes.items()
    }
    return ET.SubElement(parent, tag, texts)


def box(parent: ET.Element, *sides: float, **style: float | str) -> ET.Element:
    """Add a rectangle.

    Parameters
    ----------
    sides
        Left and top (optional), then width and height.
    """
    names = ("x", "y", "width", "height")[-len(sides) :]
    return add(parent, "rect", **dict(zip(names, sides, strict=True)), **style)


def can_letter(text: str) -> bool:
    """Return whether all characters of ``text`` have strokes."""
    return all(character == " " or character in GLYPHS for character in text)


def lettering_width(text: str, *, size: float) -> float:
    """Return the width of ``text`` in user units, for capitals of height ``size``."""
    advances = [BLANK if character == " " else GLYPHS[character][0] for character in text]
    return (sum(advances) + SPACING * max(0, len(text) - 1)) * size / CAP_HEIGHT


def write(
    parent: ET.Element, text: str, *, x: float, y: float, size: float, ink: str = INK,
    weight: float = 1.6, anchor: float = 0.0,
) -> ET.Element:  # fmt: skip
    """Write text as strokes, or in a system font if a character has none.

    Parameters
    ----------
    size
        Height of capitals.
    weight
        Stroke width for capitals of height 10.
    anchor
        Fraction of the text to the left of ``x``.
    """
    text = _replace_invalid(text)
    if can_letter(text):
        scale, left = size / CAP_HEIGHT, x - anchor * lettering_width(text, size=size)
        place = f"translate({left:.4g} {y - size:.4g}) scale({scale:.4g})"
        group = add(parent, "g", data_text=text, transform=place, fill="none", stroke=ink,
                    stroke_width=f"{weight:g}", stroke_linecap="round",
                    stroke_linejoin="round")  # fmt: skip
        at = 0.0
        for character in text:
            advance, path = GLYPHS.get(character, (BLANK, ""))
            if path:
                add(group, "path", d=path, **({"transform": f"translate({at:.4g})"} if at else {}))
            at += advance + SPACING
        return group
    element = add(
        parent, "text", data_text=text, x=x, y=y, fill=ink, font_size=1.4 * size,
        font_family="'DejaVu Sans', Verdana, sans-serif",
        font_weight="bold" if weight > 1.6 else "normal",
        text_anchor={0.0: "start", 0.5: "middle", 1.0: "end"}[anchor],
    )  # fmt: skip
    element.text = text
    return element


def text_width(text: str, *, size: float) -> float:
    """Return the width of text in user units, estimated for system fonts."""
    return lettering_width(text, size=size) if can_letter(text) else 0.9 * size * len(text)


class Rows(NamedTuple):
    """Equal cells in rows.

    Attributes
    ----------
    width, height
        Total size with gaps and edges.
    corners
        Upper left corner of each cell.
    """

    width: float
    height: float
    corners: tuple[tuple[float, float], ...]

    @classmethod
    def of(
        cls, count: int, columns: int, cell: tuple[float, float], *, gap: float, edge: float
    ) -> Self:
        """Arrange ``count`` cells in at most ``columns`` columns."""
        abreast = min(columns, count)
        wide, high = (side + gap for side in cell)
        corners = tuple(
            (edge + number % abreast * wide, edge + number // abreast * high)
            for number in range(count)
        )
        rows = -(-count // abreast)
        return cls(abreast * wide - gap + 2 * edge, rows * high - gap + 2 * edge, corners)


def shares(areas: Mapping[str, Area], width: float, height: float) -> dict[str, Area]:
    """Return areas as shares of a picture's size."""
    return {
        name: (left / width, top / height, wide / width, high / height)
        for name, (left, top, wide, high) in areas.items()
    }


def inline(root: ET.Element) -> Svg:
    """Return the text of an element, for HTML."""
    return Svg(ET.tostring(root, encoding="unicode"))


def finish(root: ET.Element) -> Svg:
    """Return the text of a document, one element per line."""
    ET.indent(root)
    return Svg(f"{inline(root)}\n")
