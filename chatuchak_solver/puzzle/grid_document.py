"""Grids in JSON documents."""

from __future__ import annotations

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid

__all__ = ["read_grid"]


def read_grid(node: Node) -> Grid:
    """Read grid notation out of a document.

    Raises
    ------
    InvalidInstanceError
        If it is no grid; the message names the place.
    """
    try:
        return Grid.parse(node.text())
    except InputError as error:
        raise node.error(str(error)) from None
