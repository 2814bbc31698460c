"""River Market, solo: the Rival's automaton over a river that the caller describes."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.river_market.document import state_from_dict, state_to_dict
from chatuchak_solver.games.river_market.river import River
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.text import describe, facts

__all__ = ["River", "RiverMarketState"]

RiverMarketState.codec = StateCodec(state_to_dict, state_from_dict, describe, facts)
