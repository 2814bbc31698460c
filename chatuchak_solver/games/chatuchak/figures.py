"""The multiplayer game's figures: read from the shipped data file, or from the user's own.

The rulebook's text leaves most of them out, so they are data, marked as assumed there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.contract import Data
from chatuchak_solver.io.package_data import ASSUMED_FIELDS, read_document
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.grid_document import read_grid

DIE_SIDES: Final = 12
"""The time track's die has twelve sides (rulebook, Preparation)."""

SHIPPED: Final = "chatuchak_game.json"
SHIPPED_TILES: Final = "start_tiles.json"
KINDS: Final = ("group", "mix", "path", "rectangle")
GENERAL: Final = "general"
MAX_STARS: Final = 99
MAX_TRACK: Final = 40
MAX_TILES: Final = 1000
PLAY_FIELDS: Final = ("time_track", "marker_stars", "token_stars", "general_denominations")
SETUP_FIELDS: Final = ("mix_markers", "tile_sides", "speed_move_limit")
MAX_MOVES: Final = 10_000

Stars = tuple[tuple[str, int], ...]
"""Stars by the name of a kind or, taking precedence, of one marker; sorted by name."""


@dataclass(frozen=True, slots=True)
class Figures(Jsonable):
    """The figures that a game is played by.

    Attributes
    ----------
    time_track
        The number that a roll must reach to enter each space after the start, in order.
    marker_stars, token_stars
        Stars by kind or by name.
    general_denominations
        The stars of the general tokens that there are, ascending; the smallest is 1.
    """

    written = "time_track marker_stars=markers_worth token_stars=tokens_worth general_denominations"

    time_track: tuple[int, ...]
    marker_stars: Stars
    token_stars: Stars
    general_denominations: tuple[int, ...]

    def stars_of_marker(self, marker: Marker) -> int:
        """Return the stars on a marker."""
        return _stars_of(self.marker_stars, marker)

    def stars_of_token(self, marker: Marker) -> int:
        """Return the stars on a marker's matching token."""
        return _stars_of(self.token_stars, marker)

    def markers_worth(self) -> dict[str, int]:
        """Return the stars on a marker, by its kind or name."""
        return dict(self.marker_stars)

    def tokens_worth(self) -> dict[str, int]:
        """Return the stars on a token, by its kind or name."""
        return dict(self.token_stars)

    @property
    def stars_of_general(self) -> int:
        """The stars on the general token that a win from another player brings."""
        return dict(self.token_stars)[GENERAL]

    @classmethod
    def read(cls, fields: Mapping[str, Node]) -> Self:
        """Read the `PLAY_FIELDS` of a document.

        Raises
        ------
        InvalidInstanceError
            If a figure is impossible.
        """
        track = fields["time_track"].items(least=1, most=MAX_TRACK)
        coins = fields["general_denominations"].items(least=1, most=10)
        denominations = tuple(coin.integer(least=1, most=MAX_STARS) for coin in coins)
        if sorted(set(denominations)) != list(denominations) or denominations[0] != 1:
            raise fields["general_denominations"].error(
                "expected different numbers in ascending order, from 1 on"
            )
        return cls(
            tuple(space.integer(least=1, most=DIE_SIDES) for space in track),
            _read_stars(fields["marker_stars"], KINDS),
            _read_stars(fields["token_stars"], (*KINDS, GENERAL)),
            denominations,
        )


@dataclass(frozen=True, slots=True)
class SetupFigures:
    """The figures that a game is set up by.

    Attributes
    ----------
    mix_markers
        The two sides of each mix marker.
    tile_sides
        The two start grid numbers (from 1) of each start grid tile.
    tiles
        The start grids of the tiles, by their numbers from 1.
    start_grids
        The players' start grids in their order; None to draw tiles.
    speed_move_limit
        The moves that each player has in the speed game; None without a limit.
    """

    mix_markers: tuple[tuple[Marker, ...], ...]
    tile_sides: tuple[tuple[int, ...], ...]
    tiles: tuple[Grid, ...]
    start_grids: tuple[Grid, ...] | None
    speed_move_limit: int | None


