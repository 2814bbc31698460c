"""Adds accessibility attributes to the pages of the theme."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CHANGES = (
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    ('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    (
        '<article role="main" id="furo-main-content">\n          \n<noscript>',
        '<article role="main" id="furo-main-content"><h1>Search</h1>\n<noscript>',
    ),
    ('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">'),
)
"""Levels of headings, names of landmarks, and focus for scrollable blocks."""

PLAYED = "play-here"
"""The folder of the playable page, which is not changed."""


def add_attributes(app: Sphinx, error: Exception | None) -> None:
    """Change every written page of the site, including index and search."""
    if error is not None or app.builder.format != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        if PLAYED in page.parts:
            continue
        before = after = page.read_text(encoding="utf-8")
        for old, new in CHANGES:
            after = after.replace(old, new)
        if after != before:
            page.write_text(after, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", add_attributes)
    return {"version": "1", "parallel_read_safe": True}
