"""Mercado de Lisboa as a `GameState`."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar, Final, Self

from numpy.random import Generator

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data, Options, RuledState
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado import rules
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.position import Position
from chatuchak_solver.games.mercado.scoring import FinalScore, winners
from chatuchak_solver.games.mercado.setup import STARTING_TILES, MercadoSetup
from chatuchak_solver.games.mercado.tiles import STANDS

MAX_EVENTS_A_TURN: Final = 12
"""Redrawing 1 + 3, opening a stand 1, turning a restaurant over 1, replacing the display 1 + 3,
taking a tile 1, refilling the display 1."""


@dataclass(frozen=True)
class MercadoState(Position, RuledState[act.Action]):
    """A position of Mercado de Lisboa; its attributes are those of `Position`."""

    rules: ClassVar[ModuleType] = rules
    game: ClassVar[str] = "mercado"
    player_counts: ClassVar[range] = range(2, 5)

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Shuffle, deal every player three stand tiles and turn up the displays."""
        contract.check_options(cls, options)
        if num_players not in cls.player_counts:
            raise InvalidInstanceError(f"mercado is for 2 to 4 players, not {num_players}")
        setup = MercadoSetup.load(data)
        dealt = STARTING_TILES * (num_players + 1)
        bag = [t for t, count in enumerate(setup.stand_tiles) for _ in range(count)]
        if len(bag) < dealt:
            raise InvalidInstanceError(
                f"stand_tiles: {num_players} players and the display take {dealt} tiles, "
                f"found {len(bag)}"
            )
        rng.shuffle(bag)
        hands = [bag[start : start + STARTING_TILES] for start in range(0, dealt, STARTING_TILES)]
        *tiles, display = [rules.count_tiles(hand, len(STANDS)) for hand in hands]
        shown = [
            pile[index]
            for pile in setup.piles
            for index in rng.permutation(len(pile))[:STARTING_TILES]
        ]
        stock = [(tile, count - shown.count(tile)) for tile, count in setup.customer_tiles]
        return cls(
            setup=setup,
            market=Market.empty(setup.side, setup.marked_spaces),
            coins=(setup.starting_coins,) * num_players,
            tiles=tuple(tiles),
            unplaced=((0,) * len(setup.restaurant_tiles),) * num_players,
            bag=rules.count_tiles(bag[dealt:], len(STANDS)),
            display=display,
            hidden=setup.restaurant_tiles,
            shown=tuple(sorted(shown)),
            stock=tuple((tile, count) for tile, count in stock if count),
        )

    @property
    def max_actions(self) -> int:
        """The maximal number of actions from here.

        Every turn but those that take a coin uses up a space or an entrance, and
        `rules.coins_in_a_row` coins in a row end the game.
        """
        if self.is_over:
            return 0
        room = len(self.market.free_spaces) + len(self.market.free_entrances)
        turns = (room + 1) * rules.coins_in_a_row(self.num_players)
        if self.turns_left is not None:
            turns = min(turns, self.turns_left)
        # The turn under way may have used up its space already.
        return (turns + self.num_players) * MAX_EVENTS_A_TURN

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From no coin and every restaurant unplaced to every payment going to one player.

        Every pair of an entrance and a space in its line pays at most once, and at most four
        restaurants improve a stand; a turn without payment brings at most one coin.
        """
        board = self.setup.layout
        pairs = board.num_entrances * board.side
        turns = (board.num_spaces + board.num_entrances + 1) * rules.coins_in_a_row(
            self.num_players
        )
        payments = pairs * 5 * self.setup.most_customers
        return -sum(self.setup.restaurant_tiles), self.setup.starting_coins + payments + turns

    def all_actions(self) -> Iterable[act.Action]:
        """Return all actions with the tiles of the setup, sorted by their texts."""
        actions = act.all_actions(self.setup.layout, self.setup.different_customers)
        return sorted(actions, key=self.format)

    def parse(self, text: str) -> act.Action:
        """Read an action; see `GameState.parse`."""
        return contract.read_action(act.parse_action, text, self.market.layout)

    def format(self, action: act.Action) -> str:
        """Return an action's text."""
        return act.format_action(action, self.market.layout)

    def final_scores(self) -> tuple[FinalScore, ...]:
        """Return the parts of every player's total, as if the game ended now."""
        parts = zip(self.coins, map(sum, self.unplaced), strict=True)
        return tuple(
            FinalScore(coins, unplaced, self.market.stands_of(player))
            for player, (coins, unplaced) in enumerate(parts)
        )

    def scores(self) -> tuple[int, ...]:
        """Return every player's coins less one for each unplaced restaurant."""
        return tuple(score.total for score in self.final_scores())

    def winners(self) -> tuple[int, ...]:
        """Return the players with the most coins, then the most stands in the market."""
        return winners(self.final_scores())
