"""HTML, text and reports for the terminal from the templates in this folder."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.svg import environment

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.text import Text

PART = "\x01"
"""Stands for a part that a template shows."""
MARKS = str.maketrans("|[\\", "\x02\x03\x04")
"""In values, these characters are literal."""
LITERALS = {mark: literal for literal, mark in MARKS.items()}


def html_page(template: str, *, title: str, **values: Any) -> str:
    """Return a self-contained HTML document, suitable for phones."""
    page = environment().get_template(template)
    return page.render(title=title, picture_url=_picture_url, listed=listed, **values)


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


def report(template: str, **values: Any) -> Group:
    """Return a report from a template.

    Lines have rich's markup. Lines that begin with ``|`` are rows of a table, after a line of heads
    for `text_table`; ``||`` begins a ruled table, ``|||`` one without a margin. ``show(part)``,
    alone on a line, is any part for rich.
    """
    from rich.console import Group

    from chatuchak_solver.rendering.tables import text_table

    shown: list[RenderableType] = []

    def show(part: RenderableType) -> str:
        shown.append(part)
        return PART

    source = environment(autoescape=False, finalize=_finalize).get_template(template)
    lines = source.render(show=show, listed=listed, **values).splitlines()
    parts: list[RenderableType] = []
    for kind, group in groupby(lines, key=lambda line: line[:1] if line[:1] in ("|", PART) else ""):
        if kind == PART:
            parts += [shown.pop(0) for _ in group]
        elif kind == "":
            parts.append(_text("\n".join(group)))
        else:
            heads, *rows = group
            is_ruled = heads.startswith("||")
            names = [name.strip().translate(LITERALS) for name in heads.lstrip("|").split("|")]
            has_margin = is_ruled and not heads.startswith("|||")
            table = text_table(*names, ruled=is_ruled, pad_edge=has_margin)
            for row in rows:
                cells = [cell.removeprefix(" ").rstrip() for cell in row[1:].split("|")]
                table.add_row(*map(_text, cells))
            parts.append(table)
    return Group(*parts)


def _finalize(value: object) -> str:
    return "" if value is None else str(value).translate(MARKS)


def _text(markup: str) -> Text:
    from rich.text import Text

    found = Text.from_markup(markup, emoji=False)
    found.plain = found.plain.translate(LITERALS)
    return found


def _picture_url(grid: Grid, moves: tuple[int, ...] = (), highlight: tuple[int, ...] = ()) -> str:
    drawing = grid_svg(grid, numbers=True, moves=moves, highlight=highlight)
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
