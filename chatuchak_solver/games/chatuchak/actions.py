"""Moves as actions, and why one is refused; the same in the multiplayer and the speed game."""

from __future__ import annotations

import re
from functools import cache

from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.move_rules import reach_masks

__all__ = ["broken_move_rule", "move_actions", "turn_actions"]


@cache
def move_actions(board: Board, rule: MoveRule) -> tuple[tuple[str, ...], ...]:
    """Return, per empty spot, the moves, sorted as texts."""
    return tuple(
        tuple(sorted(f"move {spot}" for spot in iter_spots(mask)))
        for mask in reach_masks(board, rule)
    )


@cache
def turn_actions(board: Board, rule: MoveRule) -> tuple[tuple[str, ...], ...]:
    """Return, per empty spot, the moves and ``pass``, sorted as texts."""
    return tuple((*moves, "pass") for moves in move_actions(board, rule))


def broken_move_rule(action: str, grid: Grid, rule: MoveRule, *, else_: str = "") -> str:
    """Return the rule that an illegal move breaks; ``else_`` names what else could be done."""
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
