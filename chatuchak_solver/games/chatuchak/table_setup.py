"""The start grids and mix markers that people may set up; the speed game's grids too."""

from functools import partial

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles


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
        others = [one for one in document["markers"] if not one["marker"].startswith("mix:")]
        mixes = [
            {"marker": name, "holder": None, "token": None}
            for name in sorted(given["mixes"], key=order)
        ]
        document["markers"] = [*others, *mixes]
