"""The parts of one game that never change: its figures, its markers, its move rule."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chatuchak_solver.games.chatuchak.figures import Figures
from chatuchak_solver.games.chatuchak.markers import Marker, markers_in_play
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, MoveRule

CENTER: Final = -1
"""The holder of a marker that no player has won, and the owner of a token still in the center."""


@dataclass(frozen=True)
class Table:
    """The figures, the mix markers that were drawn, the move rule and the grids' board."""

    figures: Figures
    mixes: tuple[Marker, ...]
    rule: MoveRule
    board: Board = STANDARD_BOARD

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """The markers of the game, referenced by index."""
        return markers_in_play(self.mixes)

    @cached_property
    def marker_stars(self) -> tuple[int, ...]:
        """The stars on each marker."""
        return tuple(map(self.figures.stars_of_marker, self.markers))

    @cached_property
    def token_stars(self) -> tuple[int, ...]:
        """The stars on each marker's matching token."""
        return tuple(map(self.figures.stars_of_token, self.markers))
