"""Pictures of games' boards, with their places."""

from collections.abc import Callable, Mapping
from functools import partial, singledispatch
from typing import Any, NamedTuple

from chatuchak_solver.games.facts import Piece
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.river_market.setup import RiverBoard
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import board_size, corner_of, grid_svg
from chatuchak_solver.rendering.mercado_svg import market_areas, market_size, market_svg
from chatuchak_solver.rendering.river_svg import river_areas, river_size, river_svg
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE, StandPanel, stands_svg
from chatuchak_solver.rendering.svg import Area, Svg, shares
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand


class _Drawing(NamedTuple):
    """A board's drawing function, and the areas of its places."""

    draw: Callable[..., Svg]
    areas: Mapping[str, Area]
    size: tuple[float, float]


def board_svg(shows: Any, title: str | None = None) -> Svg:
    """Return the picture of a board."""
    options = {} if title is None else {"title": title}
    return _drawing(shows).draw(**options)


def places(shows: Any) -> dict[str, Area]:
    """Return the places on a board's picture, by their words in actions."""
    drawing = _drawing(shows)
    return shares(drawing.areas, *drawing.size)


def piece_svg(piece: Piece) -> Svg:
    """Return the picture of a card."""
    return stands_svg([StandPanel(Picture.parse(piece.rows))], title=piece.name)


@singledispatch
def _drawing(shows: Any) -> _Drawing:
    raise TypeError(f"no picture of {type(shows).__name__}")


@_drawing.register
def _(shows: Grid) -> _Drawing:
    spots = range(shows.board.spots)
    areas = {str(spot): (*corner_of(shows.board, spot), BOOTH, BOOTH) for spot in spots}
    draw = partial(grid_svg, shows, numbers=True, groups=True)
    return _Drawing(draw, areas, board_size(shows.board))


@_drawing.register
def _(shows: Market) -> _Drawing:
    size = market_size(shows)
    return _Drawing(partial(market_svg, shows), market_areas(shows), (size, size))


@_drawing.register
def _(shows: RiverBoard) -> _Drawing:
    draw = partial(river_svg, shows.river, shows.pawns)
    return _Drawing(draw, river_areas(shows.river), river_size(shows.river))


@_drawing.register
def _(shows: Stand) -> _Drawing:
    left, top, *_ = shows.bounds
    panel = StandPanel(shows.picture(), shows)
    areas: dict[str, Area] = {}
    for index, card in enumerate(shows.placements):
        x, y = (MARGIN + SPACE * at for at in (card.x - left, card.y - top))
        rows, columns = card.shape
        areas[str(index)] = (x, y, SPACE * columns, SPACE * rows)
    size = (panel.width + 2 * MARGIN, panel.height + 2 * MARGIN)
    return _Drawing(partial(stands_svg, [panel]), areas, size)
