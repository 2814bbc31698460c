"""The parts of a plan, each against trying every layout: annealing, bound, proof.

Both sides are checked: the optimum is found, and no higher score.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from chatuchak_solver import Card, Placement, Run, Stand, Stop
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import (
    coarsen,
    combine_options,
    no_options,
    piece_options,
    upper_bound,
)
from chatuchak_solver.stand.checker import bound as checker
from chatuchak_solver.stand.cover_search import CoverSearch, Lane
from chatuchak_solver.stand.kernels.cover_search.search import search
from chatuchak_solver.stand.problem import Layout, StandProblem
from chatuchak_solver.stand.stand import legal_order
from tests.twins import reference_for, size_of
from tests.unit.stand.problems import (
    BEST_OF_FOUR,
    dense_problem,
    is_open,
    optimum,
    reference_optimum,
    reference_score,
    seeded_problem,
    symmetric_problem,
)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fixed_order", [True, False])
def test_trying_everything_of_two_cards_equals_plain_python(seed: int, fixed_order: bool) -> None:
    problem = seeded_problem(seed, 2, fixed_order=fixed_order)
    assert optimum(problem) == reference_optimum(problem)


@pytest.mark.thorough
def test_trying_everything_of_three_cards_equals_plain_python() -> None:
    problem = seeded_problem(2, 3, fixed_order=True)
    assert optimum(problem) == reference_optimum(problem)


SIZES = [(2, True), (2, False), (3, True), (3, False)]


def test_the_bound_knows_a_third_card_under_two_that_do_not_meet() -> None:
    # The upper two are a space apart, each over an end of the lowest card: its mice are hidden,
    # and both show all they have. A bound that lets the second card only overlap or adjoin the
    # first misses this.
    low = Card.parse("low", ["c* B c*", "c* B c*"])
    left = Card.parse("left", ["S p B", "p S p"])
    right = Card.parse("right", ["G p S", "p S p"])
    problem = StandProblem((low, left, right), True, ("B", "G"))
    best = optimum(problem)
    assert best == reference_optimum(problem)
    assert max(upper_bound(problem).values()) >= best
    assert proven(problem, best + 2) == best


def test_pieces_of_twelve_cards_are_added() -> None:
    single = Card.parse("a", ["S B S", "B S B"])
    whole = Card.parse("b", ["S S S", "S S S"])
    double = Card.parse("c", ["B S B", "B S B"])
    for card, wanted in (
        (single, (36, 0, 0, 36)),
        (whole, (0, 0, 12, 72)),
        (double, (0, 12, 0, 24)),
    ):
        states = no_options((1, 2))
        for _ in range(12):
            states = combine_options(states, piece_options(card.spaces, 0, (1, 2)))
        assert states[:, :4].tolist() == [[*wanted]]
    assert states[:, 4:].tolist() == [[0, 24, 0, 48, 0]]


def proven(problem: StandProblem, upper: int) -> int:
    """Return the maximum proven by the cover search alone, from ``upper``."""
    found = []
    for own in problem.announcements():
        cover_search = CoverSearch(problem, [own], upper)
        total = upper - 8
        while is_open(cover_search, total):
            stand = cover_search.advance(total)
            if stand is not None:
                assert reference_score(problem, stand) > total
                total = reference_score(problem, stand)
        found.append(total)
        assert not cover_search.is_stuck
    return max(found)


@reference_for(search)
@pytest.mark.parametrize(("cards", "fixed_order"), size_of(SIZES, plain=SIZES[:2]))
def test_the_cover_search_proves_the_optimum(cards: int, fixed_order: bool) -> None:
    for seed in size_of(range(15 if cards == 2 or fixed_order else 6), plain=range(3)):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        best = optimum(problem)
        assert max(upper_bound(problem).values()) >= best
        assert proven(problem, best + 2) == best, problem


def test_relaxed_options_have_the_fewest_mice(monkeypatch: pytest.MonkeyPatch) -> None:
    # The maximum of the last two, without mice, equals the first one, with a mouse.
    options = np.array([[1, 1, 0, 2, -1], [1, 0, 0, 1, 0], [0, 1, 0, 2, 0], [0, 1, 0, 2, -3]])
    for function in (coarsen, checker._fewer):
        assert function(options, Run.begin()).tolist() == sorted(options[:3].tolist())
    monkeypatch.setattr("chatuchak_solver.stand.bound.MAX_LATE_OPTIONS", 1)
    monkeypatch.setattr("chatuchak_solver.stand.bound.MAX_OPTIONS", 1)
    monkeypatch.setattr(checker, "MAX_STATES", 1)
    for function in (coarsen, checker._fewer):
        assert function(options, Run.begin()).tolist()[-1] == [1, 1, 0, 2, 0]


@pytest.mark.parametrize(("cards", "fixed_order"), SIZES)
def test_unprepared_proof_is_same(
    monkeypatch: pytest.MonkeyPatch, cards: int, fixed_order: bool
) -> None:
    monkeypatch.setattr("chatuchak_solver.stand.bound.MAX_LATE_OPTIONS", 1)
    for seed in range(6):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        best = optimum(problem)
        for own, upper in upper_bound(problem, stop=Stop(time_s=0)).items():
            search = CoverSearch(problem, [own], max(upper, best + 1), stop=Stop(time_s=0))
            while is_open(search, best):
                assert search.advance(best) is None
            assert search.upper == best


def test_nodes_that_look_alike_may_differ_in_mice() -> None:
    for seed in range(8):
        problem = symmetric_problem(seed)
        best = optimum(problem)
        assert proven(problem, best + 3) == best, problem


@pytest.mark.parametrize(("seed", "best"), BEST_OF_FOUR.items())
def test_the_cover_search_proves_the_optimum_of_four_cards(seed: int, best: int) -> None:
    assert proven(seeded_problem(seed, 4, fixed_order=True), best + 1) == best


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "best"), BEST_OF_FOUR.items())
def test_optima_of_four_cards_are_those_of_all_layouts(seed: int, best: int) -> None:
    assert optimum(seeded_problem(seed, 4, fixed_order=True)) == best


def test_a_search_of_few_nodes_at_a_time_finds_the_same() -> None:
    problem = seeded_problem(21, 5, fixed_order=False)
    (own, upper), *_ = upper_bound(problem).items()
    outcomes = []
    for nodes in (None, 50, 1):
        search, total, found = CoverSearch(problem, [own], upper), -12, 0
        while is_open(search, total):
            begun = search.expanded
            stand = search.advance(total, nodes=nodes)
            assert nodes is None or search.expanded - begun <= nodes
            if stand is not None:
                found += 1
                total = reference_score(problem, stand)
        assert search.upper == total
        assert found > 1
        outcomes.append(total)
    assert len(set(outcomes)) == 1


@pytest.mark.parametrize("fixed_order", [True, False])
def test_open_nodes_lower_bound_to_the_optimum(
    monkeypatch: pytest.MonkeyPatch, fixed_order: bool
) -> None:
    monkeypatch.setattr("chatuchak_solver.stand.cover_search.ROUND_STEPS", 40)
    lowered = 0
    for seed in (4, 5, 6, 11):
        problem = dense_problem(seed, 3, fixed_order=fixed_order)
        best, totals = optimum(problem), []
        for own, upper in upper_bound(problem).items():
            search, total, uppers = CoverSearch(problem, [own], upper + 1), best - 1, {upper + 1}
            while is_open(search, total):
                stand = search.advance(total)
                total = total if stand is None else reference_score(problem, stand)
                uppers.add(search.upper)
            totals.append(total)
            lowered += len(uppers) > 2
        assert max(totals) == best
    assert lowered


def test_the_search_continues_after_an_illegal_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    # Stands that look alike rarely differ in being buildable: the first such case.
    refused: list[int] = []

    def refuse_first(placements: tuple[Placement, ...]) -> Stand | None:
        refused.append(1)
        return None if len(refused) < 4 else legal_order(placements)

    monkeypatch.setattr("chatuchak_solver.stand.problem.legal_order", refuse_first)
    problem = seeded_problem(3, 3, fixed_order=False)
    best = optimum(problem)
    refusals = {}
    for own in problem.announcements():
        refused.clear()
        stand = CoverSearch(problem, [own], best).advance(best - 1)
        refusals[None if stand is None else reference_score(problem, stand)] = len(refused)
    assert refusals[best] > 3


def test_a_tree_is_the_same_however_many_threads_search_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Short rounds, so that small trees are divided too.
    monkeypatch.setattr("chatuchak_solver.stand.cover_search.ROUND_STEPS", 500)
    problem = seeded_problem(21, 5, fixed_order=False)
    (own, upper), *_ = upper_bound(problem).items()
    outcomes = []
    for lanes, threads in ((1, 2), (2, 1), (2, 2), (3, 2)):
        cover_search = CoverSearch(problem, [own], upper, lanes=lanes)
        cover_search._pool = ThreadPoolExecutor(threads)
        stands = []
        total = -12
        while is_open(cover_search, total):
            stand = cover_search.advance(total)
            if stand is not None:
                total = reference_score(problem, stand)
                stands.append(stand)
        assert cover_search.upper == total
        outcomes.append((total, cover_search.expanded, stands))
    assert outcomes[1] == outcomes[2]
    assert len({expanded for _, expanded, _ in outcomes}) == 3
    assert len({total for total, *_ in outcomes}) == 1


def test_a_search_with_a_stuck_lane_proves_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    # The lane has lost a node in the round in which the other lane finds a stand.
    problem = seeded_problem(3, 3, fixed_order=False)
    stand = Stand((Placement(problem.cards[0], 0, 0),))
    search = CoverSearch(problem, [problem.announcements()[0]], 99, lanes=1)  # a thread
    search._lanes.append(search.new_lane())
    search._lanes[1].fix_cards(Stand(), ())
    outcomes = [(True, None), (False, stand), (False, None), (False, None)]

    def expand(lane: Lane, *_: int) -> None:
        lane.is_stuck, lane.stand = outcomes.pop(0)

    monkeypatch.setattr(Lane, "expand", expand)
    assert search.advance(-12) == stand
    assert search.is_stuck
    assert search.advance(-12) is None
    assert (search.is_stuck, search.upper, outcomes) == (True, 99, [])


def test_every_stand_found_in_fixed_order_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    # Checking illegal ones in Python would delay limits and Ctrl-C.
    problem, found = dense_problem(16, 6, fixed_order=True), list[Stand | None]()
    stand_of = Lane._stand

    def record(lane: Lane, node: Layout) -> Stand | None:
        found.append(stand_of(lane, node))
        return found[-1]

    monkeypatch.setattr(Lane, "_stand", record)
    (own, upper), *_ = upper_bound(problem).items()
    search = CoverSearch(problem, [own], upper)
    for _ in range(5):
        search.advance(upper // 2)
    assert found
    assert None not in found


def test_a_lane_ends_with_the_node_that_takes_the_last_step() -> None:
    problem = seeded_problem(21, 5, fixed_order=False)
    (own, upper), *_ = upper_bound(problem).items()

    # No stand scores 9: the tree has some 340 nodes.
    def rooted() -> Lane:
        lane = CoverSearch(problem, [own], upper).new_lane()
        lane.fix_cards(Stand(), ())
        return lane

    lane = rooted()
    after = [0]
    while lane.held:
        lane.expand(9, 1_000_000, 1)
        assert int(lane.work.expanded) == len(after)
        after.append(int(lane.work.steps))
    assert after == sorted(after)
    assert len(after) > 20
    for steps in (1, 50, after[40], after[40] + 1):
        lane = rooted()
        lane.expand(9, steps)
        expanded = next(at for at, steps_then in enumerate(after) if steps_then >= steps)
        assert int(lane.work.expanded) == expanded


@pytest.mark.parametrize("fixed_order", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_annealing_finds_the_optimum_of_three_cards(seed: int, fixed_order: bool) -> None:
    problem = seeded_problem(seed, 3, fixed_order=fixed_order)
    best = optimum(problem)
    annealer = Annealer(problem, seed)
    while annealer.total < best and annealer.runs < 40:
        annealer.run(best)
    assert annealer.total == reference_score(problem, annealer.stand()) == best


def test_annealing_does_not_move_fixed_cards() -> None:
    problem = seeded_problem(8, 4, fixed_order=True)
    some = Annealer(problem, 1)
    some.run(0)
    begun = some.stand().placements[:3]
    annealer = Annealer(problem, 2, begun)
    annealer.run(99)
    stand = Stand.of(begun)
    last = problem.cards[3]
    wanted = max(
        reference_score(problem, stand.place(placement))
        for placement in stand.legal_placements(last)
    )
    assert annealer.total == reference_score(problem, annealer.stand()) == wanted
    assert [placement.rotation for placement in annealer.stand().placements[:3]] == [
        placement.rotation for placement in begun
    ]


def test_annealing_is_deterministic_and_its_totals_are_correct() -> None:
    problem = seeded_problem(7, 8, fixed_order=False)
    first, same, other = (Annealer(problem, seed) for seed in (1, 1, 2))
    for _ in range(5):
        for annealer in (first, same, other):
            annealer.run(1000)
            assert reference_score(problem, annealer.stand()) == annealer.total
    assert first.stand() == same.stand()
    assert first.evaluated == same.evaluated
    assert first.stand() != other.stand()
