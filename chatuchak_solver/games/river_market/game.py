"""River Market, solo."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.river_market.document import RiverMarketForm, faults
from chatuchak_solver.games.river_market.players import SteadyPlayer, evaluate, greedy_player
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.river_market.statistics import observe
from chatuchak_solver.games.river_market.table_setup import lay_parts, setup_parts
from chatuchak_solver.games.river_market.text import describe, facts

GAME = Game(
    RiverMarketState,
    "River Market, solo: your events drive the Rival's turns; earn a title.",
    StateCodec(describe, facts, RiverMarketForm, faults),
    players={"greedy": greedy_player, "steady": SteadyPlayer},
    evaluate=evaluate,
    observe=observe,
    setup_parts=setup_parts,
    lay_parts=lay_parts,
)
