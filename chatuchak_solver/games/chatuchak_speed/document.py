"""The speed game's state as a JSON document."""

from collections.abc import Mapping
from typing import Final, TypedDict

from chatuchak_solver.document import Node, fields_of, names_of
from chatuchak_solver.games.chatuchak.document import read_grids
from chatuchak_solver.games.chatuchak.figures import read_move_limit
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.puzzle import Grid, MoveRule

MAX_MOVES: Final = 1_000_000


class SpeedDocument(TypedDict):
    """A position of the speed game."""

    game: str
    rule: MoveRule
    move_limit: int | None
    """Moves after which a player stops; null without a limit."""
    grids: tuple[Grid, ...]
    """Every player's grid, in notation."""
    moves: tuple[int, ...]
    """Moves made, a player."""
    last_player: int
    """Who moved last, from 0."""


def state_to_dict(state: SpeedState) -> SpeedDocument:
    """Return the document of a state."""
    return fields_of(SpeedDocument, state)


def state_from_dict(data: Mapping[str, object]) -> SpeedState:
    """Return the state that a document describes.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong.
    """
    fields = Node(dict(data)).fields(names_of(SpeedDocument))
    fields["game"].choice((SpeedState.game,))
    rule = MoveRule(fields["rule"].choice(tuple(map(str, MoveRule))))
    limit = read_move_limit(fields["move_limit"])
    grids = read_grids(fields["grids"], SpeedState.player_counts)
    moves = fields["moves"].items(least=len(grids), most=len(grids))
    most = MAX_MOVES if limit is None else limit
    return SpeedState(
        grids,
        tuple(item.integer(least=0, most=most) for item in moves),
        rule=rule,
        move_limit=limit,
        last_player=fields["last_player"].integer(least=0, most=len(grids) - 1),
    )
