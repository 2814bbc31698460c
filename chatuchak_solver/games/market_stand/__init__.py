"""The market stand card game: two to four players lay eight cards each, with hidden hands."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.market_stand.document import state_from_dict, state_to_dict
from chatuchak_solver.games.market_stand.observation import Observation, imagine_draws, observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.market_stand.text import facts, state_text, view_text

__all__ = ["MarketStandState", "Observation", "observe"]

MarketStandState.codec = StateCodec(
    state_to_dict,
    state_from_dict,
    state_text,
    facts,
    observe=lambda state, player: observe(state, player).to_dict(),
    view=lambda state, player: view_text(observe(state, player)),
    enumerate_outcomes=imagine_draws,
)
