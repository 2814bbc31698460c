"""A position of Mercado de Lisboa as the games' contract has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, TypeAlias

from chatuchak_solver.errors import InvalidInstanceError, NotationError
from chatuchak_solver.games.contract import CHANCE, GameState, check_options, illegal_action
from chatuchak_solver.games.mercado.actions import Action, format_action, parse_action
from chatuchak_solver.games.mercado.effects import after, coins_in_a_row
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.rules import chance_actions, legal_actions, refusal
from chatuchak_solver.games.mercado.scoring import FinalScore, winners
from chatuchak_solver.games.mercado.setup import STARTING_TILES, MercadoSetup
from chatuchak_solver.games.mercado.tiles import STANDS, CustomerTile

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MercadoState", "Phase"]

Phase: TypeAlias = Literal["turn", "redrawn", "take", "take-replaced", "end", "over"]
"""What the player to act decides once nothing is pending.

``turn``: an action; ``redrawn``: an action, after changing three equal tiles; ``take``: a stand
tile of the display; ``take-replaced``: the same after replacing it; ``end``: nothing, the turn
passes on; ``over``: nothing, the game is over.
"""

EVENTS_A_TURN: Final = 12
"""No turn takes more actions and chance outcomes: redrawing 1 + 3, opening a stand 1, turning a
restaurant over 1, replacing the display 1 + 3, taking a tile 1, refilling the display 1."""


@dataclass(frozen=True, slots=True)
class MercadoState(GameState):
    """An immutable position.

    Counts of stand tiles have one entry per stand type, counts of restaurants one per kind.

    Attributes
    ----------
    setup
        The figures that the game started from.
    market
        What lies on the board.
    coins
        Every player's coins.
    tiles
        The stand tiles in front of every player.
    unplaced
        The faceup restaurant tiles in front of every player.
    bag, display
        The stand tiles in the bag and on display.
    hidden
        The facedown restaurant tiles, in the market or left in the box.
    shown
        The customer tiles on display, ascending.
    stock
        The customer tiles not yet turned up, each with its count.
    player
        Whose turn it is.
    phase
        What that player decides next.
    pending
        The chance events that come first: ``tile`` (in front of the player), ``display``,
        ``restaurant``, or ``customers`` and the number of customers.
    set_aside
        The stand type of three tiles that return to the bag after the pending draws, or None.
    coin_streak
        How many turns in a row took a coin.
    ended_by
        What triggered the end: ``spaces``, ``entrances``, ``coins``, or None so far.
    turns_left
        The turns to come once the end is triggered, the current one included, or None.
    """

    setup: MercadoSetup
    market: Market
    coins: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    unplaced: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]
    display: tuple[int, ...]
    hidden: tuple[int, ...]
    shown: tuple[CustomerTile, ...]
    stock: tuple[tuple[CustomerTile, int], ...]
    player: int = 0
    phase: Phase = "turn"
    pending: tuple[str, ...] = ()
    set_aside: int | None = None
    coin_streak: int = 0
    ended_by: str | None = None
    turns_left: int | None = None

    game: ClassVar[str] = "mercado"
    player_counts: ClassVar[range] = range(2, 5)

    @classmethod
    def new(
        cls,
        num_players: int,
        *,
        rng: np.random.Generator,
        data: Mapping[str, Any] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Shuffle, deal every player three stand tiles and turn up the displays."""
        check_options(cls, options)
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
    def num_players(self) -> int:
        """The number of players."""
        return len(self.coins)

    @property
    def current_player(self) -> int:
        """Whose decision it is, or `CHANCE`."""
        return CHANCE if self.pending else self.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def wooden_stands_left(self, player: int) -> int:
        """Return how many more stands a player may open."""
        return self.setup.wooden_stands - self.market.stands_of(player)

    @property
    def max_actions(self) -> int:
        """No game from here takes more actions.

        Every turn but those that take a coin uses up a space or an entrance, and so many coins
        in a row as `coins_in_a_row` says end the game.
        """
        if self.is_over:
            return 0
        room = len(self.market.free_spaces()) + len(self.market.free_entrances())
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

    def legal_actions(self) -> tuple[str, ...]:
        """Return every legal action, sorted; at a chance event its outcomes."""
        board = self.market.layout
        if self.pending:
            return tuple(outcome for outcome, _ in self.chance_outcomes())
        return tuple(sorted(format_action(action, board) for action in legal_actions(self)))

    def chance_outcomes(self) -> tuple[tuple[str, int], ...]:
        """Return what may be drawn or turned up, with the number of such tiles."""
        board = self.market.layout
        outcomes = ((format_action(action, board), n) for action, n in chance_actions(self))
        return tuple(sorted(outcomes))

    def apply(self, action: str) -> Self:
        """Return the state after ``action``.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or breaks a rule.
        """
        return self.after(self.parse_action(action))

    def parse_action(self, text: str) -> Action:
        """Read an action and check that it is legal.

        Raises
        ------
        IllegalMoveError
            If the action cannot be read or breaks a rule.
        """
        try:
            action = parse_action(text, self.market.layout)
        except NotationError as error:
            raise illegal_action(text, str(error)) from None
        rule = refusal(self, action)
        if rule is not None:
            raise illegal_action(text, rule)
        return action

    def after(self, action: Action) -> Self:
        """Return the state after an action that is known to be legal, unchecked."""
        following = after(self, action)
        assert isinstance(following, type(self))
        return following

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

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON-ready form."""
        from chatuchak_solver.games.mercado.document import state_to_dict

        return state_to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a state; see `document.state_from_dict` for what is checked."""
        from chatuchak_solver.games.mercado.document import state_from_dict

        state = state_from_dict(data)
        assert isinstance(state, cls)
        return state

    def __str__(self) -> str:
        from chatuchak_solver.games.mercado.text import describe

        return describe(self)


def _count(tiles: list[int]) -> tuple[int, ...]:
    return tuple(tiles.count(type_) for type_ in range(len(STANDS)))


def _turn_up_customers(
    setup: MercadoSetup, rng: np.random.Generator
) -> tuple[tuple[CustomerTile, ...], tuple[tuple[CustomerTile, int], ...]]:
    """Turn up three customer tiles of every number of customers."""
    shown: list[CustomerTile] = []
    stock: list[CustomerTile] = []
    for customers in sorted({tile.customers for tile, _ in setup.customer_tiles}):
        pile = [t for t, n in setup.customer_tiles if t.customers == customers for _ in range(n)]
        order = [pile[index] for index in rng.permutation(len(pile))]
        shown += order[:STARTING_TILES]
        stock += order[STARTING_TILES:]
    counts = tuple((tile, stock.count(tile)) for tile in sorted(set(stock)))
    return tuple(sorted(shown)), counts
