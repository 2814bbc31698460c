"""The actions of the multiplayer game as text and back.

=============== =======================================================================
``move 15``     move the booth on that spot to the empty spot
``pass``        no more turns for the rest of the game
``roll 7``      chance: the die for the time track
=============== =======================================================================
"""

import re
from functools import cache
from typing import Final, TypeAlias

from chatuchak_solver.games.action_notation import TextAction
from chatuchak_solver.games.chatuchak.setup import DIE_SIDES
from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks

MOVE: Final = re.compile(r"move (0|[1-9][0-9]{0,3})")


class Move(TextAction, verb="move"):
    """The booth on a spot moves to the empty spot."""

    spot: int


class Pass(TextAction, verb="pass"):
    """Take no more turns."""


class Roll(TextAction, verb="roll"):
    """Chance: a number on the die."""

    number: int


Action: TypeAlias = Move | Pass | Roll

PASS: Final = Pass()

ROLLS: Final = tuple(sorted((Roll(number) for number in range(1, DIE_SIDES + 1)), key=str))
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


def parse_action(text: str) -> Action | None:
    """Parse an action, even a move beyond the board; None if invalid."""
    spot = parse_spot(text)
    if spot is not None:
        return Move(spot)
    others: tuple[Action, ...] = (PASS, *ROLLS)
    return next((action for action in others if str(action) == text), None)


def parse_spot(text: str) -> int | None:
    """Return the spot of a move's text, or None."""
    match = MOVE.fullmatch(text)
    return None if match is None else int(match[1])


def broken_move_rule(action: str, grid: Grid, rule: MoveRule, *, else_: str = "") -> str:
    """Return the rule broken by an illegal move; ``else_`` names alternatives."""
    match = re.fullmatch(r"move ([0-9]{1,4})", action)
    if match is None:
        return f"expected a move, such as move {grid.legal_moves(rule)[0]}{else_}"
    spot, last = int(match[1]), grid.board.spots - 1
    if spot > last:
        return f"there is no spot {spot}; expected 0 to {last}"
    if spot == grid.empty:
        return f"spot {spot} is the empty one; expected one that a booth stands on"
    if match[1] != str(spot):
        return f"expected the spot without leading zeros, as in move {spot}"
    reach = "in the row or column" if rule is MoveRule.JUMP else "next to"
    of = "of " if rule is MoveRule.JUMP else ""
    return f"only a booth {reach} {of}the empty spot {grid.empty} may move there"
