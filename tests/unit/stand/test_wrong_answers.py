"""A wrong answer of an optimizer is a defect of the library, never the caller's bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from chatuchak_solver import NextCard, Placement, Stand, StandProblem, Stop, plan_stand
from chatuchak_solver.errors import InputError, SolverError, VerificationError
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.cp_sat import StandModel
from chatuchak_solver.stand.kernels.tables import CENTER
from tests.unit.stand.problems import find_little, seeded_problem

Layout = npt.NDArray[np.int64]

PROBLEM = seeded_problem(4, 4, fixed_order=True)
AT_ONCE = Stop(work=0)


def layout(last: int = 0, right: int = 0, all_right: int = 0) -> Layout:
    """Return a layout of all cards in one place, with another last card, or moved."""
    cards = len(PROBLEM.cards)
    found = np.full((cards, 4), [0, 0, CENTER, CENTER + all_right], dtype=np.int64)
    found[:, 0] = [*range(cards - 1), last]
    found[-1, 3] += right
    return found


WRONG = {
    "apart": layout(3, right=9),
    "a card twice": layout(0),
    "off any table": layout(3, right=9, all_right=20_000),
}


def test_a_verification_error_is_no_input_error() -> None:
    assert issubclass(VerificationError, SolverError)
    assert not issubclass(VerificationError, InputError)


@pytest.mark.parametrize("wrong", WRONG)
def test_illegal_layout(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    def anneal(*arguments: Any) -> int:
        best, scores = arguments[4], arguments[5]
        best[:] = WRONG[wrong]
        scores[:] = 5
        return 1

    monkeypatch.setattr("chatuchak_solver.stand.annealing.anneal", anneal)
    annealer = Annealer(PROBLEM, 0)
    annealer.run(99)
    with pytest.raises(VerificationError, match="an optimizer laid an illegal stand"):
        annealer.stand()
    with pytest.raises(VerificationError, match="illegal stand"):
        plan_stand(PROBLEM, stop=AT_ONCE)


def test_a_wrong_total_of_annealing(monkeypatch: pytest.MonkeyPatch) -> None:
    annealer_total = Annealer.total

    def more(self: Annealer) -> int:
        return int(annealer_total.__get__(self)) + 1

    monkeypatch.setattr(Annealer, "total", property(more))
    with pytest.raises(VerificationError, match=r"points; .* were claimed"):
        plan_stand(PROBLEM, stop=AT_ONCE)


def test_a_bound_below_the_total_of_a_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(self: CoverSearch, total: int, *, nodes: int | None = None) -> Stand:
        del total, nodes
        self.upper = -99
        return best

    best = plan_stand(PROBLEM).stand
    monkeypatch.setattr(CoverSearch, "advance", search)
    find_little(monkeypatch)
    with pytest.raises(VerificationError, match=r"points; the bound is"):
        plan_stand(PROBLEM, stop=Stop(time_s=60))


def test_an_illegal_solution_of_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        """Lays two cards far from each other."""

        def __init__(self, model: StandModel) -> None:
            places = {0: (0, 0, 0, 0, 0), 1: (1, 1, 0, 6, 3)}
            self.true = [model.lay[key] for key in places.values()]

        def boolean_value(self, var: object) -> bool:
            return any(var is true_var for true_var in self.true)

    problem = seeded_problem(2, 2, fixed_order=True)
    model = StandModel(problem, problem.announcements()[0], 8)
    with pytest.raises(VerificationError, match="illegal stand"):
        model._stand(Wrong(model))  # type: ignore[arg-type]


def test_solution_of_cp_sat_that_scores_less_than_its_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The cut never removes a stand of the model.
    monkeypatch.setattr("chatuchak_solver.stand.cp_sat.find_groups", lambda _: {})
    monkeypatch.setattr(StandProblem, "score", lambda *_: (("S",), -99))
    problem = seeded_problem(2, 2, fixed_order=True)
    model = StandModel(problem, problem.announcements()[0], 6)
    with pytest.raises(VerificationError, match="scores less than the model claims"):
        model.ask(-9, 9, stop=Stop(time_s=60))


def test_an_illegal_placement_ranked_best(monkeypatch: pytest.MonkeyPatch) -> None:
    def far_off(*_: object) -> npt.NDArray[np.int64]:
        return np.array([[1, 0, 30, 30, 9, 0]])

    first, second, *_ = PROBLEM.cards
    stand = Stand().place(Placement(first, 0, 0))
    monkeypatch.setattr("chatuchak_solver.stand.next_card.score_placements", far_off)
    with pytest.raises(VerificationError, match="an illegal placement was ranked best"):
        NextCard(stand, [second])
