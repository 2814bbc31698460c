"""The page as it is sent: with the booths' drawings and English texts."""

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.pieces import define_pieces

BOOTHS_MARK: Final = "<!-- booths -->"
"""The placeholder of the drawings in the page."""

_SERVED: Final = re.compile("<!-- served -->(.*?)<!-- /served -->")
"""Parts of the page that need the server."""

_TEXT: Final = re.compile(r'(<(\w+)(?=[^<>]*\bdata-text="([\w.]+)")[^<>]*>)(?=</\2>)')
_LABEL: Final = re.compile(r'<img(?=[^<>]*\bdata-label=)[^<>]*>|\bdata-label="([\w.]+)"')


def page_html(contents: Mapping[str, bytes], path: str, *, served: bool = False) -> bytes:
    """Return a page of the static files, given by their paths from the first page's folder on.

    It contains the English texts of the catalogs, so the layout does not move when the script sets
    the reader's language.

    Parameters
    ----------
    path
        Which page.
    served
        Whether a server of ours sends it, which answers questions too.
    """
    page = contents[path].decode()
    texts: JsonObject = {}
    for name, content in contents.items():
        if name.endswith("texts/en.json"):
            texts |= json.loads(content)
    page = page.replace(BOOTHS_MARK, _drawings(has_pieces=path != "index.html"))
    page = _SERVED.sub(r"\1" if served else "", page)
    return _with_texts(page, texts).encode()


def _with_texts(page: str, texts: JsonObject) -> str:
    """Fill every element that names a text, and every label."""

    def fill(found: re.Match[str]) -> str:
        return found[1] + escape(str(texts[found[3]]), quote=False)

    def label(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]  # a picture's label is its alternative, which the script writes
        return f'{found[0]} aria-label="{escape(str(texts[found[1]]))}"'

    return _LABEL.sub(label, _TEXT.sub(fill, page))


def _drawings(*, has_pieces: bool) -> str:
    """Return an invisible SVG that defines booths and pieces for ``use`` elements of the page."""
    root = ET.Element("svg", {"width": "0", "height": "0", "class": "drawings"})
    root.set("aria-hidden", "true")
    define_booths(root, STANDARD_COLORS)
    if has_pieces:
        define_pieces(root)
    return ET.tostring(root, encoding="unicode")
