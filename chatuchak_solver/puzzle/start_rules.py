"""Rules A, B and C for start grids.

Source: rulebook, Variants, New start grids.
"""

from typing import Literal

from chatuchak_solver.arguments import check_type
from chatuchak_solver.codec import Answer
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board, iter_spots
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS, Color
from chatuchak_solver.puzzle.grid import Grid

StartRule = Literal["empty", "A", "B", "C"]


class Violation(Answer, frozen=True):
    """A breach of a start rule.

    Attributes
    ----------
    rule
        ``empty`` (the empty spot is the upper left corner), ``A`` (its two neighbors differ in
        color), ``B`` (no two neighbors share a color) or ``C`` (no spot has three neighbors of one
        color).
    spots
        Spots of the offending booths, ascending, or the empty spot.
    message
        One line.
    """

    rule: StartRule
    spots: tuple[int, ...]
    message: str


def corner_spots(board: Board) -> tuple[int, int]:
    """Return the two neighbors of the upper left corner."""
    return 1, board.columns


def count_warning(
    grid: Grid, counts: tuple[int, ...] = STANDARD_COUNTS, *, assumed: bool = True
) -> str | None:
    """Return a warning if a grid on the game's board has other booth counts.

    ``counts`` are the game's, in any order; ``assumed`` is whether they are assumed.
    """
    if grid.board != STANDARD_BOARD:
        return None
    found = {color: grid.counts[color] for color in grid.colors}
    colors = set(tuple(Color)[: len(counts)])
    if set(found) == colors and sorted(found.values()) == sorted(counts):
        return None
    counted = ", ".join(f"{count} {color.label}" for color, count in found.items())
    expected = ", ".join(map(str, counts))
    number = "five" if len(counts) == len(STANDARD_COUNTS) else str(len(counts))
    mark = " (assumed)" if assumed else ""
    return f"the booths are {counted}; the game has {expected} of its {number} colors{mark}"


def start_violations(grid: Grid) -> tuple[Violation, ...]:
    """Return all breaches of the start rules, by rule and then by spot."""
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    board = grid.board
    violations = []
    if grid.empty != 0:
        message = f"the empty spot is {grid.empty} ({board.place(grid.empty)}), not the corner 0"
        violations.append(Violation("empty", (grid.empty,), message))
    right, below = corner_spots(board)
    color = grid.color_at(right)
    if color is not None and color == grid.color_at(below):
        message = f"spots {right} and {below} are both {color.label}"
        violations.append(Violation("A", (right, below), message))
    for spot in range(board.spots):
        color = grid.color_at(spot)
        if color is not None:
            later = board.neighbor_masks[spot] >> (spot + 1) << (spot + 1)
            for other in iter_spots(later & grid.color_masks[color]):
                message = f"{color.label} booths touch on spots {spot} and {other}"
                violations.append(Violation("B", (spot, other), message))
    for spot in range(board.spots):
        for color in grid.colors:
            around = iter_spots(board.neighbor_masks[spot] & grid.color_masks[color])
            if len(around) >= 3:
                message = f"{len(around)} {color.label} booths surround spot {spot}"
                violations.append(Violation("C", around, message))
    return tuple(violations)
