"""The river as described by the user."""

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles


def _river(text: str) -> str:
    return str(River.parse(text))


def setup_parts(start: RiverMarketState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the river."""
    return (SetupPart("river", "river", 1, example=str(start.river), check=_river),)


def lay_parts(_: RiverMarketState, document: JsonObject, given: Pieces, __: Generator) -> None:
    """Put the river into a start's document."""
    document["setup"]["river"] = document["river"] = given["river"][0]
