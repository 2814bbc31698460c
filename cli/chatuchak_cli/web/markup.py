"""The page as it is sent: with the booths' drawings and English texts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.rendering.booths import define_booths

__all__ = ["page_html"]

BOOTHS_MARK: Final = "<!-- booths -->"
"""Where the page takes in the drawings of the booths."""

_TEXT: Final = re.compile(r'(<(\w+)(?=[^<>]*\bdata-text="([\w.]+)")[^<>]*>)(?=</\2>)')
_LABEL: Final = re.compile(r'<img(?=[^<>]*\bdata-label=)[^<>]*>|\bdata-label="([\w.]+)"')


def page_html(contents: Mapping[str, bytes]) -> bytes:
    """Return the page of the static files, given by their paths from its folder on.

    Its texts are English until its script knows the reader's language: they are in it so that
    nothing moves when the script arrives, and come from the same catalogue.
    """
    page = contents["index.html"].decode()
    texts = json.loads(contents["texts/en.json"])
    page = page.replace(BOOTHS_MARK, _booth_drawings())
    return _with_texts(page, texts).encode()


def _with_texts(page: str, texts: Mapping[str, Any]) -> str:
    """Fill every element that names a text, and every label."""

    def fill(found: re.Match[str]) -> str:
        return found[1] + escape(str(texts[found[3]]), quote=False)

    def label(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]  # a picture's label is its alternative, which the script writes
        return f'{found[0]} aria-label="{escape(str(texts[found[1]]))}"'

    return _LABEL.sub(label, _TEXT.sub(fill, page))


def _booth_drawings() -> str:
    """Return an invisible SVG that defines the booths for ``use`` elements of the page."""
    root = ET.Element("svg", {"width": "0", "height": "0", "class": "drawings"})
    root.set("aria-hidden", "true")
    define_booths(root, STANDARD_COLORS)
    return ET.tostring(root, encoding="unicode")
