"""The puzzle: board, colors, grid, notation, move rules, start rules and symmetry."""

from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule

__all__ = ["STANDARD_BOARD", "Board", "Color", "Grid", "MoveRule"]
