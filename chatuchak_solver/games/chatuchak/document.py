"""The file format of the multiplayer game's positions."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Form, JsonObject, Notation, check_unique
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES, Marker
from chatuchak_solver.games.chatuchak.setup import Figures, board_faults
from chatuchak_solver.games.chatuchak.state import CENTER, ChatuchakSetup, ChatuchakState, TimeTrack
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.games.stored import StoredForm
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.start_tiles import StartTiles

Seat = Annotated[int, Meta(ge=0, le=4)]
Grids = Annotated[tuple[Notation[Grid], ...], Meta(min_length=2, max_length=5)]


class MarkerForm(Form, frozen=True):
    """A marker in play.

    Attributes
    ----------
    marker
        Its name: group:R, mix:RG, path or rectangle.
    holder, token
        The owner of the marker and of its token, from 0; None for the center.
    """

    marker: Notation[Marker]
    holder: Seat | None
    token: Seat | None


class ChatuchakForm(StoredForm, frozen=True, kw_only=True):
    """The file format of a `ChatuchakState` and its `TimeTrack`.

    Attributes
    ----------
    figures
        The figures missing from the rules' text.
    grids
        Every player's grid, in notation.
    turn
        The current player, from 0.
    """

    kind: ClassVar[type[Any]] = ChatuchakState

    game: Literal["chatuchak"]
    rule: MoveRule
    figures: Figures
    grids: Grids
    markers: Annotated[tuple[MarkerForm, ...], Meta(max_length=20)]
    general_tokens: tuple[Annotated[int, Meta(ge=0, le=10_000)], ...]
    passed: tuple[bool, ...]
    turn: Seat
    rolling: bool
    tent: Annotated[int, Meta(ge=0)]
    lowered: Annotated[int, Meta(ge=0)]

    @classmethod
    def of(cls, value: Any, **fields: object) -> Self:
        """Return the form of a state."""
        owners = zip(value.table.markers, value.holders, value.token_owners, strict=True)
        return super().of(
            value,
            rule=value.table.rule,
            figures=value.table.figures,
            markers=[
                MarkerForm(marker, *(None if seat == CENTER else seat for seat in seats))
                for marker, *seats in owners
            ],
            tent=value.time.tent,
            lowered=value.time.lowered,
            **fields,
        )

    def to_value(self, **_: Any) -> ChatuchakState:
        """Return the state."""
        rows = {row.marker: row for row in self.markers}
        check_unique(
            (f"markers[{at}].marker", str(row.marker)) for at, row in enumerate(self.markers)
        )
        mixes = tuple(marker for marker in rows if marker.kind == "mix")
        table = ChatuchakSetup(self.figures, mixes, self.rule, self.grids[0].board)
        for marker in table.markers:
            if marker not in rows:
                raise InvalidInstanceError(f"markers: the marker {marker} is missing")
        for name, values in (("general_tokens", self.general_tokens), ("passed", self.passed)):
            if len(values) != len(self.grids):
                raise InvalidInstanceError(f"{name}: expected {len(self.grids)} items")
        pairs = ((rows[marker].holder, rows[marker].token) for marker in table.markers)
        owners = (tuple(CENTER if seat is None else seat for seat in pair) for pair in pairs)
        holders, token_owners = zip(*owners, strict=True)
        time = TimeTrack(self.figures.time_track, self.tent, self.lowered)
        state: ChatuchakState = super().to_value(
            table=table, holders=holders, token_owners=token_owners, time=time
        )
        return state


def faults(state: ChatuchakState) -> Iterator[str]:
    """Yield contradictions in a state."""
    yield from board_faults(state.grids)
    last, time, turn = state.num_players - 1, state.time, state.turn
    owners = (*state.holders, *state.token_owners)
    for name, number in (("turn", turn), *(("markers", owner) for owner in owners)):
        if number > last:
            yield f"invalid {name} {number}: expected players 0 to {last}"
    if time.tent > len(time.numbers):
        yield f"invalid tent {time.tent}: expected 0 to {len(time.numbers)}"
    # Every roll reaches a number that has fallen to 1.
    most = 0 if time.is_at_end else time.numbers[time.tent] - 1
    if time.lowered > most:
        yield f"invalid lowered {time.lowered}: expected 0 to {most}"
    rows = zip(state.table.markers, state.holders, state.token_owners, strict=True)
    for index, (marker, holder, owner) in enumerate(rows):
        # The first winner takes a marker and its token from the center.
        if (holder == CENTER) != (owner == CENTER):
            yield (
                f"markers[{index}].token: {marker.name} and its token leave the center together: "
                "expected both or neither there"
            )
    if (state.rolling or time.is_at_end) and turn != last:
        yield f"turn: expected {last}, who has the time track, at a roll and at the end"
    if state.rolling and time.is_at_end:
        yield "rolling: expected false, as the tent stands on the last space"
    if not state.rolling and not time.is_at_end and state.passed[turn]:
        yield f"turn: {seat_name(turn)} has passed and takes no more turns"


def _grid(tiles: StartTiles, text: str) -> str:
    if text.isascii() and text.isdecimal():
        if len(text) > 4 or not 1 <= int(text) <= len(tiles):
            raise InputError(f"no start grid {text[:4]}; they are 1 to {len(tiles)}")
        return str(tiles.tile(int(text)))
    try:
        return str(Grid.parse(text))
    except InputError as error:
        raise InputError(
            f"expected a grid, such as {tiles.tile(1)}, or a tile's number, 1 to {len(tiles)}: "
            f"{error}"
        ) from None


def grid_parts(start: AnyState, tiles: StartTiles) -> tuple[SetupPart, ...]:
    """Return the start grids."""
    example, check = str(tiles.tile(1)), partial(_grid, tiles)
    return tuple(
        SetupPart(f"grid {seat}", "start grid", 1, example=example, check=check)
        for seat in range(start.num_players)
    )


def setup_parts(start: ChatuchakState, tiles: StartTiles) -> tuple[SetupPart, ...]:
    """Return the start grids and the mix markers."""
    mixes = sum(marker.kind == "mix" for marker in start.table.markers)
    pieces = {marker.name: 1 for marker in ALL_MIXES}
    example = " ".join(list(pieces)[:mixes])
    return (*grid_parts(start, tiles), SetupPart("mixes", "mix markers", mixes, pieces, example))


def lay_parts(_: AnyState, document: JsonObject, given: Pieces, __: Generator) -> None:
    """Put start grids and mix markers into a start's document."""
    for seat in range(len(document["grids"])):
        if f"grid {seat}" in given:
            document["grids"][seat] = given[f"grid {seat}"][0]
    if "mixes" in given:
        order = [marker.name for marker in ALL_MIXES].index
        others = [row for row in document["markers"] if not row["marker"].startswith("mix:")]
        mixes = [
            {"marker": name, "holder": None, "token": None}
            for name in sorted(given["mixes"], key=order)
        ]
        document["markers"] = [*others, *mixes]
