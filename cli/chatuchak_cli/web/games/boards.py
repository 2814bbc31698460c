"""Pictures of a game as it stands, and the places on them that can be tapped."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from chatuchak_solver.document import JsonObject
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.session import Step
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import BOOTH
from chatuchak_solver.rendering.grid_svg import board_size, corner_of, grid_svg
from chatuchak_solver.rendering.mercado_svg import market_places, market_svg
from chatuchak_solver.rendering.river_svg import river_places, river_svg
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE, StandPanel, stands_svg
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.stand import Stand

Box = tuple[float, float, float, float]
"""Left, top, width and height, as shares of a picture's width and height."""


MOST_STEPS: Final = 15
"""Steps in which every player has acted, with the die between."""


def boards_of(state: AnyState, viewer: int | None, mover: int) -> list[JsonObject]:
    """Return the pictures of a position, the one of whoever acts first.

    Each is ``{"title", "svg", "size", "taps"}``; a tap names what it stands for in actions.

    Parameters
    ----------
    viewer
        Whose hidden cards may be shown; None for nobody's.
    mover
        Who is to act, or `CHANCE`.
    """
    draw = BOARDS.get(state.game)
    return [] if draw is None else draw(state, viewer, mover)


def _board(
    title: str, svg: str, *, large: bool, taps: Sequence[tuple[str, Box]] = ()
) -> JsonObject:
    return {
        "title": title,
        "svg": str(svg),
        "large": large,
        "taps": [{"word": word, "box": [round(part, 5) for part in box]} for word, box in taps],
    }


def _grids(state: Any, viewer: int | None, mover: int) -> list[JsonObject]:
    first = viewer if viewer is not None else max(0, mover)
    count = state.num_players
    order = [(first + seat) % count for seat in range(count)]
    return [
        _board(
            seat_name(seat),
            grid_svg(state.grids[seat], numbers=True, groups=True, title=seat_name(seat)),
            large=place == 0,
            taps=_spots(state.grids[seat]) if place == 0 and seat == mover else (),
        )
        | {"letters": str(state.grids[seat]).replace("/", "")}
        for place, seat in enumerate(order)
    ]


def last_moves(steps: Sequence[Step]) -> dict[str, list[Box | None]]:
    """Return where what moved last came from, None if beside, and went to, by its board's title."""
    found: dict[str, list[Box | None]] = {}
    for step in reversed(steps[-MOST_STEPS:]):
        title, moves = seat_name(step.player), MOVES.get(step.before.game)
        if moves and title not in found and (boxes := moves(step.before, step.after, step.player)):
            found[title] = boxes
    return found


def _jumped(before: Any, after: Any, seat: int) -> list[Box | None]:
    one, other = before.grids[seat], after.grids[seat]
    spots = dict(_spots(one))
    return [spots[str(grid.empty)] for grid in (other, one)] if one != other else []


def _laid(before: MarketStandState, after: MarketStandState, seat: int) -> list[Box | None]:
    stand = after.stands[seat]
    if len(stand) == len(before.stands[seat]):
        return []
    left, top, *_ = stand.bounds
    panel, card = StandPanel(stand.picture()), stand.placements[-1]
    wide, high = panel.width + 2 * MARGIN, panel.height + 2 * MARGIN
    x, y = (MARGIN + SPACE * at for at in (card.x - left, card.y - top))
    rows, columns = card.shape
    return [None, (x / wide, y / high, SPACE * columns / wide, SPACE * rows / high)]


def _spots(grid: Grid) -> list[tuple[str, Box]]:
    wide, high = board_size(grid.board)
    corners = [corner_of(grid.board, spot) for spot in range(grid.board.spots)]
    return [
        (str(spot), (x / wide, y / high, BOOTH / wide, BOOTH / high))
        for spot, (x, y) in enumerate(corners)
    ]


def _mercado(state: MercadoState, *_: int | None) -> list[JsonObject]:
    taps = market_places(state.market)
    return [_board("market", market_svg(state.market), large=True, taps=list(taps.items()))]


def _river(state: RiverMarketState, *_: int | None) -> list[JsonObject]:
    svg = river_svg(state.river, {"rival": state.pawn, "you": state.your_pawn})
    taps = river_places(state.river)
    return [_board("river", svg, large=True, taps=list(taps.items()))]


def _stands(state: MarketStandState, viewer: int | None, mover: int) -> list[JsonObject]:
    """Return the stands; the first also says where its spaces are, for cards to be laid."""
    first = max(0, mover) if viewer is None else viewer
    view = observe(state, first)
    hidden = viewer is None and not state.is_started
    boards = []
    for place in range(state.num_players):
        seat = (first + place) % state.num_players
        stand = Stand() if hidden else view.stands[seat]
        if len(stand):
            drawn = stands_svg([StandPanel(stand.picture(), stand)])
            board = _board(seat_name(seat), drawn, large=place == 0)
            left, top, right, bottom = stand.bounds
            board["spaces"] = [left, top, right, bottom]
            boards.append(board)
    return boards


def cards_of(state: AnyState, viewer: int | None) -> list[JsonObject]:
    """Return the cards that the viewer can lay, with their pictures; none in other games."""
    if not isinstance(state, MarketStandState):
        return []
    hand = () if viewer is None else state.hands[viewer]
    cards = [("hand", card) for card in hand] + [("market", card) for card in state.market]
    return [_card(source, card) for source, card in cards]


def _card(source: str, card: Card) -> JsonObject:
    svg = stands_svg([StandPanel(Picture.parse(card.rows))], title=card.id)
    return {"source": source, "card": card.id, "rows": list(card.rows), "svg": str(svg)}


def measures() -> JsonObject:
    """Return the units of the stands' pictures, by which the page lays cards over them."""
    return {"space": SPACE, "margin": MARGIN}


BOARDS: Final[Mapping[str, Callable[[Any, int | None, int], list[JsonObject]]]] = {
    ChatuchakState.game: _grids,
    SpeedState.game: _grids,
    MercadoState.game: _mercado,
    MarketStandState.game: _stands,
    RiverMarketState.game: _river,
}

MOVES: Final[Mapping[str, Callable[[Any, Any, int], list[Box | None]]]] = {
    ChatuchakState.game: _jumped,
    SpeedState.game: _jumped,
    MarketStandState.game: _laid,
}
"""Where what a player moved was and is; the page reads it off the action in other games."""
