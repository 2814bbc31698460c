"""Setting up a multiplayer game: start grids, mix markers and the move rule.

Source: rulebook, Preparation.
"""

from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final

import numpy as np

from chatuchak_solver.box import Box, Part
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.chatuchak.figures import SetupFigures, load_figures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.contract import SetupOption
from chatuchak_solver.puzzle import Grid

RULE_OPTION: Final = SetupOption(
    "rule",
    ("jump", "slide"),
    "jump",
    "The move rule: any booth of the row or column, or only a neighbor of the empty spot.",
)


def draw_mixes(setup: SetupFigures, rng: np.random.Generator) -> tuple[Marker, ...]:
    """Return the sides that the mix markers show, in the markers' own order."""
    drawn = [sides[int(rng.integers(len(sides)))] for sides in setup.mix_markers]
    return tuple(sorted(drawn, key=attrgetter("colors")))


def draw_start_grids(
    num_players: int, setup: SetupFigures, rng: np.random.Generator
) -> tuple[Grid, ...]:
    """Return a start grid for each player, in their order.

    Draws tiles and a side of each; the start player gets the lowest number, the next is for the
    left neighbor, and so on.
    """
    if setup.start_grids is not None:
        if len(setup.start_grids) != num_players:
            raise InvalidInstanceError(
                f"start_grids: {len(setup.start_grids)} grids for {num_players} players"
            )
        grids = setup.start_grids
    else:
        if len(setup.tile_sides) < num_players:
            raise InvalidInstanceError(
                f"tile_sides: {len(setup.tile_sides)} tiles for {num_players} players"
            )
        drawn = rng.choice(len(setup.tile_sides), size=num_players, replace=False)
        tiles = [setup.tile_sides[int(tile)] for tile in drawn]
        numbers = sorted(sides[int(rng.integers(len(sides)))] for sides in tiles)
        grids = tuple(setup.tiles[number - 1] for number in numbers)
    for fault in board_faults(grids, "start_grids"):
        raise InvalidInstanceError(fault)
    return grids


def board_faults(grids: tuple[Grid, ...], path: str = "grids") -> Iterator[str]:
    """Yield the grids of other boards than the first player's."""
    board = grids[0].board
    for index, grid in enumerate(grids):
        if grid.board is not board and grid.board != board:
            yield f"{path}[{index}]: a board of {grid.board}; the first player's is {board}"


_FIGURES: Final[tuple[Part, ...]] = (
    "time_track", "marker_stars", "token_stars", "general_denominations",
)  # fmt: skip


def shipped_parts(state: Any, box: Box) -> list[Part]:
    """Return the parts with shipped values of the multiplayer game."""
    figures, setup = load_figures()
    parts = tile_parts(state, box)
    parts += [
        part for part in _FIGURES if getattr(state.table.figures, part) == getattr(figures, part)
    ]
    own = load_figures(box.data(state.game))[1] if "mix_markers" in box.own else None
    mixes = state.table.mixes
    if _fits(mixes, setup.mix_markers) and not (own and _fits(mixes, own.mix_markers)):
        parts.append("mix_markers")
    return parts


def shipped_speed_parts(state: Any, box: Box) -> list[Part]:
    """Return the parts with shipped values of the speed game."""
    parts = tile_parts(state, box)
    if state.move_limit == load_figures()[1].speed_move_limit:
        parts.append("speed_move_limit")
    return parts


def tile_parts(state: Any, box: Box) -> list[Part]:
    """Return the assumed parts of the start tiles: those of its grids, and the sides of these."""
    shipped = Box.default().tiles.grids
    own = () if box.assumed_parts("tiles") else box.tiles.grids
    tiles = {*shipped} - {*own}
    sides = {*shipped, *own} if len(own) == len(shipped) else tiles
    parts: list[Part] = [] if tiles.isdisjoint(state.grids) else ["tiles"]
    if "tile_sides" not in box.own and not sides.isdisjoint(state.grids):
        parts.append("tile_sides")
    return parts


def _fits(mixes: Collection[Marker], pairs: Iterable[tuple[Marker, ...]]) -> bool:
    return all(sum(side in mixes for side in sides) == 1 for sides in pairs)
