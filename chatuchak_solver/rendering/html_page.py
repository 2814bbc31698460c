"""Self-contained HTML documents, and texts, of the templates in this folder."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH_STYLES, define_booths
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.resources import resource
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, inline

if TYPE_CHECKING:
    from jinja2 import Environment


def html_page(template: str, *, title: str, **values: Any) -> str:
    """Return a self-contained HTML document, suitable for phones."""
    return _environment(autoescape=True).get_template(template).render(title=title, **values)


def text(template: str, **values: Any) -> str:
    """Return the text of a template."""
    return _environment(autoescape=False).get_template(template).render(values)


def text_lines(template: str, **values: Any) -> list[str]:
    """Return the lines of the text of a template."""
    return text(template, **values).splitlines()


def listed(items: Iterable[object], conjunction: str = "and", separator: str = ", ") -> str:
    """Return items in a sentence, for example ``1, 2 and 3``."""
    *most, last = map(str, items)
    return f"{separator.join(most)} {conjunction} {last}" if most else last


@cache
def _environment(*, autoescape: bool) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=autoescape, loader=FunctionLoader(resource), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.globals |= {
        "ink": INK, "edge": EDGE, "paper": PAPER, "standard_colors": STANDARD_COLORS,
        "booth_styles": BOOTH_STYLES, "picture": _picture, "listed": listed,
        "booths": lambda colors: inline(define_booths(ET.Element("svg"), colors)),
    }  # fmt: skip
    environment.filters["raw"] = lambda name: Markup(resource(name))
    return environment


def _picture(grid: Grid, moves: tuple[int, ...] = (), highlight: tuple[int, ...] = ()) -> str:
    """Return the address of a picture of a grid, with arrows for moves and rings."""
    drawing = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
