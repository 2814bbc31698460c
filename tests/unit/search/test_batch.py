"""Grids solved in batches."""

import time
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from chatuchak_generators.start_grids import bulk_start_grids
from chatuchak_solver import Progress, Status, Stop, replay
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid
from chatuchak_solver.search import batch
from chatuchak_solver.search.batch import solve_batch, solve_on_boards
from chatuchak_solver.search.goal_directed import color_codes
from chatuchak_solver.search.solve import BATCH, Algorithm, solve, solve_many
from tests.unit.search.proven_searches import grid_of, sample

STARTS = bulk_start_grids(40, seed=11).colors
MIXED = [
    *(Grid.from_colors(row.tolist(), board=STANDARD_BOARD) for row in STARTS[:12]),
    Grid.parse(".RY/YRG/RGG"),
    Grid.parse("RRRYYY/RRRYYY/GGGBBB/GGGBBB/PPPPP."),
    Grid.parse("RR/R."),
    Grid.parse("RRRRRRR/YYYYYYY/GGGGGGG/BBBBBBB/PPPPPP.").move(33),
    *(grid_of(text, 3, 4) for text in sample("RRRYYYGGGBB.", 5)),
    *(grid_of(text, 3, 4) for text in sample("RRRRRRGGGGG.", 5)),
]


@pytest.mark.parametrize("workers", [1, 3])
def test_mixed_grids_are_solved_in_order(workers: int) -> None:
    """Boards, counts and solved grids mixed, twice over."""
    reports: list[Progress] = []
    solutions = list(solve_many(MIXED * 2, workers=workers, on_progress=reports.append))
    assert [solution.grid for solution in solutions] == MIXED * 2
    assert reports[-1].work == reports[-1].total == len(solutions)
    for solution in solutions:
        alone = solve(solution.grid)
        assert (solution.moves, solution.expanded) == (alone.moves, alone.expanded)
        assert solution.status is Status.OPTIMAL


def test_an_endless_stream_is_drawn_as_needed() -> None:
    def endless() -> object:
        while True:
            yield MIXED[12]

    solutions = solve_many(endless(), workers=2)  # type: ignore[arg-type]
    assert [next(solutions).length for _ in range(300)] == [4] * 300


class Unfinished(Future[object]):
    """A future that is never done."""

    def result(self, timeout: float | None = None) -> object:
        raise TimeoutError(timeout)


@pytest.mark.parametrize(("algorithm", "most"), [(None, 1 + 7 * BATCH), ("ida", 8)])
def test_no_more_are_drawn_while_the_first_are_searched(
    monkeypatch: pytest.MonkeyPatch, algorithm: Algorithm | None, most: int
) -> None:
    monkeypatch.setattr(ThreadPoolExecutor, "submit", lambda *_: Unfinished())
    grids = iter([MIXED[12]] * 1000)
    with pytest.raises(TimeoutError):
        next(solve_many(grids, algorithm=algorithm, workers=1))
    assert len(list(grids)) == 1000 - most


def test_results_do_not_depend_on_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices end within grids, between grids, and in the middle of a group."""
    whole = solve_batch(STANDARD_BOARD, STARTS)
    monkeypatch.setattr(batch, "SLICE_BUDGET", 3_000)
    monkeypatch.setattr(batch, "GROUP", 7)
    cut = solve_batch(STANDARD_BOARD, STARTS)
    assert np.array_equal(cut.lengths, whole.lengths)
    assert np.array_equal(cut.moves, whole.moves)
    assert np.array_equal(cut.expanded, whole.expanded)


def test_grids_of_a_board_share_its_time_and_end_with_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = time.perf_counter()
    solved = solve_on_boards(MIXED[:12], Stop())
    assert len(solved) == 12
    assert sum(solution.seconds for solution in solved.values()) <= time.perf_counter() - begun
    monkeypatch.setattr(batch, "GROUP", 4)
    assert len(solve_on_boards(MIXED[:12], Stop(interrupt=lambda: True))) == 4


@pytest.mark.parametrize(("size", "value"), [("SLICE_BUDGET", 3_000), ("GROUP", 1)])
def test_a_batch_ends_early(monkeypatch: pytest.MonkeyPatch, size: str, value: int) -> None:
    """Finished results are preserved, unfinished ones are marked; solved grids count."""
    monkeypatch.setattr(batch, size, value)
    run = Stop(work=10).begin()
    solved = color_codes(Grid.parse("RRRYYY/RRRYYY/GGGBBB/GGGBBB/PPPPP."))
    answers = solve_batch(STANDARD_BOARD, np.concatenate([[solved] * 8, STARTS]), run=run)
    done = int((answers.lengths >= 0).sum())
    assert 10 <= done < 15
    assert str(run.stopped_by) == "work"
    assert (answers.lengths[:8] == 0).all()
    assert (answers.lengths[8:done] > 0).all()
    assert (answers.lengths[done:] == -1).all()


def test_an_interrupt_ends_the_iteration() -> None:
    """Every grid under way still has an answer; more are not drawn."""
    calls = 0

    def interrupt() -> bool:
        nonlocal calls
        calls += 1
        return calls > 2

    solutions = list(solve_many(MIXED * 50, workers=1, stop=Stop(interrupt=interrupt)))
    assert 0 < len(solutions) < 50
    for solution in solutions:
        assert solution.moves is not None
        assert replay(solution.grid, solution.moves)
