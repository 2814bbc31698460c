"""Pictures of values in notebooks; see `chatuchak_solver.io.pictures`."""

from collections.abc import Callable
from typing import Any

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.gallery_svg import strip_svg
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

RENDERERS: dict[type, Callable[[Any], str]] = {
    Grid: grid_svg,
    Solution: lambda found: strip_svg(found.grid, found.moves or (), rule=found.rule),
    Stand: lambda stand: stands_svg([StandPanel.of("", stand.picture(), stand)]),
    Picture: lambda picture: stands_svg([StandPanel.of("", picture, None)]),
    Market: market_svg,
}
