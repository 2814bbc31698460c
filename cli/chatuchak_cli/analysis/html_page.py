"""Reports as one HTML file that needs nothing else: the frame that all of them share."""

from __future__ import annotations

import base64
from html import escape
from string import Template
from typing import Final

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER

__all__ = ["grid_picture", "html_page", "paragraphs"]

PAGE: Final = Template(
    """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
:root { color: $ink; background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
img, svg { display: block; max-width: 100%; height: auto; }
ol, ul { list-style: none; margin: 0; padding: 0; }
h3 { margin: 0; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.cards > li { border: 1px solid $edge; border-radius: .75rem; padding: .75rem; }
.cards p { margin: .25rem 0 0; }
.cards img { width: 100%; }
.note { background: $paper; border-radius: .75rem; padding: .5rem .75rem; }
$style</style>
</head>
<body>
<main>
<h1>$title</h1>
$body
</main>
</body>
</html>
"""
)


def html_page(title: str, body: str, *, style: str = "") -> str:
    """Return a document that loads nothing and works from a file, on phones too.

    Parameters
    ----------
    body
        What follows the heading, as HTML.
    style
        Rules of CSS that this page has besides; ``$edge`` and ``$paper`` are the colors of all.
    """
    colors = {"ink": INK, "edge": EDGE, "paper": PAPER}
    own = Template(style).substitute(colors)
    return PAGE.substitute(colors, title=escape(title), style=own, body=body)


def paragraphs(lines: tuple[str, ...] | list[str], *, note: bool = False) -> str:
    """Return plain lines as paragraphs, or as notes that stand out."""
    start = '<p class="note">' if note else "<p>"
    return "\n".join(f"{start}{escape(line)}</p>" for line in lines)


def grid_picture(grid: Grid, name: str, *, numbers: bool = True) -> str:
    """Return a picture of a grid as an element that says in words what it shows."""
    data = base64.b64encode(grid_svg(grid, numbers=numbers).encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(name)}: {grid}">'
