"""The plain tree: it refutes what no stand reaches, and never what one does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest

from benchmarks.stand_proofs import problem_of
from chatuchak_solver.run import Run, Stop, StopReason
from chatuchak_solver.stand.plain_cluster import Cluster, Cover
from chatuchak_solver.stand.plain_masks import masks_in, unions
from chatuchak_solver.stand.plain_pieces import NO_GOOD
from chatuchak_solver.stand.plain_tree import PlainTree
from chatuchak_solver.stand.plan import plan_stand
from chatuchak_solver.stand.problem import StandProblem
from tests.unit.stand.problems import dense_problem, optimum, plain_score, seeded_problem

ORDERS = pytest.mark.parametrize("fixed_order", [True, False])


def assert_decides(problem: StandProblem, most: int) -> None:
    """Check that stands with the most points are found, and none with more."""
    found = []
    for own in problem.announcements():
        tree = PlainTree(problem, own, most - 1, Run.begin())
        found.append(tree.search())
        assert PlainTree(problem, own, most, Run.begin()).search() is None, (problem, own)
    scores = {plain_score(problem, stand) for stand in found if stand is not None}
    assert scores == {most}, problem


@ORDERS
@pytest.mark.parametrize(("cards", "problems"), [(1, 12), (2, 90), (3, 18)])
def test_the_optimum_of_few_cards_is_found_and_no_more(
    cards: int, problems: int, fixed_order: bool
) -> None:
    for seed in range(problems):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        assert_decides(problem, optimum(problem))


@ORDERS
@pytest.mark.parametrize(
    ("cards", "seeds"), [(4, (1, 2, 4, 7, 8, 9, 10, 13, 14)), (5, (1, 2, 8, 11))]
)
def test_the_tree_and_the_search_agree(
    cards: int, seeds: tuple[int, ...], fixed_order: bool
) -> None:
    for seed in seeds:
        problem = dense_problem(seed, cards, fixed_order=fixed_order)
        plan = plan_stand(problem)
        assert plan.is_proven
        assert_decides(problem, plan.total)


@pytest.mark.parametrize(
    ("number", "own", "most"), [(91, "S", 26), (390, "GC", 51), (397, "SG", 46), (275, "M", 47)]
)
def test_plans_of_eight_cards_are_refuted_soon(number: int, own: str, most: int) -> None:
    problem = problem_of(number)[1]
    run = Run.begin(Stop(work=300))
    tree = PlainTree(problem, tuple(own), most, run)
    assert tree.search() is None
    assert run.stopped_by is None
    assert 0 < tree.nodes < 300


def test_a_tree_ends_when_it_has_to_and_tells_of_its_nodes() -> None:
    problem = problem_of(14)[1]
    told = []
    run = Run.begin(Stop(work=150), on_progress=lambda progress: told.append(progress.work))
    tree = PlainTree(problem, ("B", "C"), 40, run)
    assert tree.search() is None
    assert run.stopped_by is StopReason.WORK
    assert tree.nodes == 150
    assert told == [50, 100, 150]


Places = frozenset[tuple[int, int]]


def anchored(places: Iterable[tuple[int, int]]) -> Places:
    """Move spaces so that the first row and the first column are 0."""
    places = set(places)
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return frozenset((row - top, column - left) for row, column in places)


def turns(places: Places) -> list[Places]:
    """Return spaces after 0 to 3 quarter turns clockwise."""
    found = [places]
    for _ in range(3):
        found.append(anchored((column, -row) for row, column in found[-1]))
    return found


def seeded_places(seed: int) -> Places:
    """Return spaces that hang together, as rows and columns."""
    rng = np.random.default_rng(seed)
    places = [(0, 0)]
    while len(places) < 3 + seed % 9:
        row, column = places[rng.integers(len(places))]
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        if (row + down, column + right) not in places:
            places.append((row + down, column + right))
    return anchored(places)


@pytest.mark.parametrize("seed", range(12))
def test_a_cluster_lies_over_a_card_in_every_way(seed: int) -> None:
    places = seeded_places(seed)
    naive = defaultdict(set)
    for quarter, shape in enumerate(turns(places)):
        for down, right in product(range(-15, 16), repeat=2):
            moved = {(row + down, column + right) for row, column in shape}
            mask = sum(1 << at for at in range(6) if divmod(at, 3) in moved)
            naive[mask].add((Cover(quarter, down, right), frozenset(moved)))
    del naive[0]
    cluster = Cluster([(row - 3, column + 2, NO_GOOD, 0) for row, column in places], ())
    found = {
        mask: {
            (cover, frozenset((row, column) for row, column, _, _ in cluster.marks(cover)))
            for cover in covers
        }
        for mask, covers in cluster.covers().items()
    }
    assert found == naive
    assert masks_in(cluster.hideable) == sorted([0, *naive])


def test_unions_are_of_masks_that_have_no_space_in_common() -> None:
    one, other = {0, 1, 3, 36}, {0, 2, 4, 9, 63}
    both = {a | b for a, b in product(one, other) if not a & b}
    sets = [sum(1 << mask for mask in masks) for masks in (one, other)]
    assert masks_in(unions(*sets)) == sorted(both)
