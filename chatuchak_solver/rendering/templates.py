"""HTML and text from the templates in this folder."""

import base64
from collections.abc import Iterable
from typing import Any

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.svg import environment


def html_page(template: str, *, title: str, **values: Any) -> str:
    """Return a self-contained HTML document, suitable for phones."""
    page = environment().get_template(template)
    return page.render(title=title, picture_url=_picture_url, **values)


def text(template: str, **values: Any) -> str:
    """Return the text of a template."""
    return environment(autoescape=False).get_template(template).render(listed=listed, **values)


def text_lines(template: str, **values: Any) -> list[str]:
    """Return the lines of a template's text."""
    return text(template, **values).splitlines()


def sentences(template: str, **values: Any) -> str:
    """Return a template's text on one line."""
    return " ".join(text(template, **values).split())


def listed(items: Iterable[object], conjunction: str = "and", separator: str = ", ") -> str:
    """Return items in a sentence: ``1, 2 and 3``."""
    *most, last = map(str, items)
    return f"{separator.join(most)} {conjunction} {last}" if most else last


def _picture_url(grid: Grid, moves: tuple[int, ...] = (), highlight: tuple[int, ...] = ()) -> str:
    drawing = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
