"""The puzzle: board, colors, grid, notation, move rules, start rules and symmetry."""

from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board, iter_spots
from chatuchak_solver.puzzle.colors import STANDARD_COLORS, Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule, reach_masks

__all__ = [
    "STANDARD_BOARD", "STANDARD_COLORS", "Board", "Color", "Grid", "MoveRule", "iter_spots",
    "reach_masks",
]  # fmt: skip
