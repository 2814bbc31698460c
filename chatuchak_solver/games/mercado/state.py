"""The position of a game of Mercado de Lisboa, and its final scores."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Self, TypeAlias

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.contract import Data, Options
from chatuchak_solver.games.frozen import take
from chatuchak_solver.games.mercado.actions import Action, notation
from chatuchak_solver.games.mercado.market import (
    STANDS,
    STORED_RESTAURANTS,
    STORED_STANDS,
    STORED_TILES,
    STORED_TYPE,
    Counts,
    CustomerTile,
    Market,
)
from chatuchak_solver.games.mercado.setup import (
    STARTING_TILES,
    STORED_CUSTOMERS,
    CustomerCounts,
    MercadoSetup,
)
from chatuchak_solver.games.stored import stored_dataclass


class FinalScore(NamedTuple):
    """One player's final score.

    Attributes
    ----------
    coins
        The coins, at least 0.
    unplaced_restaurants
        The unplaced restaurant tiles; each costs a coin.
    stands
        The player's stands in the market, the tiebreaker; None if unknown.
    """

    coins: int
    unplaced_restaurants: int
    stands: int | None

    @property
    def total(self) -> int:
        """The final coins; negative if unplaced restaurants cost more."""
        return self.coins - self.unplaced_restaurants


def winners(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return the players with the most coins, then stands; several for a tie."""
    keys = [(score.total, score.stands or 0) for score in scores]
    return tuple(player for player, key in enumerate(keys) if key == max(keys))


MAX_EVENTS_A_TURN: Final = 12
"""Redrawing 1 + 3, opening a stand 1, turning a restaurant over 1, replacing the display 1 + 3,
taking a tile 1, refilling the display 1."""

Phase: TypeAlias = Literal["turn", "redrawn", "take", "take-replaced", "end", "over"]
"""The next decision of the current player after all pending chance events.

``turn``: an action; ``redrawn``: an action after redrawing three equal tiles; ``take``: a stand
tile of the display; ``take-replaced``: the same after replacing the display; ``end``: none, the
turn ends; ``over``: none, the game has ended.
"""

Ending: TypeAlias = Literal["spaces", "entrances", "coins"]


