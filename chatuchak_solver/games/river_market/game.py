"""River Market, solo."""

from chatuchak_solver.games.board import Board
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.river_market.document import RiverMarketForm, faults
from chatuchak_solver.games.river_market.players import SteadyPlayer, evaluate, greedy_player
from chatuchak_solver.games.river_market.river import RiverBoard
from chatuchak_solver.games.river_market.score_file import FORM
from chatuchak_solver.games.river_market.setup import shipped_parts
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
    score=FORM,
    boards=lambda state, *_: [
        Board("river", RiverBoard(state.river, {"rival": state.pawn, "you": state.your_pawn}))
    ],
    title=RiverMarketState.title,
    shipped_parts=shipped_parts,
    example="built e1",
    details="Your turn is reported by events: `moved mill`, `built e1`, `hired 1`, `gained "
    "fish 2`, `spent coins 1`, `drew 1`, `discarded helper 4`, then `done`. The Rival's turn "
    "asks for `zoom mill` or `build e3`; the end for `score 31` and `left-over fish`. "
    "Chance is `card helper 4` and `event NAME`.",
)
