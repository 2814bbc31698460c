"""Grids in JSON documents."""

from chatuchak_solver.document import Node
from chatuchak_solver.puzzle.grid import Grid


def read_grid(node: Node) -> Grid:
    """Read grid notation out of a document.

    Raises
    ------
    InvalidInstanceError
        If it is no grid; the message names the place.
    """
    return node.blamed(Grid.parse, node.text())
