"""The multiplayer game's rules: what may be done, and what it changes.

Whoever has the right to a marker after a move gets it with its token at once: there is nothing to
decide about it. Source: rulebook, Turns. Section names in the comments are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from chatuchak_solver.games.chatuchak.actions import (
    ROLLS,
    Action,
    Move,
    Pass,
    broken_move_rule,
)
from chatuchak_solver.games.chatuchak.position import Position
from chatuchak_solver.games.chatuchak.strengths import Profile
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.games.values import put_at

__all__ = ["after", "broken_rule", "chance_outcomes", "legal_actions"]

OUTCOMES: Final = tuple((roll, 1) for roll in ROLLS)

P = TypeVar("P", bound=Position)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return the moves and ``pass``, or the rolls, sorted as texts."""
    if position.rolling:
        return ROLLS
    if position.time.is_at_end:
        return ()
    return position.table.turns[position.grids[position.turn].empty]


def chance_outcomes(position: Position) -> tuple[tuple[Action, int], ...]:
    """Return the twelve rolls, equally likely, while the die is rolled."""
    return OUTCOMES if position.rolling else ()


def broken_rule(position: Position, action: str) -> str:
    """Return the rule that the text of an illegal action breaks, or why it is none."""
    if position.time.is_at_end:
        return "the game is over, the tent stands on the last space"
    if position.rolling:
        return "the die must be rolled first; expected roll 1 to roll 12"
    if action.startswith("roll "):
        return "the die is not to be rolled now; expected a move or pass"
    grid = position.grids[position.turn]
    return broken_move_rule(action, grid, position.table.rule, else_=", or pass")


def after(position: P, action: Action) -> P:
    """Return the position after a legal action."""
    if isinstance(action, Move):
        return _move(position, action.spot)
    if isinstance(action, Pass):
        passed = put_at(position.passed, position.turn, True)
        turn, rolling = _next_turn(position.turn + 1, passed)
        return position.but(passed=passed, turn=turn, rolling=rolling)
    time = position.time.after(action.number)
    if time.is_at_end:
        return position.but(time=time, turn=position.track_holder, rolling=False)
    turn, rolling = _next_turn(0, position.passed)
    return position.but(time=time, turn=turn, rolling=rolling)


def _move(position: P, spot: int) -> P:
    """Move a booth; then the player takes every marker that they now have the right to."""
    table, player = position.table, position.turn
    grids, profiles = list(position.grids), list(position.profiles)
    landing = grids[player].empty
    grid, color = grids[player].moved(spot)
    grids[player] = grid
    affected = table.affected[color]
    profiles[player] = profile = profiles[player].after(grid, color, affected)
    turn, rolling = _next_turn(player + 1, position.passed)
    following = position.but(
        grids=tuple(grids), profiles=tuple(profiles), turn=turn, rolling=rolling
    )
    if not table.shapes.neighbours[landing] & grid.color_masks[color]:
        return following  # every place has booths of one color side by side
    holders = position.holders
    not_own = [index for index in affected if holders[index] != player]
    won = [
        index
        for index, strength in profile.strengths_at(color, landing, not_own)
        if _beats_others(profiles, player, holders[index], index, strength)
    ]
    return _take_markers(following, player, won) if won else following


def _take_markers(position: P, player: int, won: list[int]) -> P:
    """Give markers to a player who has won them, each with a token.

    When do you win tokens? The matching one for a marker from the center; else a general one.
    """
    holders, owners = list(position.holders), list(position.token_owners)
    general = position.general_tokens[player]
    for index in won:
        if holders[index] == CENTER:
            owners[index] = player
        else:
            general += 1
        holders[index] = player
    return position.but(
        holders=tuple(holders),
        token_owners=tuple(owners),
        general_tokens=put_at(position.general_tokens, player, general),
    )


def _beats_others(
    profiles: Sequence[Profile], player: int, holder: int, index: int, strength: int
) -> bool:
    """Return whether a player wins a marker with a place that the moved booth is part of.

    When do you win markers? Only with such a place, and only if that is better than every other
    player's best place, whoever has the marker.
    """
    if holder != CENTER and profiles[holder].strength(index) >= strength:
        return False  # who has the marker is the likeliest to keep it
    for other, profile in enumerate(profiles):
        if other != player and profile.strength(index) >= strength:
            return False
    return True


def _next_turn(player: int, passed: tuple[bool, ...]) -> tuple[int, bool]:
    """Return the first player from ``player`` on who has not passed, or the roll after all."""
    last = len(passed) - 1
    while player <= last:
        if not passed[player]:
            return player, False
        player += 1
    return last, True
