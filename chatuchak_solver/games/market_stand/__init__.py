"""The market stand card game: two to four players lay eight cards each, with hidden hands."""

from chatuchak_solver.games.market_stand.game import GAME
from chatuchak_solver.games.market_stand.observation import Observation, observe
from chatuchak_solver.games.market_stand.state import MarketStandState

__all__ = ["GAME", "MarketStandState", "Observation", "observe"]
