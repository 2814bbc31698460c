"""Properties of the market stand's optimizers on cards of any content, mice on goods included."""

from collections.abc import Mapping
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver import Run, Stand, StandProblem, Stop, plan_stand
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.stand.bound import coarsen, upper_bound
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import legal_order
from tests.property.stand_strategies import decks, stands
from tests.unit.stand.problems import optimum, reference_score


@st.composite
def problems(draw: st.DrawFn, *, most: int) -> StandProblem:
    """Return problems with up to ``most`` cards."""
    deck = draw(decks(least=1, most=most))
    announced = draw(st.lists(st.sampled_from(GOODS), unique=True, max_size=3))
    return StandProblem(
        deck.cards, draw(st.booleans()), tuple(announced), draw(st.sampled_from((1, 2)))
    )


@given(problems(most=3))
@settings(max_examples=10)
def test_plans_reach_the_optimum_of_trying_everything(problem: StandProblem) -> None:
    plan = plan_stand(problem)
    assert plan.total == plan.bound == optimum(problem) == reference_score(problem, plan.stand)


def most_when_announcing(bound: Mapping[Announcement, int], announced: Announcement) -> int:
    """Return the bound for an announcement; a stand may show fewer goods than it has to name."""
    return max(upper for own, upper in bound.items() if set(announced) <= set(own))


@settings(max_examples=8)
@given(stands(least=2, most=8), st.integers(1, 2))
def test_no_stand_surpasses_the_bound_of_its_cards(stand: Stand, own_goods: int) -> None:
    kept_whole: list[bool] = []

    def watched(states: Int64s, run: Run) -> Int64s:
        left = coarsen(states, run)
        kept_whole.append(len(left) == len({(*pieces,) for *pieces, _ in states.tolist()}))
        return left

    for fixed_order in (True, False):
        problem = StandProblem(stand.cards, fixed_order, ("S", "C"), own_goods)
        announced, total = problem.score(stand)
        kept_whole.clear()
        with patch("chatuchak_solver.stand.bound.coarsen", watched):
            exact = most_when_announcing(upper_bound(problem), announced)
        assert exact >= total
        with patch("chatuchak_solver.stand.bound.MAX_LATE_OPTIONS", 1):
            bound = upper_bound(problem, stop=Stop(time_s=0))
        coarse = most_when_announcing(bound, announced)
        assert coarse >= total
        # Coarser without time, never lower; of two coarse bounds either may be lower.
        assert coarse >= exact or not all(kept_whole)


@settings(max_examples=20)
@given(stands(least=2, most=8))
def test_a_legal_stand_has_a_legal_order_that_looks_the_same(stand: Stand) -> None:
    found = legal_order(stand.placements)
    assert found is not None
    assert found.visible() == stand.visible()
