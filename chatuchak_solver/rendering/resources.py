"""Templates, styles and scripts in this folder."""

from __future__ import annotations

import base64
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from jinja2 import Environment

    from chatuchak_solver.puzzle.grid import Grid


@cache
def resource(name: str) -> str:
    """Return the content of a text file in this folder."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def html_page(template: str, *, title: str, **values: Any) -> str:
    """Return a self-contained HTML document, suitable for phones, of a template in this folder."""
    return _environment().get_template(template).render(title=title, **values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    from chatuchak_solver.puzzle.colors import STANDARD_COLORS
    from chatuchak_solver.rendering.booths import BOOTH_STYLES, define_booths
    from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, inline

    environment = Environment(
        autoescape=True, loader=FunctionLoader(resource), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.globals |= {
        "ink": INK, "edge": EDGE, "paper": PAPER, "standard_colors": STANDARD_COLORS,
        "booth_styles": BOOTH_STYLES, "picture": _picture,
        "booths": lambda colors: inline(define_booths(ET.Element("svg"), colors)),
    }  # fmt: skip
    environment.filters["raw"] = lambda name: Markup(resource(name))
    return environment


def _picture(grid: Grid, moves: tuple[int, ...] = (), highlight: tuple[int, ...] = ()) -> str:
    """Return the address of a picture of a grid, with arrows for moves and rings."""
    from chatuchak_solver.rendering.grid_svg import grid_svg

    drawing = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
