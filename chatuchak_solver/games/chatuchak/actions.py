"""The actions of the multiplayer game as text and back.

=============== =======================================================================
``move 15``     move the booth on that spot to the empty spot
``pass``        no more turns for the rest of the game
``roll 7``      chance: the die for the time track
=============== =======================================================================
"""

import re
from functools import cache
from typing import TypeAlias

from chatuchak_solver.errors import NotationError
from chatuchak_solver.games.action_notation import ActionNotation, TextAction
from chatuchak_solver.games.chatuchak.setup import DIE_SIDES
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks


class Move(TextAction, tag="move"):
    """The booth on a spot moves to the empty spot."""

    spot: int


class Pass(TextAction, tag="pass"):
    """Take no more turns."""


class Roll(TextAction, tag="roll"):
    """Chance: a number on the die."""

    number: int


Action: TypeAlias = Move | Pass | Roll

PASS = Pass()

ROLLS = tuple(sorted((Roll(number) for number in range(1, DIE_SIDES + 1)), key=str))
"""The rolls of the die, sorted by text."""


@cache
def move_actions(board: Board, rule: MoveRule) -> tuple[tuple[Move, ...], ...]:
    """Return the moves per empty spot, sorted by text."""
    return tuple(
        tuple(sorted(map(Move, iter_spots(mask)), key=str)) for mask in reach_masks(board, rule)
    )


def all_actions(board: Board) -> tuple[Action, ...]:
    """Return all actions on a board: moves by spot, ``pass``, rolls from 1."""
    rolls = map(Roll, range(1, DIE_SIDES + 1))
    return (*map(Move, range(board.spots)), PASS, *rolls)


def read_number(text: str) -> int:
    """Parse a number of at most four digits."""
    if re.fullmatch("0|[1-9][0-9]{0,3}", text) is None:
        raise NotationError(f"invalid number {text!r}: expected one such as 15")
    return int(text)


NOTATION = ActionNotation(
    (Move, Pass, Roll), {"spot": read_number, "number": read_number}, "move 15 or pass"
)


def why_not_moved(spot: int, grid: Grid, rule: MoveRule) -> str:
    """Return the reason against an illegal move."""
    last = grid.board.spots - 1
    if spot > last:
        return f"invalid spot {spot}: expected 0 to {last}"
    if spot == grid.empty:
        return f"spot {spot} is the empty one: expected a spot with a booth"
    place = "in the row or column of" if rule is MoveRule.JUMP else "next to"
    return f"only a booth {place} the empty spot {grid.empty} may move there"
