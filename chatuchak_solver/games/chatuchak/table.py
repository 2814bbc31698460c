"""What is the same for every position of one game: its figures, its markers, its move rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from chatuchak_solver.games.chatuchak.figures import Figures
from chatuchak_solver.games.chatuchak.markers import Marker, markers_in_play
from chatuchak_solver.puzzle import Color, MoveRule

__all__ = ["CENTER", "Table"]

CENTER: Final = -1
"""The holder of a marker that nobody has won, and the owner of a token that nobody has taken."""


@dataclass(frozen=True, slots=True)
class Table:
    """The figures, the mix markers that were drawn, and the move rule.

    Attributes
    ----------
    markers
        The markers in play; players, states and strengths refer to them by index.
    affected
        Per color, the indices of the markers that a booth of the color can be part of.
    marker_stars, token_stars
        Per marker, its stars and those of its matching token.
    mix_indices
        The indices of the mix markers.
    """

    figures: Figures
    mixes: tuple[Marker, ...]
    rule: MoveRule
    markers: tuple[Marker, ...] = field(init=False, compare=False, repr=False)
    affected: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    marker_stars: tuple[int, ...] = field(init=False, compare=False, repr=False)
    token_stars: tuple[int, ...] = field(init=False, compare=False, repr=False)
    mix_indices: tuple[int, ...] = field(init=False, compare=False, repr=False)

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
            "mix_indices": tuple(i for i, marker in enumerate(markers) if marker.kind == "mix"),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
