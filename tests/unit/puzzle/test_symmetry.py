"""The likeness of grids against every symmetry and every renaming."""

from itertools import count, permutations

from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver import Grid, Progress, Run, Stop
from chatuchak_solver.puzzle.symmetry import (
    board_symmetries,
    count_differences,
    pairwise_differences,
)
from tests.reference.puzzle import apply_symmetry

LETTERS = "RYGB"


def plain(grid: Grid, other: Grid) -> int:
    least = grid.board.spots
    for symmetry in board_symmetries(grid.board):
        text = str(apply_symmetry(other, symmetry))
        for names in permutations(LETTERS):
            renamed = text.translate(str.maketrans(LETTERS, "".join(names)))
            least = min(least, sum(a != b for a, b in zip(str(grid), renamed, strict=True)))
    return least


def grids(booths: str) -> st.SearchStrategy[Grid]:
    rows = st.permutations(booths).map(lambda spots: "".join((*spots[:3], "/", *spots[3:])))
    return rows.map(Grid.parse)


@given(grid=grids(".RRRYY"), other=st.one_of(grids(".RRRYY"), grids(".GGGGG"), grids(".YYBBB")))
def test_no_way_of_turning_and_renaming_agrees_on_more(grid: Grid, other: Grid) -> None:
    grids = [grid, other, grid.move(grid.legal_moves()[0])]
    expected = [[plain(first, second) for second in grids] for first in grids]
    assert pairwise_differences(grids).tolist() == expected
    assert count_differences(grid, other) == expected[0][1]
    polls, reports = iter((False, True)), list[Progress]()
    run = Run(Stop(interrupt=lambda: next(polls)), count().__next__, reports.append)
    assert pairwise_differences(grids, run).tolist() == expected[:1]
    assert [(report.work, report.total) for report in reports] == [(0, 6), (3, 6)]


def test_a_sixth_color_may_stand_for_one_of_the_five() -> None:
    five, six = Grid.parse(".RR/YYY"), Grid.parse(".TT/YYY")
    assert len(six.color_masks) > len(five.color_masks)
    assert count_differences(six, five) == count_differences(five, six) == 0
    assert count_differences(six, Grid.parse("R.R/YYY")) == 2
