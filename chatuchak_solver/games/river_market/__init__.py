"""River Market, solo: the Rival's automaton over a river that the caller describes."""

from chatuchak_solver.games.contract import Forms
from chatuchak_solver.games.river_market.cards import Card
from chatuchak_solver.games.river_market.document import state_from_dict, state_to_dict
from chatuchak_solver.games.river_market.river import Booth, EndSpot, River
from chatuchak_solver.games.river_market.setup import RiverSetup
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import describe, facts
from chatuchak_solver.games.river_market.title import Title, TitleTable

__all__ = [
    "Booth",
    "Card",
    "EndSpot",
    "River",
    "RiverMarketState",
    "RiverSetup",
    "Title",
    "TitleTable",
]

RiverMarketState.forms = Forms(state_to_dict, state_from_dict, describe, facts)
