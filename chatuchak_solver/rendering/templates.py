"""HTML, SVG and text from the templates in this folder."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.colors import STANDARD_COLORS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering import resource
from chatuchak_solver.rendering.booths import BOOTH_STYLES, define_booths
from chatuchak_solver.rendering.grid_svg import draw_grid, grid_svg
from chatuchak_solver.rendering.pieces import draw_piece
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, Svg, box, document, inline, write

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment(*, autoescape: bool = True) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    found = Environment(
        autoescape=autoescape, loader=FunctionLoader(resource), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    found.globals |= {
        "ink": INK, "edge": EDGE, "paper": PAPER, "booths": _drawn(define_booths),
        "booth_styles": BOOTH_STYLES, "draw_grid": _drawn(draw_grid), "listed": listed,
        "picture": _picture, "piece": _drawn(draw_piece),
        "standard_colors": STANDARD_COLORS, "write": _drawn(write),
    }  # fmt: skip
    found.filters["raw"] = lambda name: Markup(resource(name))
    return found


def html_page(template: str, *, title: str, **values: Any) -> str:
    """Return a self-contained HTML document, suitable for phones."""
    return _environment().get_template(template).render(title=title, **values)


def text(template: str, **values: Any) -> str:
    """Return the text of a template."""
    return _environment(autoescape=False).get_template(template).render(values)


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


def svg_picture(
    template: str, width: float, height: float, *, title: str, description: str, **values: Any
) -> Svg:
    """Return the SVG document of a template, on the common background."""
    root = document(width, height, title=title, description=description)
    box(root, width, height, rx=14, fill=PAPER)
    body = _environment().get_template(template).render(values)
    return Svg(f"{inline(root).removesuffix('</svg>')}\n{body}</svg>\n")


def _drawn(draw: Callable[..., object]) -> Callable[..., Svg]:
    """Wrap ``draw`` to return the text of its elements."""

    def drawing(*arguments: Any, **options: Any) -> Svg:
        parent = ET.Element("g")
        draw(parent, *arguments, **options)
        return Svg("".join(map(inline, parent)))

    return drawing


def _picture(grid: Grid, moves: tuple[int, ...] = (), highlight: tuple[int, ...] = ()) -> str:
    drawing = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
