"""Self-contained HTML reports: shared parts."""

import base64
from html import escape
from string import Template

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.resources import html_page, resource
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER


def report_page(title: str, body: str, *, style: str = "") -> str:
    """Return a report as an HTML document that loads nothing and works from a file.

    Parameters
    ----------
    body
        What follows the heading, as HTML.
    style
        Rules of CSS that this page has besides; ``$edge`` and ``$paper`` are the colors of all.
    """
    rules = Template(resource("report.css") + style).substitute(ink=INK, edge=EDGE, paper=PAPER)
    return html_page(title, body, style=rules)


def paragraphs(lines: tuple[str, ...] | list[str], *, note: bool = False) -> str:
    """Return plain lines as paragraphs, or as notes that stand out."""
    start = '<p class="note">' if note else "<p>"
    return "\n".join(f"{start}{escape(line)}</p>" for line in lines)


def grid_picture(grid: Grid, name: str, *, moves: tuple[int, ...] = (),
                 highlight: tuple[int, ...] = ()) -> str:  # fmt: skip
    """Return a picture of a grid as an element with a description in words.

    ``moves`` are drawn as arrows, and the spots to ``highlight`` as rings.
    """
    picture = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    data = base64.b64encode(picture.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(name)}: {grid}">'
