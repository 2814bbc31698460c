"""What the theme's pages lack for screen readers and keyboards, put in once they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CHANGES: Final = (
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
"""A heading has a level, landmarks of a kind have names, and what scrolls can have the focus."""

PLAYED: Final = "play-here"
"""The folder of the page to play, which is none of the site's."""


def mend(app: Sphinx, error: Exception | None) -> None:
    """Put it into every page of the site's own, the index and the search included."""
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
    app.connect("build-finished", mend)
    return {"version": "1", "parallel_read_safe": True}
