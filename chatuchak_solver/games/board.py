"""Boards and pieces of a game, as data for pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class Board:
    """A board to draw.

    Attributes
    ----------
    title
        Its title: a player's, or the name of a shared board.
    shows
        The value to draw, of a type that `rendering.boards` knows.
    large
        Whether it is the board of the current player.
    taps
        Whether its places stand for words of actions.
    caption
        The accessible name of the picture; None for a fitting one.
    """

    title: str
    shows: Any
    large: bool = True
    taps: bool = True
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that a player can place.

    Attributes
    ----------
    source
        Its place, for example ``hand``.
    name
        Its name in actions.
    rows
        Its picture, row by row.
    """

    source: str
    name: str
    rows: tuple[str, ...]


class Moved(NamedTuple):
    """A change of a board: the places of a piece before and after; None for no place."""

    shows: Any
    origin: str | None
    target: str


Boards: TypeAlias = Callable[[Any, int | None, int], Sequence[Board]]
"""Returns the boards of a state, for a viewer (None for the public) and the current player."""
