"""The page's files, read once into memory: no request can name any other file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_cli.web.address import qr_svg
from chatuchak_solver.rendering.booths import define_booths

__all__ = ["FILES", "Asset", "load_assets"]

FILES: Final = MappingProxyType(
    {
        "/": "index.html",
        "/style.css": "style.css",
        "/app.js": "app.js",
        "/api.js": "api.js",
        "/board.js": "board.js",
        "/editor.js": "editor.js",
        "/game.js": "game.js",
        "/grid.js": "grid.js",
        "/replay.js": "replay.js",
        "/table.js": "table.js",
        "/icon.svg": "icon.svg",
    }
)
"""Each path and its file."""

QR_PATH: Final = "/address.svg"
"""Where the address to give to others is as a QR code, if there is one."""

TYPES: Final = MappingProxyType(
    {
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    }
)

BOOTHS_MARK: Final = "<!-- booths -->"
"""Where the page takes in the drawings of the booths."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent.

    Attributes
    ----------
    content
        The bytes.
    media_type
        Its type.
    etag
        Changes with the content.
    """

    content: bytes
    media_type: str
    etag: str


def load_assets(public_url: str | None = None) -> dict[str, Asset]:
    """Return every path with its file; the page has the booths of all other pictures in it.

    Parameters
    ----------
    public_url
        The address that `QR_PATH` shows as a QR code; there is no such path without one.
    """
    folder = resources.files("chatuchak_cli.web").joinpath("static")
    assets = {}
    for path, name in FILES.items():
        content = folder.joinpath(name).read_bytes()
        if name == "index.html":
            content = content.replace(BOOTHS_MARK.encode(), booth_drawings().encode())
        assets[path] = _asset(content, name)
    if public_url is not None:
        assets[QR_PATH] = _asset(qr_svg(public_url), QR_PATH)
    return assets


def _asset(content: bytes, name: str) -> Asset:
    digest = hashlib.sha256(content).hexdigest()[:20]
    return Asset(content, TYPES[name.rpartition(".")[2]], f'"{digest}"')


def booth_drawings() -> str:
    """Return an invisible SVG that defines the booths for ``use`` elements of the page."""
    root = ET.Element("svg", {"width": "0", "height": "0", "class": "drawings"})
    root.set("aria-hidden", "true")
    define_booths(root)
    return ET.tostring(root, encoding="unicode")
