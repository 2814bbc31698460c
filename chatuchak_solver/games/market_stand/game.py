"""The market stand game."""

from collections.abc import Iterator

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import TIMES, Game
from chatuchak_solver.games.market_stand import document, players, rules, text
from chatuchak_solver.games.market_stand.actions import Action, Announce, Lay
from chatuchak_solver.games.market_stand.observation import imagine_draws, observe
from chatuchak_solver.games.market_stand.score_file import FORM
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.players import AdvisorPlayer
from chatuchak_solver.stand.space import KIND_NAMES


def observe_events(
    before: MarketStandState, action: Action, after: MarketStandState
) -> Iterator[tuple[str, str]]:
    """Yield the origin of cards, covered cards and announcements."""
    if isinstance(action, Lay):
        yield f"card from the {action.source}", TIMES
        under = before.stands[before.current_player].placements
        covered = {position for placement in under for position in placement.positions()}
        covers = not covered.isdisjoint(action.placement.positions())
        yield f"card laid {'over others' if covers else 'beside others'}", TIMES
    if isinstance(action, Announce):
        yield "choice among tied goods", TIMES
    if after.is_over:
        for player in after.final_score().players:
            for good in player.announced:
                yield f"{KIND_NAMES[good]} announced", TIMES


GAME = Game(
    MarketStandState,
    "The market stand for 2 to 4 players: lay cards, grow groups, mind the mice.",
    StateCodec(
        text.state_text,
        text.facts,
        document.MarketStandForm,
        document.faults,
        observe=lambda state, player: observe(state, player).to_dict(),
        view=lambda state, player: text.view_text(observe(state, player)),
        enumerate_outcomes=imagine_draws,
    ),
    rules,
    rate=players.rate,
    players={"look-ahead": lambda: AdvisorPlayer(players.RolloutAdviser(width=16), 160)},
    adviser=lambda _: players.RolloutAdviser(),
    observe=observe_events,
    setup_parts=document.setup_parts,
    lay_parts=document.lay_parts,
    score=FORM,
    boards=text.boards,
    moved=text.moved,
    pieces=text.pieces,
    words=text.words,
    parts=("deck",),
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
