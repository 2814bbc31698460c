"""The puzzle itself: board, colors, grid, notation, move rules, start rules and symmetry."""

from chatuchak_solver.puzzle.board import MAX_SPOTS, STANDARD_BOARD, Board
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, STANDARD_COLORS, STANDARD_COUNTS, Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.puzzle.notation import format_moves, parse_moves, split_grids
from chatuchak_solver.puzzle.start_rules import Violation, start_violations
from chatuchak_solver.puzzle.symmetry import apply_symmetry, board_symmetries, canonical_form

__all__ = [
    "COLOR_LETTERS",
    "MAX_SPOTS",
    "STANDARD_BOARD",
    "STANDARD_COLORS",
    "STANDARD_COUNTS",
    "Board",
    "Color",
    "Grid",
    "MoveRule",
    "Violation",
    "apply_symmetry",
    "board_symmetries",
    "canonical_form",
    "format_moves",
    "parse_moves",
    "split_grids",
    "start_violations",
]
