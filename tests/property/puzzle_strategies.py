"""Hypothesis strategies for boards and grids of any shape and any counts."""

from __future__ import annotations

from hypothesis import strategies as st

from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.colors import MAX_BOOTHS, MIN_BOOTHS, Color

boards = st.builds(
    lambda sides: Board(*sides),
    st.sampled_from([(r, c) for r in range(2, 17) for c in range(2, 17) if r * c <= 32]),
)
rules = st.sampled_from(list(MoveRule))


@st.composite
def counts_for(draw: st.DrawFn, booths: int) -> tuple[int, ...]:
    """Booths per color that add up to ``booths``; any colors may be missing."""
    least = -(-booths // MAX_BOOTHS)
    most = min(len(Color), booths // MIN_BOOTHS)
    present = draw(st.integers(least, most))
    counts = []
    for number in range(present, 0, -1):
        low = max(MIN_BOOTHS, booths - MAX_BOOTHS * (number - 1))
        high = min(MAX_BOOTHS, booths - MIN_BOOTHS * (number - 1))
        counts.append(draw(st.integers(low, high)))
        booths -= counts[-1]
    counts += [0] * (len(Color) - present)
    return tuple(draw(st.permutations(counts)))


@st.composite
def grids(draw: st.DrawFn, board: Board | None = None) -> Grid:
    """Any grid of any board."""
    board = draw(boards) if board is None else board
    counts = draw(counts_for(board.spots - 1))
    letters = "." + "".join(color.letter * counts[color] for color in Color)
    return Grid.from_letters("".join(draw(st.permutations(letters))), board=board)
