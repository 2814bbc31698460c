"""The file format of the multiplayer game's positions."""

from collections.abc import Iterator
from functools import partial

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES
from chatuchak_solver.games.chatuchak.setup import board_faults
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import Pieces, SetupPart, seat_name
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles


def faults(state: ChatuchakState) -> Iterator[str]:
    """Yield contradictions in a state."""
    for field in ("general_tokens", "passed"):
        if len(getattr(state, field)) != state.num_players:
            yield f"{field}: expected {state.num_players} items"
    yield from board_faults(state.grids)
    last, turn, track = state.num_players - 1, state.turn, state.figures.time_track
    owners = (owner for row in state.markers for owner in (row.holder, row.token))
    for name, number in (("turn", turn), *(("markers", owner or 0) for owner in owners)):
        if number > last:
            yield f"invalid {name} {number}: expected players 0 to {last}"
    if state.tent > len(track):
        yield f"invalid tent {state.tent}: expected 0 to {len(track)}"
    # Every roll reaches a number that has fallen to 1.
    most = 0 if state.is_over else track[state.tent] - 1
    if state.lowered > most:
        yield f"invalid lowered {state.lowered}: expected 0 to {most}"
    for index, row in enumerate(state.markers):
        # The first winner takes a marker and its token from the center.
        if (row.holder is None) != (row.token is None):
            yield (
                f"markers[{index}].token: {row.marker} and its token leave the center together: "
                "expected both or neither there"
            )
    if (state.rolling or state.is_over) and turn != last:
        yield f"turn: expected {last}, who has the time track, at a roll and at the end"
    if state.rolling and state.is_over:
        yield "rolling: expected false, as the tent stands on the last space"
    if not state.rolling and not state.is_over and state.passed[turn]:
        yield f"turn: {seat_name(turn)} has passed and takes no more turns"


def _grid(tiles: StartTiles, text: str) -> str:
    if text.isascii() and text.isdecimal():
        if len(text) > 4 or not 1 <= int(text) <= len(tiles):
            raise InputError(f"invalid start grid {text[:4]}: expected 1 to {len(tiles)}")
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
    mixes = sum(row.marker.kind == "mix" for row in start.markers)
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
        mixes = sorted(given["mixes"], key=order)
        new = [{"marker": name, "holder": None, "token": None} for name in mixes]
        document["markers"] = [*others, *new]
