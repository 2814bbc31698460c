"""A position of Mercado de Lisboa as the games' contract has it."""

from collections.abc import Callable
from typing import ClassVar, Final, Self

from numpy.random import Generator

from chatuchak_solver.drafts import drafted_class
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data, GameState, Options
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado import effects, rules
from chatuchak_solver.games.mercado.effects import coins_in_a_row
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.position import Position
from chatuchak_solver.games.mercado.scoring import FinalScore, winners
from chatuchak_solver.games.mercado.setup import STARTING_TILES, MercadoSetup
from chatuchak_solver.games.mercado.tiles import STANDS, CustomerTile
from chatuchak_solver.games.numbering import ActionList

EVENTS_A_TURN: Final = 12
"""No turn takes more actions and chance outcomes: redrawing 1 + 3, opening a stand 1, turning a
restaurant over 1, replacing the display 1 + 3, taking a tile 1, refilling the display 1."""


@drafted_class
class MercadoState(Position, GameState[act.Action]):
    """A position of Mercado de Lisboa; its attributes are those of `Position`."""

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
        shown, stock = _turn_up_customers(setup, rng)
        return cls(
            setup=setup,
            market=Market.empty(setup.side, setup.marked_spaces),
            coins=(setup.starting_coins,) * num_players,
            tiles=tuple(_count(hand) for hand in hands[:-1]),
            unplaced=((0,) * len(setup.restaurant_tiles),) * num_players,
            bag=_count(bag[dealt:]),
            display=_count(hands[-1]),
            hidden=setup.restaurant_tiles,
            shown=shown,
            stock=stock,
        )

    @property
    def max_actions(self) -> int:
        """No game from here takes more actions.

        Every turn but those that take a coin uses up a space or an entrance, and so many coins
        in a row as `coins_in_a_row` says end the game.
        """
        if self.is_over:
            return 0
        room = len(self.market.free_spaces) + len(self.market.free_entrances)
        turns = (room + 1) * coins_in_a_row(self.num_players)
        if self.turns_left is not None:
            turns = min(turns, self.turns_left)
        # The turn under way may have used up its space already.
        return (turns + self.num_players) * EVENTS_A_TURN

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From no coin and every restaurant unplaced to every payment going to one player.

        Every pair of an entrance and a space in its line pays at most once, and at most four
        restaurants improve a stand; a turn without payment brings at most one coin.
        """
        board = self.setup.layout
        pairs = board.num_entrances * board.side
        turns = (board.num_spaces + board.num_entrances + 1) * coins_in_a_row(self.num_players)
        payments = pairs * 5 * self.setup.most_customers
        return -sum(self.setup.restaurant_tiles), self.setup.starting_coins + payments + turns

    @property
    def numbering(self) -> ActionList[act.Action]:
        """All actions with the tiles of the setup, in the order of their texts."""
        return act.all_actions(self.setup.side, self.setup.different_customers)

    legal_actions = rules.legal_actions
    chance_outcomes = rules.chance_outcomes
    refusal = rules.refusal
    after = effects.after

    def pick(self, player: int, draw: Callable[[int], int]) -> act.Action | None:
        """Return one legal action; see `GameState.pick`."""
        del player
        if self.phase in ("turn", "redrawn") and not self.pending:
            return rules.pick(self, draw)
        actions = rules.legal_actions(self)
        return actions[draw(len(actions))] if actions else None

    def pick_outcome(self, draw: Callable[[int], int]) -> act.Action:
        """Return one of the tiles that may be drawn or turned up; see `GameState.pick_outcome`."""
        if not self.pending:
            raise contract.no_chance()
        return rules.pick_outcome(self, draw)

    def parse(self, text: str) -> act.Action:
        """Read an action; see `GameState.parse`."""
        action = self.numbering.read(text)
        return action or contract.read_action(act.parse_action, text, self.market.layout)

    def format(self, action: act.Action) -> str:
        """Return an action's text."""
        return act.format_action(action, self.market.layout)

    def final_scores(self) -> tuple[FinalScore, ...]:
        """Return what every player's total is made of, as if the game ended now."""
        return tuple(
            FinalScore(
                self.coins[player], sum(self.unplaced[player]), self.market.stands_of(player)
            )
            for player in range(self.num_players)
        )

    def scores(self) -> tuple[int, ...]:
        """Return every player's coins less one for each unplaced restaurant."""
        return tuple(score.total for score in self.final_scores())

    def winners(self) -> tuple[int, ...]:
        """Return who has most coins, then most stands in the market."""
        return winners(self.final_scores())


def _count(tiles: list[int]) -> tuple[int, ...]:
    return tuple([tiles.count(type_) for type_ in range(len(STANDS))])


def _turn_up_customers(
    setup: MercadoSetup, rng: Generator
) -> tuple[tuple[CustomerTile, ...], tuple[tuple[CustomerTile, int], ...]]:
    """Turn up three customer tiles of every number of customers."""
    shown: list[CustomerTile] = []
    left = dict(setup.customer_tiles)
    for pile in setup.piles:
        turned_up = [pile[index] for index in rng.permutation(len(pile))[:STARTING_TILES]]
        for tile in turned_up:
            left[tile] -= 1
        shown += turned_up
    counts = tuple([(tile, count) for tile, count in left.items() if count])
    return tuple(sorted(shown)), counts
