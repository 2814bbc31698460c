"""Grids in JSON documents."""

from typing import Final

from chatuchak_solver.document import Node
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.sheet import Field

GRID_FIELD: Final = Field(
    "grid", Grid, "The player's grid, in notation.", "grid, as RYGBP/...",
    lambda text: str(Grid.parse(text)), required=True,
)  # fmt: skip
"""Form field for a player's grid."""


def read_grid(node: Node) -> Grid:
    """Parse grid notation from a document node."""
    return node.blamed(Grid.parse, node.text())
