"""The multiplayer game's rules.

Markers that a move wins are taken with their tokens at once: there is nothing to decide. Source:
rulebook, Turns. Section names in the comments are the rulebook's.
"""

from collections.abc import Sequence
from typing import TypeVar

from chatuchak_solver.games.chatuchak import actions as act
from chatuchak_solver.games.chatuchak.position import Position
from chatuchak_solver.games.chatuchak.strengths import Profile, strength_at
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.games.frozen import put_at, replace

P = TypeVar("P", bound=Position)


def legal_actions(position: Position) -> tuple[act.Action, ...]:
    """Return the moves and ``pass``, or the rolls, sorted as texts."""
    if position.time.is_at_end:
        return ()
    if position.rolling:
        return act.ROLLS
    table, grid = position.table, position.grids[position.turn]
    return (*act.move_actions(table.board, table.rule)[grid.empty], act.PASS)


def chance_outcomes(position: Position) -> tuple[tuple[act.Action, int], ...]:
    """Return the twelve rolls, equally likely, while the die is rolled."""
    return tuple([(roll, 1) for roll in act.ROLLS]) if position.rolling else ()


def illegal_reason(position: Position, action: act.Action) -> str | None:
    """Return the rule that an action breaks, or None if it is legal."""
    return None if action in legal_actions(position) else broken_rule(position, str(action))


def broken_rule(position: Position, action: str) -> str:
    """Return the rule that the text of an illegal action breaks, or why it is not an action."""
    if position.time.is_at_end:
        return "the game is over, the tent stands on the last space"
    if position.rolling:
        return "the die must be rolled first; expected roll 1 to roll 12"
    if action.startswith("roll "):
        return "the die is not to be rolled now; expected a move or pass"
    grid = position.grids[position.turn]
    return act.broken_move_rule(action, grid, position.table.rule, else_=", or pass")


def apply_unchecked(position: P, action: act.Action) -> P:
    """Return the position after a legal action."""
    match action:
        case act.Move(spot):
            return pass_turn(move(position, spot), position.turn + 1)
        case act.Pass():
            passed = put_at(position.passed, position.turn, True)
            return pass_turn(replace(position, passed=passed), position.turn + 1)
        case act.Roll(number):
            time = position.time.after(number)
            if time.is_at_end:
                return replace(position, time=time, rolling=False)
            return pass_turn(replace(position, time=time), 0)


def pass_turn(position: P, player: int) -> P:
    """Make it the turn of the first player from ``player`` on who has not passed.

    After all of them, the holder of the time track rolls the die.
    """
    for seat in range(player, len(position.grids)):
        if not position.passed[seat]:
            return replace(position, turn=seat, rolling=False)
    return replace(position, turn=position.track_holder, rolling=True)


def move(position: P, spot: int) -> P:
    """Move a booth; the player then takes every marker that the move wins."""
    player, landing = position.turn, position.grids[position.turn].empty
    grid, color = position.grids[player].apply_unchecked(spot)
    position = replace(position, grids=put_at(position.grids, player, grid))
    if not grid.board.neighbor_masks[landing] & grid.color_masks[color]:
        return position  # every place has booths of one color side by side
    won = [
        index
        for index, marker in enumerate(position.table.markers)
        if position.holders[index] != player
        and wins_marker(position.profiles, player, index, strength_at(grid, marker, color, landing))
    ]
    return take_markers(position, player, won) if won else position


def wins_marker(profiles: Sequence[Profile], player: int, index: int, strength: int) -> bool:
    """Return whether a player wins a marker.

    Rulebook: When do you win markers?
    Only with a place that the moved booth is part of, and only if that is better than every other
    player's best place, whoever has the marker.
    """
    return strength > 0 and all(
        profile.strengths[index] < strength
        for seat, profile in enumerate(profiles)
        if seat != player
    )


def take_markers(position: P, player: int, won: Sequence[int]) -> P:
    """Take markers, each with its matching token, from the center, or a general token.

    Rulebook: When do you win tokens?
    """
    holders, owners = list(position.holders), list(position.token_owners)
    general = position.general_tokens[player]
    for index in won:
        if holders[index] == CENTER:
            owners[index] = player
        else:
            general += 1
        holders[index] = player
    return replace(
        position,
        holders=tuple(holders),
        token_owners=tuple(owners),
        general_tokens=put_at(position.general_tokens, player, general),
    )
