"""Boards of games as pictures, with the places on them."""

from functools import singledispatch
from typing import Any, TypeAlias

from chatuchak_solver.games.facts import Piece
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.river_market.setup import RiverBoard
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import board_size, corner_of, grid_svg
from chatuchak_solver.rendering.mercado_svg import market_places, market_svg
from chatuchak_solver.rendering.river_svg import river_places, river_svg
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE, StandPanel, stands_svg
from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, as shares of a picture's width and height."""


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
    wide, high = board_size(shows.board)
    corners = [corner_of(shows.board, spot) for spot in range(shows.board.spots)]
    return {
        str(spot): (x / wide, y / high, BOOTH / wide, BOOTH / high)
        for spot, (x, y) in enumerate(corners)
    }


@board_svg.register
def _market(shows: Market, title: str | None = None) -> Svg:
    return market_svg(shows, title=title or "Mercado de Lisboa")


@places.register
def _market_places(shows: Market) -> dict[str, Area]:
    return dict(market_places(shows))


@board_svg.register
def _river(shows: RiverBoard, title: str | None = None) -> Svg:  # noqa: ARG001
    return river_svg(shows.river, shows.pawns)


@places.register
def _river_places(shows: RiverBoard) -> dict[str, Area]:
    return dict(river_places(shows.river))


@board_svg.register
def _stand(shows: Stand, title: str | None = None) -> Svg:  # noqa: ARG001
    return stands_svg([StandPanel(shows.picture(), shows)])


@places.register
def _cards(shows: Stand) -> dict[str, Area]:
    left, top, *_ = shows.bounds
    panel = StandPanel(shows.picture())
    wide, high = panel.width + 2 * MARGIN, panel.height + 2 * MARGIN
    found = {}
    for index, card in enumerate(shows.placements):
        x, y = (MARGIN + SPACE * at for at in (card.x - left, card.y - top))
        rows, columns = card.shape
        found[str(index)] = (x / wide, y / high, SPACE * columns / wide, SPACE * rows / high)
    return found


def piece_svg(piece: Piece) -> Svg:
    """Return the picture of a card."""
    return stands_svg([StandPanel(Picture.parse(piece.rows))], title=piece.name)
