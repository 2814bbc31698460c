"""What is the same for every position of one game: its figures, its markers, its move rule."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from chatuchak_solver.games.chatuchak.actions import Move, Pass, turn_actions
from chatuchak_solver.games.chatuchak.figures import Figures
from chatuchak_solver.games.chatuchak.markers import Marker, markers_in_play
from chatuchak_solver.games.chatuchak.shapes import BoardShapes, shapes_on
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Color, MoveRule

CENTER: Final = -1
"""The holder of a marker that nobody has won, and the owner of a token that nobody has taken."""


@dataclass(frozen=True, slots=True)
class Table:
    """The figures, the mix markers that were drawn, the move rule and the grids' board.

    Attributes
    ----------
    markers
        The markers in play; players, states and strengths refer to them by index.
    affected
        Per color, the indices of the markers that a booth of the color can be part of.
    marker_stars, token_stars
        Per marker, its stars and those of its matching token.
    general_stars
        The stars of the general token that a win from another player brings.
    mix_indices
        The indices of the mix markers.
    turns
        Per empty spot, the moves and ``pass``, sorted as texts.
    shapes
        Finds what booths form on the board.
    """

    figures: Figures
    mixes: tuple[Marker, ...]
    rule: MoveRule
    board: Board = STANDARD_BOARD
    markers: tuple[Marker, ...] = field(init=False, compare=False, repr=False)
    affected: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    marker_stars: tuple[int, ...] = field(init=False, compare=False, repr=False)
    token_stars: tuple[int, ...] = field(init=False, compare=False, repr=False)
    general_stars: int = field(init=False, compare=False, repr=False)
    mix_indices: tuple[int, ...] = field(init=False, compare=False, repr=False)
    turns: tuple[tuple[Move | Pass, ...], ...] = field(init=False, compare=False, repr=False)
    shapes: BoardShapes = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        markers = markers_in_play(self.mixes)
        derived = {
            "markers": markers,
            "affected": tuple(
                tuple(i for i, marker in enumerate(markers) if color in (marker.colors or Color))
                for color in Color
            ),
            "marker_stars": tuple(map(self.figures.stars_of_marker, markers)),
            "token_stars": tuple(map(self.figures.stars_of_token, markers)),
            "general_stars": self.figures.stars_of_general,
            "mix_indices": tuple(i for i, marker in enumerate(markers) if marker.kind == "mix"),
            "turns": turn_actions(self.board, self.rule),
            "shapes": shapes_on(self.board),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


@lru_cache(maxsize=1 << 8)
def table_of(figures: Figures, mixes: tuple[Marker, ...], rule: MoveRule, board: Board) -> Table:
    """Return a game's table; kept, since many games are played by the same."""
    return Table(figures, mixes, rule, board)
