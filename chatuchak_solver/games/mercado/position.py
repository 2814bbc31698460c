"""The position of a game of Mercado de Lisboa."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.setup import MercadoSetup
from chatuchak_solver.games.mercado.tiles import Counts, CustomerTile

Phase: TypeAlias = Literal["turn", "redrawn", "take", "take-replaced", "end", "over"]
"""The next decision of the current player, once no chance event is pending.

``turn``: an action; ``redrawn``: an action, after three equal tiles were redrawn; ``take``: a
stand tile of the display; ``take-replaced``: the same after replacing the display; ``end``: none,
the turn passes on; ``over``: none, the game is over.
"""


@dataclass(frozen=True)
class Position:
    """An immutable position; `rules` holds what may be done in it.

    Attributes
    ----------
    setup
        The figures that the game started from.
    market
        The market board.
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
        The customer tiles not yet turned up, each with its count, ascending.
    player
        Whose turn it is.
    phase
        The next decision.
    pending
        The chance events that come first: ``tile`` (in front of the player), ``display``,
        ``restaurant``, or ``customers`` and the number of customers.
    set_aside
        The stand type of three tiles that return to the bag after the pending draws, or None.
    coin_streak
        The number of turns in a row that took a coin.
    ended_by
        The trigger of the end: ``spaces``, ``entrances``, ``coins``, or None so far.
    turns_left
        The turns to come once the end is triggered, the current one included, or None.
    """

    setup: MercadoSetup
    market: Market
    coins: tuple[int, ...]
    tiles: tuple[Counts, ...]
    unplaced: tuple[Counts, ...]
    bag: Counts
    display: Counts
    hidden: Counts
    shown: tuple[CustomerTile, ...]
    stock: tuple[tuple[CustomerTile, int], ...]
    player: int = 0
    phase: Phase = "turn"
    pending: tuple[str, ...] = ()
    set_aside: int | None = None
    coin_streak: int = 0
    ended_by: str | None = None
    turns_left: int | None = None

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.coins)

    @property
    def current_player(self) -> int:
        """The player to act, or `CHANCE`."""
        return CHANCE if self.pending else self.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def begins_turn(self) -> bool:
        """Whether the current player has not acted in this turn."""
        return self.phase == "turn"

    def wooden_stands_left(self, player: int) -> int:
        """Return the number of stands that a player may still open."""
        return self.setup.wooden_stands - self.market.stands_of(player)
