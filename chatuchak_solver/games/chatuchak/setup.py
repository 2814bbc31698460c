"""Setup of a multiplayer game: figures, start grids, mix markers and the move rule.

The rulebook's text lacks most figures, so they are assumed data.

Source: rulebook, Preparation.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from msgspec.structs import force_setattr

from chatuchak_solver import codec
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Notation, check_unique, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.chatuchak.markers import GENERAL, Marker
from chatuchak_solver.games.contract import Data, SetupOption
from chatuchak_solver.io.package_data import load_form, read_bytes
from chatuchak_solver.puzzle import Grid

DIE_SIDES = 12
"""Sides of the time track's die (rulebook, Preparation)."""

SHIPPED = "chatuchak_game.json"
SHIPPED_TILES = "start_tiles.json"
KINDS = ("group", "mix", "path", "rectangle")

MoveLimit = Annotated[int, Meta(ge=1, le=10_000)]
Track = tuple[Annotated[int, Meta(ge=1, le=DIE_SIDES)], ...]
Coins = Annotated[tuple[Annotated[int, Meta(ge=1, le=99)], ...], Meta(min_length=1, max_length=10)]
Mixes = Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]
Sides = Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=1, max_length=2)]
Stars = dict[str, Annotated[int, Meta(ge=0, le=99)]]
"""Stars by the name of a kind or, with precedence, of a marker; sorted by name."""


class Figures(codec.Answer, frozen=True, kw_only=True):
    """The figures missing from the rulebook's text.

    Attributes
    ----------
    time_track
        The roll required to enter each space after the start, in order.
    marker_stars, token_stars
        The stars on a marker or token, by its kind or name.
    general_denominations
        The stars of the general tokens, ascending; the smallest is 1.
    """

    time_track: Annotated[Track, Meta(min_length=1, max_length=40)]
    marker_stars: Stars
    token_stars: Stars
    general_denominations: Coins

    def __post_init__(self) -> None:
        for field, kinds in (("marker_stars", KINDS), ("token_stars", (*KINDS, GENERAL.name))):
            stars = {}
            for name, number in getattr(self, field).items():
                with error_context(f"{field}.{name}"):
                    stars[name if name in kinds else Marker.parse(name).name] = number
            for name in kinds:
                if name not in stars:
                    raise InvalidInstanceError(f'{field}: missing field "{name}"')
            force_setattr(self, field, dict(sorted(stars.items())))
        coins = self.general_denominations
        if sorted(set(coins)) != list(coins) or coins[0] != 1:
            text = "expected different numbers in ascending order, from 1 on"
            raise InvalidInstanceError(f"general_denominations: {text}")

    def stars_of_marker(self, marker: Marker) -> int:
        """Return a marker's stars."""
        return self.marker_stars.get(marker.name, self.marker_stars[marker.kind])

    def stars_of_token(self, marker: Marker) -> int:
        """Return the stars on a marker's token."""
        return self.token_stars.get(marker.name, self.token_stars[marker.kind])

    @property
    def stars_of_general(self) -> int:
        """The stars on the general token for a win from another player."""
        return self.stars_of_token(GENERAL)


