"""The parts of the box with shipped values in a game, also in the speed game."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from chatuchak_solver.box import Box, Part
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.markers import Marker

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
    """Return whether one side of each mix marker is in play."""
    return all(sum(side in mixes for side in sides) == 1 for sides in pairs)
