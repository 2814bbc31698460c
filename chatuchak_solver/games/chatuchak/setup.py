"""Setting up a multiplayer game: start grids, mix markers and the move rule.

Source: rulebook, Preparation.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

import numpy as np

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.chatuchak.figures import SetupFigures
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.contract import SetupOption
from chatuchak_solver.games.facts import seat_name
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

    Draws tiles and a side of each; the lowest number goes to the start player, the next to the
    left neighbor, and so on.

    Raises
    ------
    InvalidInstanceError
        If there are fewer tiles, or not as many start grids, as players.
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
    board = grids[0].board
    for player, grid in enumerate(grids):
        if grid.board is not board and grid.board != board:
            raise InvalidInstanceError(
                f"the start grid of {seat_name(player)} has a board of {grid.board}; "
                f"{seat_name(0)}'s is {board}"
            )
    return grids


def board_faults(grids: tuple[Grid, ...]) -> Iterator[str]:
    """Yield the grids of other boards than the first player's."""
    for index, grid in enumerate(grids):
        if grid.board != grids[0].board:
            yield (
                f"grids[{index}]: a board of {grid.board}; the first player's is {grids[0].board}"
            )
