"""The multiplayer game's state as a JSON document."""

from collections.abc import Mapping
from typing import Final, TypedDict

from chatuchak_solver.document import Node, fields_of, names_of
from chatuchak_solver.games.chatuchak.figures import PLAY_FIELDS, Figures, read_marker
from chatuchak_solver.games.chatuchak.markers import Marker, markers_in_play
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.table import CENTER, Table
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.grid_document import read_grid

MAX_TOKENS: Final = 10_000


class MarkerDocument(TypedDict):
    """A marker in play."""

    marker: str
    """Its name: group:R, mix:RG, path or rectangle."""
    holder: int | None
    """Who has the marker: a player's number from 0, null for the center."""
    token: int | None
    """Who has its token: a player's number from 0, null for the center."""


class ChatuchakDocument(TypedDict):
    """A position of the game of Chatuchak."""

    game: str
    rule: MoveRule
    figures: Figures
    """The figures that the rules' text does not give."""
    grids: tuple[Grid, ...]
    """Every player's grid, in notation."""
    markers: list[MarkerDocument]
    """The markers in play."""
    general_tokens: tuple[int, ...]
    """Stars on general tokens, a player."""
    passed: tuple[bool, ...]
    """Whether a player takes no more turns."""
    turn: int
    """Whose turn it is, from 0."""
    rolling: bool
    """Whether the die is to be rolled."""
    tent: int
    """Spaces that the tent has moved."""
    lowered: int
    """Misses on the space where it stands."""


def state_to_dict(state: ChatuchakState) -> ChatuchakDocument:
    """Return the document of a state."""
    owners = zip(state.table.markers, state.holders, state.token_owners, strict=True)
    return fields_of(
        ChatuchakDocument,
        state,
        rule=state.table.rule,
        figures=state.table.figures,
        markers=[
            {"marker": marker.name, "holder": _or_null(holder), "token": _or_null(owner)}
            for marker, holder, owner in owners
        ],
        tent=state.time.tent,
        lowered=state.time.lowered,
    )


def state_from_dict(data: Mapping[str, object]) -> ChatuchakState:
    """Return the state that a document describes.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or contradicts the rules or another field.
    """
    fields = Node(dict(data)).fields(names_of(ChatuchakDocument))
    fields["game"].choice((ChatuchakState.game,))
    grids = read_grids(fields["grids"], ChatuchakState.player_counts)
    players = len(grids)
    figures = Figures.read(fields["figures"].fields(PLAY_FIELDS))
    mixes, holders, token_owners = _read_markers(fields["markers"], players)
    rule = MoveRule(fields["rule"].choice(tuple(map(str, MoveRule))))
    general = fields["general_tokens"].items(least=players, most=players)
    passed = tuple(item.boolean() for item in fields["passed"].items(least=players, most=players))
    time = _read_time(fields["tent"], fields["lowered"], figures.time_track)
    turn, rolling = fields["turn"].integer(least=0, most=players - 1), fields["rolling"].boolean()
    if (rolling or time.is_at_end) and turn != players - 1:
        raise fields["turn"].error(
            f"expected {players - 1}, who has the time track, at a roll and at the end"
        )
    if rolling and time.is_at_end:
        raise fields["rolling"].error("expected false, as the tent stands on the last space")
    if not rolling and not time.is_at_end and passed[turn]:
        raise fields["turn"].error(f"{seat_name(turn)} has passed and takes no more turns")
    table = Table(figures, mixes, rule, grids[0].board)
    return ChatuchakState(
        table,
        grids,
        holders=holders,
        token_owners=token_owners,
        general_tokens=tuple(item.integer(least=0, most=MAX_TOKENS) for item in general),
        passed=passed,
        turn=turn,
        rolling=rolling,
        time=time,
    )


def read_grids(node: Node, player_counts: range) -> tuple[Grid, ...]:
    """Read one grid per player, all of one board."""
    items = node.items(least=player_counts[0], most=player_counts[-1])
    grids = tuple(map(read_grid, items))
    for item, grid in zip(items, grids, strict=True):
        if grid.board != grids[0].board:
            raise item.error(f"a board of {grid.board}; the first player's is {grids[0].board}")
    return grids


def _or_null(player: int) -> int | None:
    return None if player == CENTER else player


def _read_markers(
    node: Node, players: int
) -> tuple[tuple[Marker, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the mix markers, and per marker in play its holder and its token's owner."""
    rows = [item.fields(("marker", "holder", "token")) for item in node.items(most=20)]
    markers = [read_marker(row["marker"]) for row in rows]
    names = ((row["marker"], marker.name) for row, marker in zip(rows, markers, strict=True))
    list(node.distinct(names))
    mixes = tuple(marker for marker in markers if marker.kind == "mix")
    in_play = markers_in_play(mixes)
    for marker in in_play:
        if marker not in markers:
            raise node.error(f"the marker {marker.name} is missing")
    row_of = dict(zip(markers, rows, strict=True))
    holders = tuple(_read_owner(row_of[marker]["holder"], players) for marker in in_play)
    owners = tuple(_read_owner(row_of[marker]["token"], players) for marker in in_play)
    for marker, holder, owner in zip(in_play, holders, owners, strict=True):
        # The first to win a marker takes it from the center, and its token with it.
        if (holder == CENTER) != (owner == CENTER):
            raise row_of[marker]["token"].error(
                "a marker and its token leave the center together; expected both or neither there"
            )
    return mixes, holders, owners


def _read_owner(node: Node, players: int) -> int:
    return CENTER if node.value is None else node.integer(least=0, most=players - 1)


def _read_time(tent: Node, lowered: Node, numbers: tuple[int, ...]) -> TimeTrack:
    moved = tent.integer(least=0, most=len(numbers))
    # A number that has fallen to 1 is reached by every roll.
    most = numbers[moved] - 1 if moved < len(numbers) else 0
    return TimeTrack(numbers, moved, lowered.integer(least=0, most=most))
