"""Wrong answers of a search are detected and reported as internal errors."""

from __future__ import annotations

import numpy as np
import pytest

from chatuchak_solver import InputError, Stop, VerificationError
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.goal_directed import GridBatch
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.solve import ALGORITHMS, Algorithm, _search_type, solve, solve_many

GRID = Grid.parse(".RY/YRG/RGG")
SHORTEST = (2, 8, 7, 1)

WRONG_ANSWERS: dict[str, tuple[tuple[int, ...], int, str]] = {
    "off the board": ((2, 8, 9, 1), 4, "move 3: spot 9 is not on the board"),
    "below the board": ((2, -1), 2, "move 2: spot -1 is not on the board"),
    "out of reach": ((2, 8, 0), 3, "move 3: spot 0 cannot jump to the empty spot 8"),
    "unsolved": ((2, 8), 2, "the last grid is not solved"),
    "nothing": ((), 0, "the moves none: the last grid is not solved"),
    "fewer than proven": (SHORTEST, 5, "fewer than its proven bound of 5"),
}


def answer_with(
    monkeypatch: pytest.MonkeyPatch, algorithm: str, moves: tuple[int, ...], bound: int
) -> None:
    """Let an algorithm end its first slice with an answer that it never found."""

    def run(search: Search, node_budget: int) -> bool:
        assert node_budget > 0
        search.incumbent, search.lower_bound = moves, bound
        return True

    monkeypatch.setattr(_search_type(algorithm), "run", run)


@pytest.mark.parametrize("fault", WRONG_ANSWERS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_wrong_answer_is_defect(
    monkeypatch: pytest.MonkeyPatch, algorithm: Algorithm, fault: str
) -> None:
    """Illegal moves too: the caller passed none in, so they are no wrong input."""
    moves, bound, reason = WRONG_ANSWERS[fault]
    answer_with(monkeypatch, algorithm, moves, bound)
    with pytest.raises(VerificationError) as caught:
        solve(GRID, algorithm=algorithm)
    assert not isinstance(caught.value, InputError)
    assert str(caught.value).startswith(f"{algorithm} answered {GRID} (jump) with the moves ")
    assert reason in str(caught.value)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_right_answer_passes(monkeypatch: pytest.MonkeyPatch, algorithm: Algorithm) -> None:
    answer_with(monkeypatch, algorithm, SHORTEST, 4)
    assert solve(GRID, algorithm=algorithm).moves == SHORTEST


def test_a_wrong_answer_among_many_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, "ida", (0,), 1)
    with pytest.raises(VerificationError, match="spot 0 cannot jump"):
        list(solve_many([GRID] * 3, algorithm="ida", workers=2))


@pytest.mark.parametrize("fault", WRONG_ANSWERS)
def test_wrong_answer_of_batch_is_found_too(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """Batches have a replay of their own."""
    moves, bound, reason = WRONG_ANSWERS[fault]

    def run(task: GridBatch, budget: int) -> bool:
        task.done = len(task.results)
        task.results[:, (at.LENGTH, at.LOWER_BOUND)] = len(SHORTEST), 4
        task.moves[:, : len(SHORTEST)] = SHORTEST
        task.results[-1, (at.LENGTH, at.LOWER_BOUND)] = len(moves), bound
        task.moves[-1, : len(moves)] = np.array(moves, np.int64).astype(np.uint8)
        return budget > 0

    monkeypatch.setattr(GridBatch, "run", run)
    with pytest.raises(VerificationError) as caught:
        list(solve_many([GRID] * 3, workers=1))
    assert reason.replace("spot -1", "spot 255") in str(caught.value)


def test_moves_of_last_resort_are_checked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are from a narrow beam, for every algorithm."""
    monkeypatch.setattr("chatuchak_solver.search.anytime.quick_solution", lambda *_: (1, 7))
    with pytest.raises(VerificationError, match="not solved"):
        solve(GRID, stop=Stop(work=0))
