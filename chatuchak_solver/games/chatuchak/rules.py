"""The multiplayer game's rules.

A move takes the markers that it wins, with their tokens, immediately. Source: rulebook, Turns.
"""

from collections.abc import Sequence

from chatuchak_solver.games.chatuchak import actions as act
from chatuchak_solver.games.chatuchak.markers import Profile, strength_at
from chatuchak_solver.games.chatuchak.state import ChatuchakState, MarkerState
from chatuchak_solver.games.frozen import put_at, replace


def legal_actions(state: ChatuchakState) -> tuple[act.Action, ...]:
    """Return the moves and ``pass``, sorted by text."""
    grid = state.grids[state.turn]
    return (*act.move_actions(grid.board, state.rule)[grid.empty], act.PASS)


def chance_outcomes(state: ChatuchakState) -> tuple[tuple[act.Action, int], ...]:
    """Return the twelve equally likely rolls if the die is due."""
    return tuple([(roll, 1) for roll in act.ROLLS]) if state.rolling else ()


def illegal_reason(state: ChatuchakState, action: act.Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if action in state.legal_actions():
        return None
    if state.is_over:
        return "the game is over, the tent stands on the last space"
    if state.rolling:
        return "the die must be rolled first; expected roll 1 to roll 12"
    if not isinstance(action, act.Move):
        return "the die is not to be rolled now; expected a move or pass"
    return act.why_not_moved(action.spot, state.grids[state.turn], state.rule)


def apply_unchecked(state: ChatuchakState, action: act.Action) -> ChatuchakState:
    """Return the state after a legal action."""
    match action:
        case act.Move(spot):
            return pass_turn(move(state, spot), state.turn + 1)
        case act.Pass():
            passed = put_at(state.passed, state.turn, True)
            return pass_turn(replace(state, passed=passed), state.turn + 1)
        case act.Roll(number):
            moves = number >= (state.requirement or 0)
            tent, lowered = (state.tent + 1, 0) if moves else (state.tent, state.lowered + 1)
            state = replace(state, tent=tent, lowered=lowered, rolling=False)
            return state if state.is_over else pass_turn(state, 0)


def pass_turn(state: ChatuchakState, player: int) -> ChatuchakState:
    """Pass the turn to the first active player from ``player`` on.

    After the last player, the holder of the time track rolls the die.
    """
    for seat in range(player, len(state.grids)):
        if not state.passed[seat]:
            return replace(state, turn=seat, rolling=False)
    return replace(state, turn=state.track_holder, rolling=True)


def move(state: ChatuchakState, spot: int) -> ChatuchakState:
    """Move a booth and take the markers that the move wins."""
    player, landing = state.turn, state.grids[state.turn].empty
    grid, color = state.grids[player].apply_unchecked(spot)
    state = replace(state, grids=put_at(state.grids, player, grid))
    if not grid.board.neighbor_masks[landing] & grid.color_masks[color]:
        return state  # every place has booths of one color side by side
    won = []
    for index, row in enumerate(state.markers):
        strength = strength_at(grid, row.marker, color, landing) if row.holder != player else 0
        if strength and wins_marker(state.profiles, player, index, strength):
            won.append(index)
    return take_markers(state, player, won) if won else state


def wins_marker(profiles: Sequence[Profile], player: int, index: int, strength: int) -> bool:
    """Return whether the moved booth's place beats every other player's best place.

    Rulebook: When do you win markers?
    """
    others = (*profiles[:player], *profiles[player + 1 :])
    return strength > max([other.strengths[index] for other in others])


def take_markers(state: ChatuchakState, player: int, won: Sequence[int]) -> ChatuchakState:
    """Take markers from the center or a player, with matching or general tokens.

    Rulebook: When do you win tokens?
    """
    rows, general = list(state.markers), state.general_tokens[player]
    for index in won:
        marker, holder, token = rows[index].marker, rows[index].holder, rows[index].token
        rows[index] = MarkerState(marker, player, player if holder is None else token)
        general += holder is not None
    tokens = put_at(state.general_tokens, player, general)
    return replace(state, markers=tuple(rows), general_tokens=tokens)
