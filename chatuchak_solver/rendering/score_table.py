"""What points are made of: one table for consoles, the page and pictures."""

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
"""Heads that say more in English than their key."""

LABELS: Final = {color.letter: color.label for color in Color}


@dataclass(frozen=True, slots=True)
class ScoreTable(Jsonable):
    """Reasons for a score.

    Attributes
    ----------
    title
        The key of its title.
    head
        The keys of what the columns hold; who it is about is the first.
    rows
        A row a player, or a title. A cell such as ``color:R 5`` is a number of a color's.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def lines(self, number: int) -> tuple[str, ...]:
        """Return what a row holds, a line each; empty cells are left out."""
        cells = zip(self.head[1:], self.rows[number][1:], strict=True)
        return tuple(f"{_head(key)}: {_shown(cell)}" for key, cell in cells if cell != "")

    def __rich__(self) -> Table:
        """Return it as consoles show it."""
        who, *columns = map(_head, self.head)
        table = text_table(f"<{who}", *columns, header_style="bold")
        for row in self.rows:
            table.add_row(*(Text(_shown(cell)) for cell in row))
        return table


def _head(key: str) -> str:
    return HEADS.get(key, key.replace("-", " "))


def _shown(cell: Cell) -> str:
    return re.sub("color:([A-Z])", lambda found: LABELS[found[1]], str(cell))
