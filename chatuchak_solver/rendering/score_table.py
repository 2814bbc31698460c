"""Composition of scores as tables for consoles, the web page and pictures."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.rendering.tables import Table, text_table

Cell = str | int

HEADS: Final[Mapping[str, str]] = {
    "clusters": "groups and single booths",
    "unplaced": "unplaced restaurants",
    "worst": "worst color",
}
"""English headings that differ from their keys."""

LABELS: Final = {color.letter: color.label for color in Color}


@dataclass(frozen=True, slots=True)
class ScoreTable(Jsonable):
    """Composition of a score.

    Attributes
    ----------
    title
        Key of the title.
    head
        Keys of the columns. The first is the player.
    rows
        One row per player. Cells like ``color:R 5`` are numbers of a color.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def lines(self, number: int) -> tuple[str, ...]:
        """Return the nonempty cells of a row, one per line."""
        cells = zip(self.head[1:], self.rows[number][1:], strict=True)
        return tuple(f"{_head(key)}: {_format(cell)}" for key, cell in cells if cell != "")

    def __rich__(self) -> Table:
        """Return a console table."""
        first, *columns = map(_head, self.head)
        table = text_table(f"<{first}", *columns, header_style="bold")
        for row in self.rows:
            table.add_row(*(Text(_format(cell)) for cell in row))
        return table


def _head(key: str) -> str:
    return HEADS.get(key, key.replace("-", " "))


def _format(cell: Cell) -> str:
    return re.sub("color:([A-Z])", lambda match: LABELS[match[1]], str(cell))
