"""What score files hold: games that are over, as people write them down."""

from __future__ import annotations

from typing import Literal, TypedDict

from chatuchak_solver.games.mercado.layout import MarketDocument
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import Variant


class MarkerRow(TypedDict):
    """A marker."""

    marker: str
    """Its name: group:R, mix:RG, path or rectangle."""


class MarkerHeld(MarkerRow, total=False):
    """A marker held."""

    in_grid: bool
    """Whether it lies in the grid; the grid decides where this is left out."""


class TokenRow(TypedDict):
    """A token."""

    token: str
    """general, or as a marker."""


class TokenHeld(TokenRow, total=False):
    """A token held."""

    stars: int
    """Stars; its own number where this is left out."""


class NamedGrid(TypedDict):
    """A player and a grid."""

    name: str
    grid: Grid


class ChatuchakPlayer(NamedGrid, total=False):
    """A player's table at the end."""

    markers: list[MarkerHeld]
    """The player's markers."""
    tokens: list[TokenHeld]
    """The player's tokens."""


class ChatuchakFile(TypedDict):
    """A finished game of Chatuchak."""

    players: list[ChatuchakPlayer]
    """One entry a player."""


class SpeedPlayer(NamedGrid, total=False):
    """A player's grid as it stands."""

    moves: int | None
    """The moves made; null where nobody counted them."""


class SpeedPlayers(TypedDict):
    """Who played."""

    players: list[SpeedPlayer]
    """One entry a player."""


class SpeedFile(SpeedPlayers, total=False):
    """A speed game as it stands."""

    first: str
    """The name of whoever was done first, where several are done."""


class MercadoCounted(TypedDict):
    """What every player has."""

    name: str
    coins: int
    """Coins."""


class MercadoPlayer(MercadoCounted, total=False):
    """A player's end of the game."""

    restaurants: int | list[str]
    """Restaurant tiles left, by name or their number."""
    stands: int
    """Stands in the market, which settle ties."""


class MercadoPlayers(TypedDict):
    """Who played."""

    players: list[MercadoPlayer]
    """One entry a player."""


class MercadoFile(MercadoPlayers, total=False):
    """A finished game of Mercado de Lisboa."""

    market: MarketDocument
    """The board, instead of the number of stands."""
    side: int
    """Rows and columns of the board; 5 where it is left out."""


class RiverMarketAnswers(TypedDict):
    """What always counts."""

    helpers: int
    """Helpers hired."""
    score: int
    """The final score."""
    left_over: dict[str, int] | str
    """Resources left over, or the one left over most."""
    ended_by: Literal["deck", "rival-houses", "your-houses"]
    """What ended the game."""


class RiverMarketFile(RiverMarketAnswers, total=False):
    """A finished game of River Market."""

    choose: str
    """Which resource counts where several tie."""


class StandName(TypedDict):
    """A player."""

    name: str


class StandPlayer(StandName, total=False):
    """A player's stand."""

    announce: list[str]
    """The goods that the player announces."""
    placements: list[Placement]
    """Cards as they lie, in the order laid."""
    visible: list[str]
    """The stand as seen, row by row."""


class StandPlayers(TypedDict):
    """Who played."""

    players: list[StandPlayer]
    """One entry a player."""


class StandFile(StandPlayers, total=False):
    """A finished game of the market stand."""

    deck: str
    """The file of the deck; the shipped one where it is left out."""
    variant: Variant
    """standard, two-player or teams."""
    teams: list[list[int]]
    """The players of each team, from 0."""
