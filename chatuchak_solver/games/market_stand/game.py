"""The market stand game."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.market_stand.adviser import OutlookAdviser
from chatuchak_solver.games.market_stand.document import MarketStandForm
from chatuchak_solver.games.market_stand.observation import imagine_draws, observe
from chatuchak_solver.games.market_stand.players import greedy_player, look_ahead_player
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.market_stand.statistics import observe_events
from chatuchak_solver.games.market_stand.table_setup import lay_parts, setup_parts
from chatuchak_solver.games.market_stand.text import facts, state_text, view_text

GAME = Game(
    MarketStandState,
    "The market stand for 2 to 4 players: lay cards, grow groups, mind the mice.",
    StateCodec(
        state_text,
        facts,
        MarketStandForm,
        observe=lambda state, player: observe(state, player).to_dict(),
        view=lambda state, player: view_text(observe(state, player)),
        enumerate_outcomes=imagine_draws,
    ),
    players={"greedy": greedy_player, "look-ahead": look_ahead_player},
    adviser=OutlookAdviser,
    observe=observe_events,
    setup_parts=setup_parts,
    lay_parts=lay_parts,
)
