"""The market stand game as the games' contract has it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import ClassVar, Final, Self

from numpy.random import Generator

from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data, Options, RuledState
from chatuchak_solver.games.market_stand import rules
from chatuchak_solver.games.market_stand.actions import Action, all_actions, parse_action
from chatuchak_solver.games.market_stand.position import Position
from chatuchak_solver.games.market_stand.setup import PLAYERS, deal, in_deck_order
from chatuchak_solver.stand.deck import Deck, shipped_deck
from chatuchak_solver.stand.groups import MOUSE_POINTS
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

MAX_SPACES: Final = 6 * STAND_CARDS
HIGHEST: Final = (MAX_SPACES + 1) ** 2 // 4
"""No stand is worth more: b + g - 1 spaces are needed for b x g points of a good."""
LOWEST: Final = MOUSE_POINTS * MAX_SPACES


_shipped_deck = cache(shipped_deck)


@dataclass(frozen=True)
class MarketStandState(Position, RuledState[Action]):
    """A position of the market stand game; its attributes are those of `Position`."""

    rules: ClassVar[ModuleType] = rules
    game: ClassVar[str] = "market-stand"
    player_counts: ClassVar[range] = PLAYERS

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Shuffle and deal: three cards to the market, two to each player."""
        contract.check_options(cls, options)
        deck = _shipped_deck()
        if data:
            deck = Deck.from_dict({**deck.to_dict(), **data}, source="deck")
        market, hands = deal(deck, num_players, rng)
        return cls(deck, (Stand(),) * num_players, hands, market, (None,) * num_players)

    @property
    def max_actions(self) -> int:
        """Cards to lay and to draw, and every choice among ties."""
        to_lay = STAND_CARDS * self.num_players - self.cards_laid
        to_draw = max(0, min(to_lay, (STAND_CARDS - 1) * self.num_players) - 1)
        open_choices = sum(goods is None for goods in self.announced)
        return to_lay + to_draw + (self.draws_for is not None) + open_choices

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The bounds of a stand's points, or of two stands' in a team game."""
        sides = 2 if self.variant is Variant.TEAMS else 1
        return sides * LOWEST, sides * HIGHEST

    def all_actions(self) -> Iterator[Action]:
        """Return all actions with the deck's cards."""
        return all_actions(self.deck)

    def parse(self, text: str) -> Action:
        """Read an action; see `GameState.parse`."""
        return contract.read_action(parse_action, text, self.deck)

    def sample_hidden(self, player: int, rng: Generator) -> Self:
        """Return a state that fits what a player sees: random unseen cards for the others.

        Until all players have started, other players' first cards are hidden, too.
        """
        contract.check_player(self, player)
        others = [seat for seat in range(self.num_players) if seat != player]
        hidden = [card for seat in others for card in self.hands[seat]]
        if not self.is_started:
            hidden += [card for seat in others for card in self.stands[seat].cards]
        pool = in_deck_order(self.deck, (*self.stack, *hidden))
        order = [pool[int(index)] for index in rng.permutation(len(pool))]
        hands, stands = list(self.hands), list(self.stands)
        for seat in others:
            hands[seat] = in_deck_order(self.deck, order[: len(hands[seat])])
            del order[: len(hands[seat])]
            if len(stands[seat]) and not self.is_started:
                stands[seat] = Stand((Placement(order.pop(), 0, 0),))
        return replace(self, hands=tuple(hands), stands=tuple(stands))

    def scores(self) -> tuple[int, ...]:
        """Return each player's points; in a team game each has the team's sum."""
        final = self.final_score()
        totals = {seat: team.total for team in final.teams for seat in team.players}
        return tuple(totals.get(seat, one.total) for seat, one in enumerate(final.players))

    def winners(self) -> tuple[int, ...]:
        """Return the winning players: most points, then fewest mice, then shared."""
        return self.final_score().winners
