"""Whole plans: their claims, and their results after limits and interruptions."""

from __future__ import annotations

import itertools
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from chatuchak_solver import IllegalMoveError, PlanOptions, Proof, StandProblem, plan_stand
from chatuchak_solver.execution.limits import Progress, Run, Stop, StopReason
from chatuchak_solver.stand import Card, Stand, tally
from chatuchak_solver.stand import plan as planning
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import scoring_goods
from chatuchak_solver.stand.certificate import certificate, check
from chatuchak_solver.stand.cover_search import CAPACITY, CoverSearch
from chatuchak_solver.stand.kernels.cover_search.node_layout import BOUND
from chatuchak_solver.stand.space import GOODS, MOUSE
from tests.unit.stand.problems import (
    assert_improving,
    find_little,
    optimum,
    reference_score,
    seeded_problem,
)

HARD = seeded_problem(24, 8, fixed_order=False)
"""Takes longer than any test waits."""

SMALL = seeded_problem(21, 5, fixed_order=False)


@pytest.fixture
def few_first_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach the first proof soon: two runs of annealing, few replacements."""
    monkeypatch.setattr("chatuchak_solver.stand.plan.RUNS", 2)
    monkeypatch.setattr("chatuchak_solver.stand.large_neighborhood.STEPS", 20_000)


@pytest.mark.parametrize("seed", range(5, 8))
@pytest.mark.parametrize("fixed_order", [True, False])
def test_plans_of_eight_cards_have_correct_totals_and_proofs(seed: int, fixed_order: bool) -> None:
    problem = seeded_problem(seed, 8, fixed_order=fixed_order)
    plan = plan_stand(problem, stop=Stop(time_s=0.3))
    assert plan.total == reference_score(problem, plan.stand) <= plan.bound
    assert plan.is_proven == (plan.proof is not Proof.NONE)
    assert (plan.proof is Proof.ANY_LAYOUT) == (plan.gap == 0)
    assert plan.stand.bounds[:2] == (0, 0)
    found = tally(plan.stand.picture())
    assert set(plan.announced) in [
        set(announcement) for announcement in found.announcements(problem.own_goods)
    ]
    assert found.total({*plan.announced, *problem.announced}) == plan.total


def test_plans_are_optimal_with_hardly_any_annealing(monkeypatch: pytest.MonkeyPatch) -> None:
    find_little(monkeypatch)
    for seed in range(4):
        problem = seeded_problem(seed, 3, fixed_order=False)
        plan = plan_stand(problem, stop=Stop(time_s=60))
        assert plan.total == plan.bound == optimum(problem)
        assert plan.total == reference_score(problem, plan.stand)


@pytest.mark.parametrize("fixed_order", [True, False])
def test_cards_without_goods_are_searched(fixed_order: bool) -> None:
    rows = (["c* p* b*", "c* c* c*"], ["c p b*", "c c c"], ["c* c p", "b* c c"])
    cards = tuple(Card.parse(f"k{at}", own) for at, own in enumerate(rows))
    problem = StandProblem(cards, fixed_order)
    search = CoverSearch(problem, problem.announcements(), 0)
    total = -40
    while search.upper > total:
        stand = search.advance(total)
        total = total if stand is None else reference_score(problem, stand)
    assert total == optimum(problem)


@pytest.mark.parametrize(("seed", "cards"), [(21, 5), (30, 5)])
def test_announcements_with_which_same_goods_score_share_search(seed: int, cards: int) -> None:
    problem = seeded_problem(seed, cards, fixed_order=False)
    plan = plan_stand(problem)
    nodes: dict[frozenset[str], set[int]] = {}
    searched = [bound for bound in plan.bounds if bound.rests_on == "search"]
    for bound in searched:
        nodes.setdefault(frozenset({*bound.announced, *problem.announced}), set()).add(bound.nodes)
    assert all(len(each) == 1 for each in nodes.values())
    assert len(nodes) < len(searched)
    assert plan.effort.nodes == sum(min(each) for each in nodes.values())


@pytest.mark.parametrize(
    ("stop", "reason"),
    [
        (Stop(time_s=0), StopReason.TIME),
        (Stop(work=0), StopReason.WORK),
        (Stop(interrupt=lambda: True), StopReason.INTERRUPT),
    ],
)
def test_plan_with_no_time_still_holds_stand_and_bound(stop: Stop, reason: StopReason) -> None:
    plan = plan_stand(HARD, stop=stop)
    assert plan.stopped_by is reason
    assert plan.proof is Proof.NONE
    assert plan.total == reference_score(HARD, plan.stand) < plan.bound
    assert plan.statement.startswith(f"Not proven best: at most {plan.bound} points are possible")


@pytest.mark.usefixtures("few_first_runs")
def test_equal_work_gives_equal_plans_on_any_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    # Short rounds: both lanes get nodes.
    monkeypatch.setattr("chatuchak_solver.stand.cover_search.ROUND_STEPS", 40)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    first = plan_stand(SMALL, stop=Stop(work=40))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    second = plan_stand(SMALL, stop=Stop(work=40))
    assert replace(first, seconds=0.0) == replace(second, seconds=0.0)
    assert first.effort.nodes == 40
    assert first.stopped_by is StopReason.WORK


def test_plans_repair_annealed_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = seeded_problem(67, 8, fixed_order=False)
    before_the_second_node = Stop(work=1)
    plan = plan_stand(problem, stop=before_the_second_node)
    assert plan.total == reference_score(problem, plan.stand) == 46
    monkeypatch.setattr("chatuchak_solver.stand.large_neighborhood.REPAIR_SIZES", ())
    assert plan_stand(problem, stop=before_the_second_node).total == 44


def test_each_lane_of_annealing_completes_the_wanted_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_solver.stand.large_neighborhood.REPAIR_SIZES", ())
    planner = planning._Planner(HARD, PlanOptions(), Run.begin())
    # The first lane is ahead: a plan begins with one run of it.
    assert [lane.runs for lane in planner.annealers] == [1, 0]
    planner.anneal(2)
    assert [lane.runs for lane in planner.annealers] == [3, 2]


def test_repaired_stands_are_taken_in_the_order_of_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = planning._Planner(HARD, PlanOptions(), Run.begin())
    first, second = (Annealer(HARD, seed) for seed in (1, 2))
    for annealer in (first, second):
        annealer.run(1_000)
    slow, quick = first.stand(), second.stand()
    is_quick_done = Event()
    taken: list[Stand] = []

    def repair(*given: object) -> Stand:
        if given[3] == 0:
            assert is_quick_done.wait(10)
            return slow
        is_quick_done.set()
        return quick

    monkeypatch.setattr(planning, "repair", repair)
    monkeypatch.setattr(planner, "take", taken.append)
    with ThreadPoolExecutor(2) as pool:
        planner.repair([planner.stand], pool)
    assert taken == [slow, quick]
    assert slow != quick


def test_a_search_of_several_announcements_uses_their_highest_bound() -> None:
    differing = 0
    for seed in range(3):
        problem = replace(seeded_problem(seed, 8, fixed_order=False), announced=tuple(GOODS[:3]))
        planner = planning._Planner(problem, PlanOptions(), Run.begin())
        for goods in {scoring_goods(problem, own) for own in planner.open()}:
            choices = [own for own in planner.open() if scoring_goods(problem, own) == goods]
            bounds = [planner.upper[own] for own in choices]
            assert planner.search_of(goods).upper == max(bounds)
            differing += len(set(bounds)) > 1
    assert differing


@pytest.mark.parametrize(("open_nodes", "is_sorted"), [(3, True), (CAPACITY // 4, False)])
def test_a_round_begins_with_the_highest_bound(open_nodes: int, *, is_sorted: bool) -> None:
    search = CoverSearch(SMALL, SMALL.announcements()[:1], 1_000)
    lane = search._lanes[0]
    lane.work.held = open_nodes
    lane.nodes[:3, BOUND] = 3, 5, 4
    search._deal()
    assert lane.nodes[:3, BOUND].tolist() == ([3, 4, 5] if is_sorted else [3, 5, 4])


@pytest.mark.usefixtures("few_first_runs")
def test_a_plan_stops_while_it_proves_and_its_progress_is_monotonic() -> None:
    seen: list[Progress] = []

    def has_seen_enough() -> bool:
        return [progress.phase for progress in seen].count("proving for any layout") >= 3

    stop = Stop(time_s=60, interrupt=has_seen_enough)
    plan = plan_stand(HARD, stop=stop, on_progress=seen.append)
    assert (plan.proof, plan.stopped_by) == (Proof.NONE, StopReason.INTERRUPT)
    assert plan.effort.nodes > 0
    assert {progress.phase for progress in seen} >= {"annealing", "proving for any layout"}
    assert_improving(seen)


def test_progress_is_reported_at_intervals() -> None:
    seen: list[Progress] = []
    plan_stand(HARD, stop=Stop(time_s=0.4), on_progress=seen.append)
    assert seen
    phases = itertools.pairwise((progress.phase, progress.seconds) for progress in seen)
    assert all(first[1] + 0.05 <= second[1] for first, second in phases if first[0] == second[0])


def test_a_plan_stops_if_its_searches_run_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = seeded_problem(38, 3, fixed_order=False)
    monkeypatch.setattr("chatuchak_solver.stand.cover_search.CAPACITY", 1)
    plan = plan_stand(problem, stop=Stop(time_s=60))
    assert plan.total == optimum(problem) < plan.bound
    assert plan.proof is Proof.NONE
    assert plan.stopped_by is StopReason.MEMORY


def mousy_problem(*, fixed_order: bool) -> StandProblem:
    """Return cards with one good per space, half with mice: all can show the maximum."""
    rng = np.random.default_rng(0)
    spaces = rng.integers(1, 6, (8, 6)) + MOUSE * rng.integers(0, 2, (8, 6))
    cards = tuple(Card(f"k{number}", tuple(row)) for number, row in enumerate(spaces.tolist()))
    return StandProblem(cards, fixed_order, ("S", "B", "G"), 2)


@pytest.mark.parametrize("fixed_order", [True, False])
def test_limits_hold_while_bounds_are_prepared(fixed_order: bool) -> None:
    # Without a limit of options this took minutes before anything was searched.
    start = time.process_time()
    problem = mousy_problem(fixed_order=fixed_order)
    plan = plan_stand(problem, stop=Stop(time_s=0.5))
    assert time.process_time() - start < 10
    assert plan.stopped_by is StopReason.TIME
    assert plan.total == reference_score(problem, plan.stand) < plan.bound


def test_a_plan_begins_with_the_stand_it_is_given() -> None:
    at_once = Stop(time_s=0)
    better = plan_stand(HARD, PlanOptions(seed=1), stop=at_once)
    assert better.total > plan_stand(HARD, stop=at_once).total
    assert plan_stand(HARD, stop=at_once, start=better.stand).total >= better.total


@pytest.mark.parametrize(("cards", "fixed_order"), [(9, True), (12, False)])
def test_more_cards_than_a_game_has_are_planned_with_a_gap(
    monkeypatch: pytest.MonkeyPatch, cards: int, fixed_order: bool
) -> None:
    find_little(monkeypatch)
    problem = seeded_problem(24, cards, fixed_order=fixed_order)
    plan = plan_stand(problem)
    assert len(plan.stand) == cards
    assert plan.total == reference_score(problem, plan.stand) < plan.bound
    assert (plan.proof, plan.stopped_by) == (Proof.NONE, StopReason.WORK)
    assert plan.effort.nodes == 0
    checked = check(certificate(plan), stop=Stop(time_s=1))
    assert (checked.verdict, checked.total) == ("incomplete", plan.total)
    game = Stand.of(plan.stand.placements[:8])
    with pytest.raises(IllegalMoveError, match="the stand has its 8 cards already"):
        game.place(plan.stand.placements[8])


def test_more_cards_than_a_game_has_may_be_proven_by_the_bound() -> None:
    cards = tuple(Card(f"k{number}", (1, 6, 6, 6, 6, 6)) for number in range(9))
    plan = plan_stand(StandProblem(cards))
    assert plan.proof is Proof.ANY_LAYOUT
    assert plan.total == plan.bound == reference_score(plan.problem, plan.stand) == 25
    assert check(certificate(plan)).verdict == "proven"


def test_cards_without_goods_are_planned_for_their_mice() -> None:
    cards = tuple(Card.parse(name, ["c* p b", "c p* b"]) for name in ("a", "b"))
    plan = plan_stand(StandProblem(cards))
    assert plan.announced == ()
    assert plan.total == optimum(plan.problem) == -4
    assert plan.relative_gap == 0
    gaps = [replace(plan, total=total, bound=2).relative_gap for total in (-4, 0, 1)]
    assert gaps == [1.5, 2, 1]
