"""Pictures of a position, and their places for taps."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.facts import Board, seat_name
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.session import Step
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.boards import board_svg, piece_svg, places
from chatuchak_solver.rendering.stand_svg import MARGIN, SPACE
from chatuchak_solver.rendering.svg import Area

MAX_STEPS: Final = 15
"""Steps in which every player has acted, including the die."""


def boards_of(state: AnyState, viewer: int | None, mover: int) -> list[JsonObject]:
    """Return the pictures of a position, that of the current player first.

    Each is ``{"title", "svg", "large", "taps"}``; a tap names its word in actions. ``bounds`` are
    those of a stand.

    Parameters
    ----------
    viewer
        The player who may see hidden cards, or None.
    mover
        The current player, or `CHANCE`.
    """
    return [_board(board) for board in game_entry(state.game).boards(state, viewer, mover)]


def _board(board: Board) -> JsonObject:
    shows = board.shows
    taps = places(shows) if board.taps else {}
    found: JsonObject = {
        "title": board.title,
        "svg": str(board_svg(shows, board.caption)),
        "large": board.large,
        "taps": [
            {"word": word, "box": [round(part, 5) for part in area]} for word, area in taps.items()
        ],
    }
    if isinstance(shows, Grid):
        found["letters"] = str(shows).replace("/", "")
    if (bounds := getattr(shows, "bounds", None)) is not None:
        found["spaces"] = list(bounds)
    return found


def last_moves(steps: Sequence[Step]) -> dict[str, list[Area | None]]:
    """Return the places before (or None) and after of the last moves, by board."""
    found: dict[str, list[Area | None]] = {}
    for step in reversed(steps[-MAX_STEPS:]):
        title, moved_by = seat_name(step.player), game_entry(step.before.game).moved
        if title in found or step.player < 0:
            continue
        if moved := moved_by(step.before, step.after, step.player):
            at = places(moved.shows)
            found[title] = [None if moved.origin is None else at[moved.origin], at[moved.target]]
    return found


def cards_of(state: AnyState, viewer: int | None) -> list[JsonObject]:
    """Return the pieces that the viewer can place, with their pictures."""
    return [
        {
            "source": piece.source,
            "card": piece.name,
            "rows": list(piece.rows),
            "svg": str(piece_svg(piece)),
        }
        for piece in game_entry(state.game).pieces(state, viewer)
    ]


def measures() -> JsonObject:
    """Return the units of the stands' pictures."""
    return {"space": SPACE, "margin": MARGIN}
