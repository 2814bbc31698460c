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
    ('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">'),
)
"""A heading has a level, landmarks of a kind have names, and what scrolls can have the focus."""


def mend(app: Sphinx, error: Exception | None) -> None:
    """Put it into every page of the site's own."""
    if error is not None or app.builder.format != "html":
        return
    for name in app.env.found_docs:
        page = Path(app.outdir) / f"{name}.html"
        before = after = page.read_text(encoding="utf-8")
        for old, new in CHANGES:
            after = after.replace(old, new)
        if after != before:
            page.write_text(after, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", mend)
    return {"version": "1", "parallel_read_safe": True}
