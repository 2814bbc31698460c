"""What lies on the table in Mercado de Lisboa."""

from dataclasses import field
from typing import Final, Literal, TypeAlias

from chatuchak_solver.drafts import drafted_class, drafted_from
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.mercado.actions import Offer, offers_of
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.setup import MercadoSetup
from chatuchak_solver.games.mercado.tiles import CustomerTile

Phase: TypeAlias = Literal["turn", "redrawn", "take", "take-replaced", "end", "over"]
"""What the player to act decides once nothing is pending.

``turn``: an action; ``redrawn``: an action, after changing three equal tiles; ``take``: a stand
tile of the display; ``take-replaced``: the same after replacing it; ``end``: nothing, the turn
passes on; ``over``: nothing, the game is over.
"""


@drafted_class
class Position:
    """An immutable position; `rules` says what may be done in it, `effects` what that changes.

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
    offers
        The different customer tiles on display as `offers_of` has them.
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
    offers: tuple[Offer, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offers", offers_of(self.market.side, self.shown))

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

    @property
    def begins_turn(self) -> bool:
        """Whether the player to act has done nothing in this turn yet."""
        return self.phase == "turn"

    def wooden_stands_left(self, player: int) -> int:
        """Return how many more stands a player may open."""
        return self.setup.wooden_stands - self.market.stands_of(player)


drafted: Final = drafted_from(Position)
