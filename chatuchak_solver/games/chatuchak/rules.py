"""The multiplayer game's rules: what may be done, and what it changes.

Whoever has the right to a marker after a move gets it with its token at once: there is nothing to
decide about it. Source: rulebook, Turns. Section names in the comments are the rulebook's.
"""

from __future__ import annotations

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
from chatuchak_solver.puzzle import Grid

__all__ = ["after", "broken_rule", "chance_outcomes", "legal_actions"]

OUTCOMES: Final = tuple((roll, 1) for roll in ROLLS)

P = TypeVar("P", bound=Position)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return the moves and ``pass``, or the rolls, sorted as texts."""
    if position.time.is_at_end:
        return ()
    if position.rolling:
        return ROLLS
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
    grid, profile = position.grids[player], position.profiles[player]
    landing = grid.empty
    grid, color = grid.moved(spot)
    affected = table.affected[color]
    shapes = table.shapes.after(profile.colors[color], grid.color_masks[color], spot, landing)
    profile = profile.with_color(color, shapes, table.markers, affected)
    turn, rolling = _next_turn(player + 1, position.passed)
    following = position.but(
        grids=put_at(position.grids, player, grid),
        profiles=put_at(position.profiles, player, profile),
        turn=turn,
        rolling=rolling,
    )
    strengths, holders = profile.strengths, position.holders
    won = [
        index
        for index in affected
        if strengths[index]
        and holders[index] != player
        and _wins(position, index, profile, grid, color)
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


def _wins(position: Position, index: int, profile: Profile, grid: Grid, color: int) -> bool:
    """Return whether the player to move wins a marker of others with the booth just landed.

    When do you win markers? Only with a place that the moved booth is part of, and only if that
    is better than every other player's best place, whoever has the marker.
    """
    turn, others, strength = position.turn, 0, profile.strengths[index]
    for player, other in enumerate(position.profiles):
        if player != turn and other.strengths[index] > others:
            others = other.strengths[index]
            if strength <= others:
                return False
    landing = position.grids[turn].empty
    return profile.strength_at(grid, position.table.markers[index], color, landing) > others


def _next_turn(player: int, passed: tuple[bool, ...]) -> tuple[int, bool]:
    """Return the first player from ``player`` on who has not passed, or the roll after all."""
    for turn in range(player, len(passed)):
        if not passed[turn]:
            return turn, False
    return len(passed) - 1, True
