"""The score sheets of all games, by the names that ``score`` gives them."""

from collections.abc import Mapping
from typing import Final

from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak_speed import score_file as chatuchak_speed
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.river_market import score_file as river_market
from chatuchak_solver.sheet import Sheet
from chatuchak_solver.stand import score_file as stand

SHEETS: Final[Mapping[str, Sheet]] = {
    "stand": stand.SHEET,
    "chatuchak": chatuchak.SHEET,
    "chatuchak-speed": chatuchak_speed.SHEET,
    "mercado": mercado.SHEET,
    "river-market": river_market.SHEET,
}
"""The sheets that there are."""