def load_figures(data: Data = None) -> tuple[Figures, SetupFigures]:
    """Return the shipped figures with the fields of ``data`` in their place.

    Parameters
    ----------
    data
        Fields of the shipped data file; ``tiles``: the start grid tiles' sides; and
        ``start_grids``: the players' grids, in place of drawn tiles.

    Raises
    ------
    InvalidInstanceError
        If a field is unknown or impossible; names the field.
    """
    return _read_figures(data) if data else _shipped_figures()


@cache
def _shipped_figures() -> tuple[Figures, SetupFigures]:
    return _read_figures({})


def _read_figures(data: Mapping[str, object]) -> tuple[Figures, SetupFigures]:
    fields = _shipped(SHIPPED).fields((*PLAY_FIELDS, *SETUP_FIELDS), ASSUMED_FIELDS)
    fields |= _shipped(SHIPPED_TILES).fields(("tiles",), ASSUMED_FIELDS)
    known = (*PLAY_FIELDS, *SETUP_FIELDS, *ASSUMED_FIELDS, "tiles", "start_grids")
    fields |= Node(dict(data)).fields(optional=known)
    tiles = tuple(map(read_grid, fields["tiles"].items(least=1, most=MAX_TILES)))
    grids = fields.get("start_grids")
    return Figures.read(fields), SetupFigures(
        _read_mix_markers(fields["mix_markers"]),
        _read_tile_sides(fields["tile_sides"], len(tiles)),
        tiles,
        None if grids is None else tuple(map(read_grid, grids.items())),
        read_move_limit(fields["speed_move_limit"]),
    )


def exchange(stars: int, denominations: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fewest general tokens of together ``stars`` stars, largest first.

    The exchange changes no score; it only keeps the table tidy. Source: rulebook, Tokens.

    Raises
    ------
    InputError
        If ``stars`` is negative or the denominations have no 1.

    Examples
    --------
    >>> exchange(8, (1, 2, 5))
    (5, 2, 1)
    """
    if stars < 0 or 1 not in denominations:
        raise InputError(
            f"{stars} stars in tokens of {denominations}; expected 0 or more, and a token of 1"
        )
    fewest: list[tuple[int, ...]] = [()]
    for total in range(1, stars + 1):
        ways = [(coin, *fewest[total - coin]) for coin in denominations if coin <= total]
        fewest.append(min(ways, key=len))
    return tuple(sorted(fewest[stars], reverse=True))


def read_marker(node: Node) -> Marker:
    """Read a marker's name out of a document; errors name the place."""
    return node.read(Marker.parse)


def read_move_limit(node: Node) -> int | None:
    """Read a number of moves, or null for no limit."""
    return node.optional(lambda number: number.integer(least=1, most=MAX_MOVES))


_shipped = cache(read_document)


def _stars_of(stars: Stars, marker: Marker) -> int:
    by_name = dict(stars)
    return by_name.get(marker.name, by_name[marker.kind])


def _read_stars(node: Node, kinds: tuple[str, ...]) -> Stars:
    stars = {}
    for name, value in node.mapping().items():
        key = name if name in kinds else read_marker(Node(name, value.path, value.source)).name
        stars[key] = value.integer(least=0, most=MAX_STARS)
    for kind in kinds:
        if kind not in stars:
            raise node.error(f'the field "{kind}" is missing')
    return tuple(sorted(stars.items()))


def _read_mix_markers(node: Node) -> tuple[tuple[Marker, ...], ...]:
    sides = [
        [(side, read_marker(Node(f"mix:{side.text()}", side.path, side.source))) for side in sides]
        for sides in (marker.items(least=1, most=2) for marker in node.items(most=5))
    ]
    list(node.distinct((side, mix.name) for marker in sides for side, mix in marker))
    return tuple(tuple(mix for _, mix in marker) for marker in sides)


def _read_tile_sides(node: Node, last: int) -> tuple[tuple[int, ...], ...]:
    tiles = [tile.items(least=1, most=2) for tile in node.items(least=1)]
    numbers = [[(side, side.integer(least=1, most=last)) for side in tile] for tile in tiles]
    list(node.distinct((side, str(number)) for tile in numbers for side, number in tile))
    return tuple(tuple(number for _, number in tile) for tile in numbers)
