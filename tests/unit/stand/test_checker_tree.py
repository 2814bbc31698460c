"""The plain tree: it refutes what no stand reaches, and never what one does."""

import pytest

from benchmarks.stand_proofs import problem_of
from chatuchak_solver import Card, Run, StandProblem, Stop, StopReason, plan_stand
from chatuchak_solver.stand.checker.tree import CheckedTree
from chatuchak_solver.stand.groups import Announcement
from tests.unit.stand.problems import dense_problem, optimum, reference_score, seeded_problem

ORDERS = pytest.mark.parametrize("fixed_order", [True, False])


def assert_decides(problem: StandProblem, most: int) -> None:
    """Check that stands with the most points are found, and none with more."""
    alike: dict[frozenset[str], list[Announcement]] = {}
    for own in problem.announcements():
        alike.setdefault(frozenset({*own, *problem.announced}), []).append(own)
    # One by one, and together where the same goods score.
    choices = [[own] for own in problem.announcements()]
    choices += [group for group in alike.values() if len(group) > 1]
    found = {}
    for group in choices:
        found[(*group,)] = CheckedTree(problem, group, most - 1, Run.begin()).search()
        assert CheckedTree(problem, group, most, Run.begin()).search() is None, (problem, group)
    for group in choices:
        alone = [found[(choice,)] for choice in group]
        assert (found[(*group,)] is None) == all(stand is None for stand in alone), problem
    scores = {reference_score(problem, stand) for stand in found.values() if stand is not None}
    assert scores == {most}, problem


@ORDERS
@pytest.mark.parametrize(("cards", "problems"), [(1, 12), (2, 15), (3, 4)])
def test_optimum_of_few_cards_is_found(cards: int, problems: int, fixed_order: bool) -> None:
    for seed in range(problems):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))


def test_a_hiding_card_may_touch_two_adjacent_pieces() -> None:
    # Over the c of the second card the S of the first one joins both its S.
    cards = (Card.parse("a", ["S c c", "B B B"]), Card.parse("b", ["B S B", "S c B"]))
    problem = StandProblem(cards, announced=("B",))
    assert optimum(problem) == 12
    assert_decides(problem, 12)


@ORDERS
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("rows", "others"),
    [
        (["S c S", "G c G"], ["S B B", "G B B"]),
        (["G S c", "S c G"], ["S c G", "B B B"]),
        (["G S c", "S c G"], ["B B S", "B B G"]),
    ],
)
def test_clusters_are_joined_on_every_side(
    rows: list[str], others: list[str], turned: bool, fixed_order: bool
) -> None:
    # Two goods join at once where a whole side of the one card meets the other's.
    cards = (Card.parse("a", rows), Card.parse("b", others))
    problem = StandProblem(cards[:: -1 if turned else 1], fixed_order, ("S", "G"))
    assert_decides(problem, optimum(problem))


@ORDERS
@pytest.mark.parametrize(("cards", "seeds"), [(4, (1, 8, 10, 13)), (5, (1,))])
def test_tree_and_search_agree(cards: int, seeds: tuple[int, ...], fixed_order: bool) -> None:
    for seed in seeds:
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        plan = plan_stand(problem)
        assert plan.is_proven
        assert_decides(problem, plan.total)


@pytest.mark.parametrize(
    ("number", "own", "most"),
    [
        *((91, "S", 26), (390, "GC", 51)),
        *(
            pytest.param(*case, marks=pytest.mark.thorough)
            for case in ((397, "SG", 46), (275, "M", 47))
        ),
    ],
)
def test_plans_of_eight_cards_are_refuted_soon(number: int, own: str, most: int) -> None:
    problem = problem_of(number)[1]
    run = Run.begin(Stop(work=300))
    tree = CheckedTree(problem, [tuple(own)], most, run)
    assert tree.search() is None
    assert run.stopped_by is None
    assert 0 < tree.nodes < 300


def test_a_tree_stops_at_its_limit_and_reports_its_nodes() -> None:
    problem = problem_of(14)[1]
    reports = []
    run = Run.begin(Stop(work=150), on_progress=lambda progress: reports.append(progress.work))
    tree = CheckedTree(problem, [("B", "C")], 40, run)
    assert tree.search() is None
    assert run.stopped_by is StopReason.WORK
    assert tree.nodes == 150
    assert reports == [50, 100, 150]
