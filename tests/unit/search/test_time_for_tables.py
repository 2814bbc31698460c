"""Slow tables are built in pieces, so that limits apply during the build."""

from collections.abc import Callable

import pytest

from chatuchak_solver import Algorithm, Board, Grid, MoveRule, Status, solve
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from chatuchak_solver.search import pattern_database as databases
from chatuchak_solver.search.pattern_database import pattern_database, prepare_pattern_database

NARROW = Grid.parse("RYGRYGRYGRYGBRYG/RYGRYGRYGRYGBBB.")
"""2 x 16 with colors of 9, 9, 9 and 4 booths: 28 million placements of one color."""
WIDE = Grid.parse("RYGRYGRB/YGRYGRYB/GRYGRYGB/RYGRYGB.")
ALGORITHMS_WITH_TABLES: tuple[Algorithm, ...] = ("ida", "astar", "anytime")


@pytest.fixture(autouse=True)
def _no_tables_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "_databases", {})
    monkeypatch.setattr(databases, "_unfinished", {})


def after(calls: int) -> Callable[[], bool]:
    """Return an interrupt that is set at a certain check."""
    looks = iter(range(calls))
    return lambda: next(looks, None) is None


@pytest.mark.parametrize("rule", list(MoveRule))
@pytest.mark.parametrize(("grid", "apart"), [(NARROW, 3), (WIDE, 4)], ids=["2x16", "4x8"])
@pytest.mark.parametrize("algorithm", ALGORITHMS_WITH_TABLES)
def test_no_time_makes_no_table(
    algorithm: Algorithm, grid: Grid, apart: int, rule: MoveRule
) -> None:
    """And still has a bound that holds: each color in pieces needs a move; and a solution."""
    solution = solve(grid, rule=rule, algorithm=algorithm, stop=Stop(time_s=0))
    assert databases._databases == {}
    assert (solution.status, solution.stopped_by) == (Status.FEASIBLE, StopReason.TIME)
    assert (solution.expanded, solution.lower_bound) == (0, apart)
    assert solution.length is not None


@pytest.mark.parametrize("algorithm", ALGORITHMS_WITH_TABLES)
def test_a_solved_grid_needs_no_time(algorithm: Algorithm) -> None:
    grid = Grid.parse("RR/YY/.Y")
    solution = solve(grid, algorithm=algorithm, stop=Stop(time_s=0))
    assert (solution.status, solution.moves, solution.stopped_by) == (Status.OPTIMAL, (), None)


@pytest.mark.parametrize("algorithm", ALGORITHMS_WITH_TABLES)
def test_an_interrupt_ends_the_making_of_tables(algorithm: Algorithm) -> None:
    """Between two pieces; each is reported as progress."""
    seen: list[Progress] = []
    solution = solve(
        NARROW,
        rule="slide",
        algorithm=algorithm,
        stop=Stop(interrupt=after(4)),
        on_progress=seen.append,
    )
    assert solution.stopped_by is StopReason.INTERRUPT
    assert {progress.phase for progress in seen} == {"making tables"}
    assert [size for _, size, _ in databases._databases] in ([], [4])


def test_a_work_limit_counts_no_tables() -> None:
    """The tables are built nevertheless, and give the bound."""
    grid = Grid.parse(".PYBYB/YBPRGP/GRGBRB/YPRGPG/GBYRYR")
    solution = solve(grid, algorithm="ida", stop=Stop(work=0))
    assert solution.stopped_by is StopReason.WORK
    assert solution.lower_bound > 5
    assert len(databases._databases) == 2


def test_an_interrupted_database_resumes() -> None:
    """The pieces of two tries are those of one, and so is the database."""
    board, size, rule = Board(4, 5), 6, MoveRule.SLIDE
    pieces = sum(1 for _ in prepare_pattern_database(board, size, rule))
    whole = databases._databases.pop((board, size, rule))
    assert pieces == len(whole.histogram)

    # The third piece is announced, but not built.
    for _ in zip(range(3), prepare_pattern_database(board, size, rule), strict=False):
        pass
    assert list(databases._unfinished) == [(board, size, rule)]
    assert sum(1 for _ in prepare_pattern_database(board, size, rule)) == pieces - 2
    again = pattern_database(board, size, rule)
    assert again.histogram == whole.histogram
    assert (again.distances == whole.distances).all()
    assert databases._unfinished == {}
    assert list(prepare_pattern_database(board, size, rule)) == []


def test_a_concurrent_caller_builds_the_database_independently() -> None:
    """As in another thread: no thread waits for one that may have stopped."""
    board, size, rule = Board(3, 4), 4, MoveRule.JUMP
    first = prepare_pattern_database(board, size, rule)
    next(first)
    made = pattern_database(board, size, rule)
    assert sum(1 for _ in first) > 0
    assert (pattern_database(board, size, rule).distances == made.distances).all()
