"""The market stand game."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.market_stand.adviser import OutlookAdviser
from chatuchak_solver.games.market_stand.boards import boards, moved, pieces, words
from chatuchak_solver.games.market_stand.document import MarketStandForm
from chatuchak_solver.games.market_stand.observation import imagine_draws, observe
from chatuchak_solver.games.market_stand.players import greedy_player, look_ahead_player
from chatuchak_solver.games.market_stand.score_file import FORM
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
    score=FORM,
    boards=boards,
    moved=moved,
    pieces=pieces,
    words=words,
    shipped_parts=lambda state, box: (
        []
        if not state.deck.assumed or ("deck" in box.own and box.deck.cards == state.deck.cards)
        else ["deck"]
    ),
    example="start c21",
    details="Actions are `start CARD` (with a card of the hand), `hand CARD@X:YrROTATION` and "
    "`market CARD@X:YrROTATION` (x to the right, y downward, clockwise degrees, counted "
    "from the first card at 0,0) and, where goods tie at the end, `announce GOOD`; chance "
    "is `draw CARD`. Two players announce two goods each, four play in teams of opposite "
    "seats. The deck is assumed: `--data FILE` takes a deck file of your own.",
)