class SetupFigures(Figures, frozen=True, kw_only=True):
    """The figures of a game's setup.

    Attributes
    ----------
    mix_markers
        The colors on the two sides of each mix marker, for example ``RY``.
    tile_sides
        The two start grid numbers of each tile.
    tiles
        The start grids by number, from 1.
    start_grids
        The players' start grids; None to draw tiles.
    speed_move_limit
        The moves of each player in the speed game; None without a limit.
    """

    mix_markers: Annotated[tuple[Mixes, ...], Meta(max_length=5)]
    tile_sides: Annotated[tuple[Sides, ...], Meta(min_length=1)]
    speed_move_limit: MoveLimit | None
    tiles: Annotated[tuple[Notation[Grid], ...], Meta(min_length=1, max_length=1000)]
    start_grids: tuple[Notation[Grid], ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        mixes = []
        for index, sides in enumerate(self.mix_markers):
            with error_context(f"mix_markers[{index}]"):
                mixes.append([marker.name for marker in _parse_mixes(sides)])
        for name, lists in (("mix_markers", mixes), ("tile_sides", self.tile_sides)):
            check_unique(
                (f"{name}[{at}][{place}]", side)
                for at, sides in enumerate(lists)
                for place, side in enumerate(sides)
            )
        last = len(self.tiles)
        for index, numbers in enumerate(self.tile_sides):
            if max(numbers) > last:
                raise InvalidInstanceError(
                    f"invalid tile_sides[{index}] {list(numbers)}: expected 1 to {last}"
                )

    @property
    def mix_sides(self) -> tuple[tuple[Marker, ...], ...]:
        """The sides of each mix marker."""
        return tuple(map(_parse_mixes, self.mix_markers))


def _parse_mixes(sides: Iterable[str]) -> tuple[Marker, ...]:
    return tuple(Marker.parse(f"mix:{side}") for side in sides)


def load_figures(data: Data = None) -> tuple[Figures, SetupFigures]:
    """Return the shipped figures with the fields of ``data`` replaced.

    ``data`` can also have ``tiles``, the sides of the start grid tiles, and ``start_grids``, the
    players' grids.
    """
    return _read_figures(data) if data else _shipped_figures()


def _read_figures(data: Mapping[str, object]) -> tuple[Figures, SetupFigures]:
    content, source = read_bytes(SHIPPED_TILES)
    tiles = codec.parse_json(content, source=source)["tiles"]
    setup = load_form(SHIPPED, SetupFigures, {"tiles": tiles, **data})
    return Figures.of(setup), setup


_shipped_figures = cache(partial(_read_figures, {}))


def exchange(stars: int, denominations: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fewest general tokens with ``stars`` stars in total, largest first.

    The exchange does not change scores. Source: rulebook, Tokens.

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


RULE_OPTION = SetupOption(
    "rule",
    ("jump", "slide"),
    "jump",
    "The move rule: any booth of the row or column, or only a neighbor of the empty spot.",
)


def draw_mixes(setup: SetupFigures, rng: np.random.Generator) -> tuple[Marker, ...]:
    """Return the drawn sides of the mix markers."""
    drawn = [sides[int(rng.integers(len(sides)))] for sides in setup.mix_sides]
    return tuple(sorted(drawn, key=attrgetter("colors")))


def draw_start_grids(
    num_players: int, setup: SetupFigures, rng: np.random.Generator
) -> tuple[Grid, ...]:
    """Return a drawn start grid for each player.

    The start player gets the lowest number, the left neighbor the next, and so on.
    """
    grids, tiles = setup.start_grids, setup.tile_sides
    if grids is not None and len(grids) != num_players:
        raise InvalidInstanceError(f"start_grids: expected {num_players} grids, found {len(grids)}")
    if grids is None:
        if len(tiles) < num_players:
            text = f"expected at least {num_players} tiles, found {len(tiles)}"
            raise InvalidInstanceError(f"tile_sides: {text}")
        if len({setup.tiles[number - 1].board for sides in tiles for number in sides}) > 1:
            raise InvalidInstanceError("tile_sides: expected tiles of a single board")
        drawn = [tiles[int(n)] for n in rng.choice(len(tiles), size=num_players, replace=False)]
        numbers = sorted(sides[int(rng.integers(len(sides)))] for sides in drawn)
        grids = tuple(setup.tiles[number - 1] for number in numbers)
    for fault in board_faults(grids, "start_grids"):
        raise InvalidInstanceError(fault)
    return grids


def board_faults(grids: tuple[Grid, ...], path: str = "grids") -> Iterator[str]:
    """Yield the grids with other boards than the first player's."""
    board = grids[0].board
    for index, grid in enumerate(grids):
        if grid.board is not board and grid.board != board:
            yield f"{path}[{index}]: a board of {grid.board}; the first player's is {board}"


def shipped_parts(state: Any, box: Box) -> list[Part]:
    """Return the multiplayer game's parts with shipped values."""
    figures, setup = load_figures()
    parts: list[Any] = list(tile_parts(state, box))
    names = Figures.__struct_fields__
    parts += [name for name in names if getattr(state.figures, name) == getattr(figures, name)]
    own = load_figures(box.data(state.game))[1] if "mix_markers" in box.own else None
    mixes = [row.marker for row in state.markers if row.marker.kind == "mix"]
    if _fits(mixes, setup.mix_sides) and not (own and _fits(mixes, own.mix_sides)):
        parts.append("mix_markers")
    return parts


def shipped_speed_parts(state: Any, box: Box) -> list[Part]:
    """Return the speed game's parts with shipped values."""
    parts = tile_parts(state, box)
    if state.move_limit == load_figures()[1].speed_move_limit:
        parts.append("speed_move_limit")
    return parts


def tile_parts(state: Any, box: Box) -> list[Part]:
    """Return the assumed start tiles of the grids, and the sides of these."""
    shipped = Box.default().tiles.grids
    own = () if "tiles" in box.assumed_parts("tiles") else box.tiles.grids
    tiles = {*shipped} - {*own}
    sides = {*shipped, *own} if len(own) == len(shipped) else tiles
    parts: list[Part] = [] if tiles.isdisjoint(state.grids) else ["tiles"]
    if "tile_sides" not in box.own and not sides.isdisjoint(state.grids):
        parts.append("tile_sides")
    return parts


def _fits(mixes: Collection[Marker], pairs: Iterable[tuple[Marker, ...]]) -> bool:
    return all(sum(side in mixes for side in sides) == 1 for sides in pairs)
