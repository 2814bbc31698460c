"""What all SVG pictures share: an accessible document, its elements, and the colors of paper."""

import re
import zlib
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering.glyphs import CAP_HEIGHT, can_letter, lettering_width, strokes

NAMESPACE: Final = "http://www.w3.org/2000/svg"

NOT_IN_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PAPER: Final = "#fbf3e4"
"""The ground of every picture."""

EDGE: Final = "#d9c19a"
"""Fine lines on `PAPER`."""

INK: Final = "#3b2a1d"
"""Letters and thick lines, at a contrast above 12 to 1 on `PAPER`."""


class Svg(str):
    """The text of an SVG document, which notebooks show as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def document(width: float, height: float, *, title: str, description: str) -> ET.Element:
    """Return the root of a picture that screen readers announce by title and description.

    The names by which the root refers to both are made from their text, so that several
    pictures can stand in one page.

    Parameters
    ----------
    width, height
        In user units, which are also its pixels by default.
    """
    title, description = _drawable(title), _drawable(description)
    key = f"{zlib.crc32(f'{title}|{description}'.encode()):08x}"
    root = ET.Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {width:g} {height:g}",
            "width": f"{width:g}",
            "height": f"{height:g}",
            "role": "img",
            "aria-labelledby": f"title-{key} desc-{key}",
        },
    )
    add(root, "title", id=f"title-{key}").text = title
    add(root, "desc", id=f"desc-{key}").text = description
    return root


def _drawable(text: str) -> str:
    """Return a text without characters that XML has no way to write."""
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def add(parent: ET.Element, tag: str, **attributes: float | str) -> ET.Element:
    """Add an element and return it.

    Numbers are written short; ``_`` in a name stands for ``-``, and ``class_`` for ``class``.
    """
    texts = {
        name.rstrip("_").replace("_", "-"): value if isinstance(value, str) else f"{value:.6g}"
        for name, value in attributes.items()
    }
    return ET.SubElement(parent, tag, texts)


def box(parent: ET.Element, *sides: float, **look: float | str) -> ET.Element:
    """Add a rectangle.

    Parameters
    ----------
    sides
        Left and upper edge, unless they are 0, then width and height.
    """
    names = ("x", "y", "width", "height")[-len(sides) :]
    return add(parent, "rect", **dict(zip(names, sides, strict=True)), **look)


def write(
    parent: ET.Element,
    text: str,
    *,
    x: float,
    y: float,
    size: float,
    ink: str = INK,
    weight: float = 1.6,
    anchor: float = 0.0,
) -> ET.Element:
    """Write any text: in strokes where they have its characters, else in a font of the viewer's.

    Parameters
    ----------
    x, y
        Where the base line starts.
    size
        The height of the capitals in user units.
    weight
        The strokes' width; the capitals are 10 high.
    anchor
        Which part of the text lies left of ``x``: 0 none, 0.5 half, 1 all.
    """
    text = _drawable(text)
    if can_letter(text):
        scale, left = size / CAP_HEIGHT, x - anchor * lettering_width(text, size=size)
        place = f"translate({left:.4g} {y - size:.4g}) scale({scale:.4g})"
        group = add(parent, "g", data_text=text, transform=place, fill="none", stroke=ink,
                    stroke_width=f"{weight:g}", stroke_linecap="round",
                    stroke_linejoin="round")  # fmt: skip
        for at, path in strokes(text):
            add(group, "path", d=path, **({"transform": f"translate({at:.4g})"} if at else {}))
        return group
    element = add(
        parent,
        "text",
        data_text=text,
        x=x,
        y=y,
        fill=ink,
        font_size=1.4 * size,
        font_family="'DejaVu Sans', Verdana, sans-serif",
        font_weight="bold" if weight > 1.6 else "normal",
        text_anchor={0.0: "start", 0.5: "middle", 1.0: "end"}[anchor],
    )
    element.text = text
    return element


def text_width(text: str, *, size: float) -> float:
    """Return how wide `write` writes a text, in user units; about so where it takes a font."""
    return lettering_width(text, size=size) if can_letter(text) else 0.9 * size * len(text)


def finish(root: ET.Element) -> Svg:
    """Return a document's text, one element a line."""
    ET.indent(root)
    return Svg(ET.tostring(root, encoding="unicode") + "\n")
