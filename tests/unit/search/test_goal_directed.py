"""The goal-directed search and its parts against plain twins and other searches."""

from pathlib import Path

import pytest

from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.search import goal_directed
from chatuchak_solver.search.goal_directed import region_tables
from chatuchak_solver.search.solve import solve

VECTORS = Path(__file__).parents[2] / "vectors" / "reference_lengths.txt"
LENGTHS = [
    line.split()
    for line in VECTORS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_regions_of_the_game_board_are_counted() -> None:
    """Of the 2018 connected sets of 6 and 766 of 5, those with a complement that can be filled."""
    table = region_tables(Board(), (6, 6, 6, 6, 5))
    assert [end - start for start, end in zip(table.starts, table.ends, strict=False)] == [
        1726,
        706,
    ]


def test_lengths_are_those_of_the_plain_c_reference() -> None:
    """On 500 random start grids and 180 grids with unusual counts, all proven by plain IDA*."""
    assert len(LENGTHS) == 680
    for text, length in LENGTHS:
        solution = solve(Grid.parse(text))
        assert (str(solution.status), solution.length) == ("optimal", int(length)), text


def test_goals_that_do_not_fit_are_enumerated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two goal positions and no conflict rows the lengths stay the same."""
    defaults = goal_directed.GridBatch.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "most_goals", 2)
    monkeypatch.setattr(goal_directed, "MAX_ROW_WORDS", 1)
    goal_directed.shape_of.cache_clear()
    for text, length in LENGTHS[:40]:
        assert solve(Grid.parse(text)).length == int(length), text
    goal_directed.shape_of.cache_clear()
