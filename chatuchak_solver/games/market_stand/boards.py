"""The stands as boards, and the available cards."""

from collections.abc import Mapping

from chatuchak_solver.games.board import Board, Moved, Piece
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.market_stand.observation import observe
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.stand import Stand


def boards(state: MarketStandState, viewer: int | None, mover: int) -> list[Board]:
    """Return the stands visible to the viewer."""
    first = max(0, mover) if viewer is None else viewer
    view = observe(state, first)
    hidden = viewer is None and not state.is_started
    seats = [(first + place) % state.num_players for place in range(state.num_players)]
    return [
        Board(seat_name(seat), stand, large=seat == first, taps=False)
        for seat in seats
        if len(stand := Stand() if hidden else view.stands[seat])
    ]


def moved(before: MarketStandState, after: MarketStandState, seat: int) -> Moved | None:
    """Return the card placed by a player."""
    stand = after.stands[seat]
    count = len(stand)
    return None if count == len(before.stands[seat]) else Moved(stand, None, str(count - 1))


def pieces(state: MarketStandState, viewer: int | None) -> list[Piece]:
    """Return the cards that the viewer can lay."""
    hand = () if viewer is None else state.hands[viewer]
    return [
        Piece(source, card.id, card.rows)
        for source, cards in (("hand", hand), ("market", state.market))
        for card in cards
    ]


def words(state: MarketStandState) -> Mapping[str, str]:
    """Return the pictures of all cards, by their names."""
    return {card.id: " / ".join(card.rows) for card in state.deck}
