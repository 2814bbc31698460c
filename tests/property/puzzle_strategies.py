"""Hypothesis strategies for boards and grids of any shape and any counts."""

from hypothesis import strategies as st

from chatuchak_solver.puzzle import Board, Grid, MoveRule
from chatuchak_solver.puzzle.colors import MAX_BOOTHS, MIN_BOOTHS, STANDARD_COLORS, Color

SIDES = [(r, c) for r in range(2, 33) for c in range(2, 33) if r * c <= 64]
boards = st.builds(
    lambda sides: Board(*sides), st.sampled_from([(r, c) for r, c in SIDES if r * c <= 32])
)
large_boards = st.builds(
    lambda sides: Board(*sides), st.sampled_from([(r, c) for r, c in SIDES if r * c > 32])
)
rules = st.sampled_from(list(MoveRule))


@st.composite
def counts_for(draw: st.DrawFn, booths: int, most_colors: int = len(Color)) -> tuple[int, ...]:
    """Booths per color that add up to ``booths``; any colors may be missing."""
    least = -(-booths // MAX_BOOTHS)
    most = min(most_colors, booths // MIN_BOOTHS)
    present = draw(st.integers(least, most))
    counts = []
    for number in range(present, 0, -1):
        low = max(MIN_BOOTHS, booths - MAX_BOOTHS * (number - 1))
        high = min(MAX_BOOTHS, booths - MIN_BOOTHS * (number - 1))
        counts.append(draw(st.integers(low, high)))
        booths -= counts[-1]
    counts += [0] * (draw(st.sampled_from([len(STANDARD_COLORS), len(Color)])) - present)
    counts = draw(st.permutations(counts))
    while len(counts) > len(STANDARD_COLORS) and not counts[-1]:
        counts = counts[:-1]
    return tuple(counts)


@st.composite
def grids(draw: st.DrawFn, board: Board | None = None, most_colors: int = len(Color)) -> Grid:
    """Any grid of any board of up to 32 spots, or of the given board."""
    board = draw(boards) if board is None else board
    counts = draw(counts_for(board.spots - 1, most_colors))
    letters = "." + "".join(Color(code).letter * count for code, count in enumerate(counts))
    return Grid.from_letters("".join(draw(st.permutations(letters))), board=board)
