"""Reports for the terminal from templates with tables and rich's markup."""

from itertools import groupby
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from chatuchak_solver.rendering.svg import environment
from chatuchak_solver.rendering.tables import text_table
from chatuchak_solver.rendering.templates import listed

BAR: Final = "\x01"
"""Stands for ``|`` in values."""
PART: Final = "\x02"
"""Stands for a part that a template shows."""


def report(template: str, **values: Any) -> Group:
    """Return a report from a template.

    Lines have rich's markup. Lines that begin with ``|`` are rows of a table, after a line of heads
    for `text_table`; ``||`` begins a ruled table. ``show(part)``, alone on a line, is any part for
    rich.
    """
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
            table = text_table(
                *map(str.strip, heads.lstrip("|").split("|")), ruled=is_ruled, pad_edge=is_ruled
            )
            for row in rows:
                table.add_row(*(_text(cell.strip()) for cell in row[1:].split("|")))
            parts.append(table)
    return Group(*parts)


def _finalize(value: object) -> str:
    text = "" if value is None else str(value)
    return text if text == PART else escape(text).replace("|", BAR)


def _text(markup: str) -> Text:
    return Text.from_markup(markup.replace(BAR, "|"), emoji=False)
