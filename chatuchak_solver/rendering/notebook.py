"""What notebooks show of this library's values; see `chatuchak_solver.io.pictures`."""

from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.io.pictures import register
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.strip_svg import strip_svg
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

register(Grid, grid_svg)
register(Solution, lambda one: strip_svg(one.grid, one.moves or (), rule=one.rule))
register(Stand, lambda stand: stands_svg([StandPanel.of("", stand.picture(), stand)]))
register(Picture, lambda seen: stands_svg([StandPanel.of("", seen, None)]))
register(Market, market_svg)
