"""Pictures of games' boards, with their places, and of values in notebooks."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from chatuchak_solver.games.facts import Piece
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH, board_size, corner_of
from chatuchak_solver.rendering.gallery_svg import strip_svg
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.mercado_svg import market_areas, market_size, market_svg
from chatuchak_solver.rendering.river_svg import river_areas, river_size, river_svg
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE, StandPanel, stands_svg
from chatuchak_solver.rendering.svg import Area, Svg
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

_Board: TypeAlias = tuple[Callable[..., Svg], Callable[..., Any], Callable[..., Any]]
"""Functions that return the picture, the areas of its places in user units, and its size."""


def board_svg(shows: Any, title: str | None = None) -> Svg:
    """Return the picture of a board."""
    draw, _, _ = _board(shows)
    return draw(shows) if title is None else draw(shows, title=title)


def places(shows: Any) -> dict[str, Area]:
    """Return the places on a board's picture, as shares of its size, by their names in actions."""
    _, areas_of, size_of = _board(shows)
    width, height = size_of(shows)
    return {
        name: (left / width, top / height, wide / width, high / height)
        for name, (left, top, wide, high) in areas_of(shows).items()
    }


def _board(shows: Any) -> _Board:
    if type(shows) not in _BOARDS:
        raise TypeError(f"no picture of {type(shows).__name__}")
    return _BOARDS[type(shows)]


def piece_svg(piece: Piece) -> Svg:
    """Return the picture of a card."""
    return stands_svg([StandPanel(Picture.parse(piece.rows))], title=piece.name)


def _grid_areas(grid: Grid) -> dict[str, Area]:
    spots = range(grid.board.spots)
    return {str(spot): (*corner_of(grid.board, spot), BOOTH, BOOTH) for spot in spots}


def _stand_svg(stand: Stand, title: str = "Market stand") -> Svg:
    return stands_svg([StandPanel(stand.picture(), stand)], title=title)


def _stand_areas(stand: Stand) -> dict[str, Area]:
    left, top, *_ = stand.bounds
    areas: dict[str, Area] = {}
    for index, card in enumerate(stand.placements):
        x, y = (MARGIN + SPACE * at for at in (card.x - left, card.y - top))
        rows, columns = card.shape
        areas[str(index)] = (x, y, SPACE * columns, SPACE * rows)
    return areas


def _stand_size(stand: Stand) -> tuple[float, float]:
    panel = StandPanel(stand.picture(), stand)
    return panel.width + 2 * MARGIN, panel.height + 2 * MARGIN


_BOARDS: Mapping[type, _Board] = {
    Grid: (
        partial(grid_svg, numbers=True, groups=True),
        _grid_areas,
        lambda grid: board_size(grid.board),
    ),
    Market: (market_svg, market_areas, market_size),
    RiverMarketState: (river_svg, river_areas, river_size),
    Stand: (_stand_svg, _stand_areas, _stand_size),
}

RENDERERS: Mapping[type, Callable[[Any], Svg]] = {
    Grid: grid_svg,
    Solution: lambda found: strip_svg(found.grid, found.moves or (), rule=found.rule),
    Stand: lambda stand: stands_svg([StandPanel.of("", stand.picture(), stand)]),
    Picture: lambda picture: stands_svg([StandPanel.of("", picture, None)]),
    Market: market_svg,
}
"""By the type of a value in a notebook; see `chatuchak_solver.io.pictures`."""
