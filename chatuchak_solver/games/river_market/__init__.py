"""River Market, solo: the Rival's automaton over a river that the caller describes."""

from chatuchak_solver.games.river_market.game import GAME
from chatuchak_solver.games.river_market.setup import River
from chatuchak_solver.games.river_market.state import RiverMarketState

__all__ = ["GAME", "River", "RiverMarketState"]
