"""The speed game's state as a JSON document.

Fields: ``game``; ``rule`` (``jump`` or ``slide``); ``move_limit``, null without a limit; ``grids``
in grid notation; ``moves`` made per player; ``last_player``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.games.chatuchak.document import read_grids
from chatuchak_solver.games.chatuchak.figures import read_move_limit
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.puzzle import MoveRule

__all__ = ["state_from_dict", "state_to_dict"]

FIELDS: Final = ("game", "rule", "move_limit", "grids", "moves", "last_player")
MAX_MOVES: Final = 1_000_000


def state_to_dict(state: SpeedState) -> JsonObject:
    """Return the document of a state."""
    return {
        "game": state.game,
        "rule": str(state.rule),
        "move_limit": state.move_limit,
        "grids": list(map(str, state.grids)),
        "moves": list(state.moves),
        "last_player": state.last_player,
    }


def state_from_dict(data: Mapping[str, object]) -> SpeedState:
    """Return the state that a document describes.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong.
    """
    fields = Node(dict(data)).fields(FIELDS)
    fields["game"].choice((SpeedState.game,))
    rule = MoveRule(fields["rule"].choice(tuple(map(str, MoveRule))))
    limit = read_move_limit(fields["move_limit"])
    grids = read_grids(fields["grids"], SpeedState.player_counts)
    moves = fields["moves"].items(least=len(grids), most=len(grids))
    most = MAX_MOVES if limit is None else limit
    return SpeedState.of(
        grids,
        tuple(item.integer(least=0, most=most) for item in moves),
        rule=rule,
        move_limit=limit,
        last_player=fields["last_player"].integer(least=0, most=len(grids) - 1),
    )
