"""The multiplayer game's rules: what may be done, and what it changes.

Whoever has the right to a marker after a move gets it with its token at once: there is nothing to
decide about it. Source: rulebook, Turns. Section names in the comments are the rulebook's.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from chatuchak_solver.games.chatuchak import actions as act
from chatuchak_solver.games.chatuchak.position import Position, drafted
from chatuchak_solver.games.chatuchak.strengths import Profile
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.games.frozen import put_at

OUTCOMES: Final = tuple((roll, 1) for roll in act.ROLLS)

P = TypeVar("P", bound=Position)


def chance_outcomes(position: Position) -> tuple[tuple[act.Action, int], ...]:
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
    return act.broken_move_rule(action, grid, position.table.rule, else_=", or pass")


def apply_unchecked(position: P, action: act.Action) -> P:
    """Return the position after a legal action."""
    draft = drafted(position)
    if isinstance(action, act.Move):
        _move(draft, action.spot)
    elif isinstance(action, act.Roll):
        draft.time = time = position.time.after(action.number)
        _pass_turn(draft, 0, is_last=time.is_at_end)
    else:
        draft.passed = put_at(position.passed, position.turn, True)
        _pass_turn(draft, position.turn + 1)
    draft.__class__ = type(position)
    return draft


def _pass_turn(draft: Position, player: int, *, is_last: bool = False) -> None:
    """Make it the turn of the first player from ``player`` on who has not passed.

    After all of them the die is rolled, or the game is over.
    """
    passed = draft.passed
    last = len(passed) - 1
    if not is_last:
        while player <= last:
            if not passed[player]:
                draft.turn, draft.rolling = player, False
                draft.choices = draft.table.turns[draft.grids[player].empty]
                return
            player += 1
    draft.turn, draft.rolling = last, not is_last
    draft.choices = () if is_last else act.ROLLS


def _move(draft: Position, spot: int) -> None:
    """Move a booth; then the player takes every marker that they now have the right to."""
    table, player = draft.table, draft.turn
    grids, profiles = list(draft.grids), list(draft.profiles)
    landing = grids[player].empty
    grid, color = grids[player].moved(spot)
    grids[player] = grid
    affected = table.affected[color]
    profiles[player] = profile = profiles[player].after(grid, color, affected)
    draft.grids, draft.profiles = tuple(grids), tuple(profiles)
    _pass_turn(draft, player + 1)
    if not table.shapes.neighbors[landing] & grid.color_masks[color]:
        return  # every place has booths of one color side by side
    holders = draft.holders
    not_own = [index for index in affected if holders[index] != player]
    won = [
        index
        for index, strength in profile.strengths_at(color, landing, not_own)
        if _beats_others(profiles, player, holders[index], index, strength)
    ]
    if won:
        _take_markers(draft, player, won)


def _take_markers(draft: Position, player: int, won: list[int]) -> None:
    """Give markers to a player who has won them, each with a token.

    When do you win tokens? The matching one for a marker from the center; else a general one.
    """
    holders, owners = list(draft.holders), list(draft.token_owners)
    general = draft.general_tokens[player]
    for index in won:
        if holders[index] == CENTER:
            owners[index] = player
        else:
            general += 1
        holders[index] = player
    draft.holders, draft.token_owners = tuple(holders), tuple(owners)
    draft.general_tokens = put_at(draft.general_tokens, player, general)


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
