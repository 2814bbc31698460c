"""Boards of games as pictures, with the places on them."""

from functools import singledispatch
from typing import Any

from chatuchak_solver.games.board import Piece
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.river_market.river import RiverBoard
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import board_size, corner_of, grid_svg
from chatuchak_solver.rendering.mercado_svg import market_areas, market_size, market_svg
from chatuchak_solver.rendering.river_svg import river_areas, river_size, river_svg
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE, StandPanel, stands_svg
from chatuchak_solver.rendering.svg import Area, Svg, shares
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand


@singledispatch
def board_svg(shows: Any, title: str | None = None) -> Svg:  # noqa: ARG001
    """Return the picture of a board, by default with a fitting title."""
    raise TypeError(f"no picture of {type(shows).__name__}")


@singledispatch
def places(shows: Any) -> dict[str, Area]:  # noqa: ARG001
    """Return the places on the picture of a board, by their words in actions."""
    return {}


@board_svg.register
def _grid(shows: Grid, title: str | None = None) -> Svg:
    return grid_svg(shows, numbers=True, groups=True, title=title or "Chatuchak grid")


@places.register
def _spots(shows: Grid) -> dict[str, Area]:
    areas = {
        str(spot): (*corner_of(shows.board, spot), BOOTH, BOOTH)
        for spot in range(shows.board.spots)
    }
    return shares(areas, *board_size(shows.board))


@board_svg.register
def _market(shows: Market, title: str | None = None) -> Svg:
    return market_svg(shows, title=title or "Mercado de Lisboa")


@places.register
def _market_places(shows: Market) -> dict[str, Area]:
    return shares(market_areas(shows), *[market_size(shows)] * 2)


@board_svg.register
def _river(shows: RiverBoard, title: str | None = None) -> Svg:  # noqa: ARG001
    return river_svg(shows.river, shows.pawns)


@places.register
def _river_places(shows: RiverBoard) -> dict[str, Area]:
    return shares(river_areas(shows.river), *river_size(shows.river))


@board_svg.register
def _stand(shows: Stand, title: str | None = None) -> Svg:  # noqa: ARG001
    return stands_svg([StandPanel(shows.picture(), shows)])


@places.register
def _cards(shows: Stand) -> dict[str, Area]:
    left, top, *_ = shows.bounds
    panel = StandPanel(shows.picture())
    areas: dict[str, Area] = {}
    for index, card in enumerate(shows.placements):
        x, y = (MARGIN + SPACE * at for at in (card.x - left, card.y - top))
        rows, columns = card.shape
        areas[str(index)] = (x, y, SPACE * columns, SPACE * rows)
    return shares(areas, panel.width + 2 * MARGIN, panel.height + 2 * MARGIN)


def piece_svg(piece: Piece) -> Svg:
    """Return the picture of a card."""
    return stands_svg([StandPanel(Picture.parse(piece.rows))], title=piece.name)
