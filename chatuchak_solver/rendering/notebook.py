"""What notebooks show of this library's values; see `chatuchak_solver.pictures`."""

from __future__ import annotations

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.pictures import register
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.strip_svg import strip_svg
from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

__all__: list[str] = []


def _solution(solution: Solution) -> Svg:
    return strip_svg(solution.grid, solution.moves or (), rule=solution.rule)


def _stand(stand: Stand) -> Svg:
    return stands_svg([StandPanel.of("", stand.picture(), stand)])


def _seen(seen: Picture) -> Svg:
    return stands_svg([StandPanel.of("", seen, None)])


register(Grid, grid_svg)
register(Solution, _solution)
register(Stand, _stand)
register(Picture, _seen)
register(Market, market_svg)