@dataclass(frozen=True)
class MercadoState(contract.GameState[Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    setup
        The figures of the game.
    tiles, unplaced
        The stand tiles and faceup restaurant tiles in front of every player.
    bag, display
        The stand tiles in the bag and on display.
    hidden
        The facedown restaurant tiles, in the market or left in the box.
    shown
        The customer tiles on display, ascending.
    stock
        The facedown customer tiles with their counts, ascending.
    pending
        The chance events before the next decision: ``tile`` (in front of the player), ``display``,
        ``restaurant``, or ``customers`` and the number of customers.
    set_aside
        The stand type of three tiles that return to the bag after the pending draws, or None.
    coin_streak
        The number of successive turns that took a coin.
    ended_by
        The trigger of the end: ``spaces``, ``entrances``, ``coins``; None before.
    turns_left
        The remaining turns after the end is triggered, including the current one; None before.
    """

    game: ClassVar[str] = "mercado"
    player_counts: ClassVar[range] = range(2, 5)

    setup: Annotated[MercadoSetup, stored_dataclass(MercadoSetup)]
    market: Market
    coins: tuple[int, ...]
    tiles: tuple[Counts, ...]
    unplaced: tuple[Counts, ...]
    bag: Annotated[Counts, STORED_STANDS]
    display: Annotated[Counts, STORED_STANDS]
    hidden: Annotated[Counts, STORED_RESTAURANTS._replace(name="hidden_restaurants")]
    shown: Annotated[tuple[CustomerTile, ...], STORED_TILES._replace(name="customers_shown")]
    stock: Annotated[CustomerCounts, STORED_CUSTOMERS._replace(name="customers_stock")]
    player: Annotated[int, Meta(ge=0, le=3)] = 0
    phase: Phase = "turn"
    pending: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    set_aside: Annotated[int | None, STORED_TYPE] = None
    coin_streak: Annotated[int, Meta(ge=0, le=100)] = 0
    ended_by: Ending | None = None
    turns_left: Annotated[int, Meta(ge=0, le=3)] | None = None

    @classmethod
    def new(
        cls, num_players: int, *, rng: Generator, data: Data = None, options: Options = None
    ) -> Self:
        """Shuffle, deal every player three stand tiles and turn up the displays."""
        contract.check_setup(cls, num_players, options)
        setup = MercadoSetup.load(data)
        marked = map(setup.layout.space_names.index, setup.marked_spaces)
        dealt = STARTING_TILES * (num_players + 1)
        bag = [t for t, count in enumerate(setup.stand_tiles) for _ in range(count)]
        if len(bag) < dealt:
            raise InvalidInstanceError(
                f"stand_tiles: {num_players} players and the display take {dealt} tiles, "
                f"found {len(bag)}"
            )
        rng.shuffle(bag)
        hands = [bag[start : start + STARTING_TILES] for start in range(0, dealt, STARTING_TILES)]
        *tiles, display = map(count_tiles, hands)
        drawn = [(pile, rng.permutation(len(pile))[:STARTING_TILES]) for pile in setup.piles]
        shown = sorted(pile[index] for pile, indices in drawn for index in indices)
        return cls(
            setup=setup,
            market=Market.empty(setup.side, marked),
            coins=(setup.starting_coins,) * num_players,
            tiles=tuple(tiles),
            unplaced=((0,) * len(setup.restaurant_tiles),) * num_players,
            bag=count_tiles(bag[dealt:]),
            display=display,
            hidden=setup.restaurant_tiles,
            shown=tuple(shown),
            stock=reduce(take, shown, setup.customer_tiles),
        )

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.coins)

    @property
    def current_player(self) -> int:
        """The player to act or `CHANCE`."""
        return contract.CHANCE if self.pending else self.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def begins_turn(self) -> bool:
        """Whether the current player has not acted this turn."""
        return self.phase == "turn"

    def wooden_stands_left(self, player: int) -> int:
        """Return the number of stands that a player can still open."""
        return self.setup.wooden_stands - self.market.stands_of(player)

    @property
    def max_actions(self) -> int:
        """An upper bound on the remaining actions.

        Every turn without a coin fills a space or an entrance, and `coins_in_a_row` coins in a row
        end the game.
        """
        if self.is_over:
            return 0
        room = len(self.market.free_spaces) + len(self.market.free_entrances)
        turns = (room + 1) * coins_in_a_row(self.num_players)
        turns = turns if self.turns_left is None else min(turns, self.turns_left)
        # The current turn may have filled its space already.
        return (turns + self.num_players) * MAX_EVENTS_A_TURN

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From no coin and all restaurants unplaced to all payments to one player.

        An entrance and a space in its line pay at most once, and at most four restaurants improve a
        stand; a turn without payment brings at most one coin.
        """
        board = self.setup.layout
        pairs = len(board.entrance_names) * board.side
        turns = (len(board.space_names) + len(board.entrance_names) + 1) * coins_in_a_row(
            self.num_players
        )
        payments = pairs * 5 * self.setup.most_customers
        return -sum(self.setup.restaurant_tiles), self.setup.starting_coins + payments + turns

    def all_actions(self) -> Iterable[Action]:
        """Return all actions with the tiles of the setup, sorted by text."""
        known = notation(self.setup.layout, self.setup.different_customers)
        return sorted(known.every_action(), key=known.format)

    def parse(self, text: str) -> Action:
        """Parse an action; see `GameState.parse`."""
        action: Action = contract.read_action(notation(self.market.layout).parse, text)
        return action

    def format(self, action: Action) -> str:
        """Return an action's text."""
        return notation(self.market.layout).format(action)

    def final_scores(self) -> tuple[FinalScore, ...]:
        """Return every player's score if the game ended now."""
        stands = map(self.market.stands_of, range(self.num_players))
        return tuple(map(FinalScore, self.coins, map(sum, self.unplaced), stands))

    def scores(self) -> tuple[int, ...]:
        """Return every player's coins minus unplaced restaurants."""
        return tuple(score.total for score in self.final_scores())

    def winners(self) -> tuple[int, ...]:
        """Return the players with the most coins, then stands."""
        return winners(self.final_scores())


def coins_in_a_row(num_players: int) -> int:
    """Return the successive coins that end the game: one per player, or two each of two players."""
    return 4 if num_players == 2 else num_players


def count_tiles(tiles: Sequence[int]) -> Counts:
    """Return the number of tiles of each stand type."""
    return tuple(map(tiles.count, range(len(STANDS))))
