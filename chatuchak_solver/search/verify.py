"""Replay of a solution, independent of the searches.

Uses colors in a list instead of bit masks, and its own lines and neighbors.
"""

from collections.abc import Sequence
from functools import cache
from operator import index
from typing import TypeVar

from chatuchak_solver.arguments import check_all, check_type, is_int
from chatuchak_solver.errors import IllegalMoveError, VerificationError
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.puzzle import Grid, MoveRule

Cell = TypeVar("Cell", str, int)


def replay(grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP) -> bool:
    """Make every move and return whether the last grid is solved.

    Raises
    ------
    IllegalMoveError
        If a move is illegal; the message names its number, counting from 1.
    InputError
        If the grid has the wrong type, or the rule is unknown.
    """
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    spots = check_all(moves, object, name="moves")
    return replay_cells(list(grid.letters), ".", grid.board.columns, spots, MoveRule(rule))


def replay_cells(
    cells: list[Cell], nothing: Cell, width: int, moves: Sequence[object], rule: MoveRule
) -> bool:
    """Replay moves on the color of each spot, and ``nothing`` for the empty one; see `replay`.

    Changes ``cells``.
    """
    empty = cells.index(nothing)
    sources = _sources(len(cells), width, rule)
    for number, move in enumerate(moves, start=1):
        spot = index(move) if is_int(move) else -1
        if spot not in sources[empty]:
            if not 0 <= spot < len(cells):
                raise IllegalMoveError(
                    f"move {number}: spot {describe(move)} is not on the board; "
                    f"expected 0..{len(cells) - 1}"
                )
            slides = rule is MoveRule.SLIDE
            need = "a neighbor of it" if slides else "another spot of its row or column"
            raise IllegalMoveError(
                f"move {number}: spot {spot} cannot {rule} to the empty spot {empty}; "
                f"expected {need}"
            )
        cells[empty], cells[spot] = cells[spot], nothing
        empty = spot
    return _pieces(cells, width) == len(set(cells)) - 1


def check_answer(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str, lower_bound: int, author: str
) -> None:
    """Verify the answer of a search by replay.

    ``lower_bound`` is the claimed one; ``author``, the search's name, is for the message.

    Raises
    ------
    VerificationError
        If a move is illegal, the moves do not solve the grid, or they are fewer than the bound.
        Never an `InputError`: the moves are not user input.
    """
    try:
        fault = None if replay(grid, moves, rule=rule) else "the last grid is not solved"
    except IllegalMoveError as error:
        fault = str(error)
    if fault is None and len(moves) < lower_bound:
        fault = f"they are fewer than its proven bound of {lower_bound}"
    if fault is not None:
        raise VerificationError(
            f"{author} answered {grid} ({MoveRule(rule)}) with the moves "
            f"{','.join(map(str, moves)) or 'none'}: {fault}"
        )


@cache
def _sources(spots: int, width: int, rule: MoveRule) -> tuple[frozenset[int], ...]:
    """Return, for each empty spot, the spots whose booths may move to it."""
    longest = 1 if rule is MoveRule.SLIDE else spots

    def is_legal(spot: int, empty: int) -> bool:
        down, right = abs(spot // width - empty // width), abs(spot % width - empty % width)
        return min(down, right) == 0 < max(down, right) <= longest

    return tuple(frozenset(s for s in range(spots) if is_legal(s, e)) for e in range(spots))


@cache
def _neighbors(spots: int, width: int) -> tuple[tuple[int, int], ...]:
    in_rows = ((spot, spot + 1) for spot in range(spots - 1) if (spot + 1) % width)
    return (*in_rows, *((spot, spot + width) for spot in range(spots - width)))


def _pieces(cells: list[Cell], width: int) -> int:
    """Return the number of connected pieces, by merging the pieces of equal neighbors."""
    leaders = list(range(len(cells)))
    pieces = len(cells) - 1  # without the empty spot
    for first, second in _neighbors(len(cells), width):
        if cells[first] == cells[second]:
            while leaders[first] != first:
                first = leaders[first]
            while leaders[second] != second:
                second = leaders[second]
            pieces -= first != second
            leaders[first] = second
    return pieces
