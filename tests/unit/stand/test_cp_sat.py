"""OR-Tools' CP-SAT as an optimizer of stands: its model, and plans that it proves inside a box.

It is independent of the cover search, so each is compared with the other here, and both
against trying every layout. One thread and fixed seeds throughout.
"""

import io
import itertools
import signal
import time
from collections.abc import Iterable

import numpy as np
import pytest
from ortools.sat.python.cp_model import CpSolver
from rich.console import Console

from chatuchak_solver import PlanOptions, Proof, StandProblem, VerificationError, plan_stand
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from chatuchak_solver.rendering.stand_text import post_mortem_report
from chatuchak_solver.stand import Card, Deck, Placement, Stand, tally
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.cp_sat import Answer, StandModel, run_solver
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.post_mortem import PostMortem
from tests.reference.market_stand import best_total, may_announce, total
from tests.unit.stand.problems import (
    assert_improving,
    find_little,
    optimum,
    reference_score,
    seeded_problem,
    spaces_seen,
)

CP_SAT = PlanOptions(solver="cp-sat")
LONG = Stop(time_s=120)
"""More than any of these plans needs."""
HARD = seeded_problem(14, 5, fixed_order=True)
"""Takes CP-SAT longer than any test waits."""


def is_impossible(answer: Answer) -> bool:
    """Whether CP-SAT proved that no stand exists."""
    return answer.stand is None and answer.stopped_by is None


def held_to(problem: StandProblem, own: Announcement, stand: Stand) -> StandModel:
    """Return a model in which only one stand is left."""
    model = StandModel(problem, own, 8)
    wanted = {
        (slot, placement.rotation // 90, placement.y, placement.x)
        for slot, placement in enumerate(stand.anchored().placements)
    }
    for (slot, _, *place), var in model.lay.items():
        model.model.add(var == ((slot, *place) in wanted))
    return model


def assert_valued_exactly(problem: StandProblem, stand: Stand) -> None:
    """Check that the model gives a stand its total, for each announcement that it allows."""
    seen = spaces_seen(stand)
    choices = may_announce(seen, problem.own_goods)
    for own in problem.announcements():
        if set(own) in choices:
            points = total(seen, {*own, *problem.announced})
            same = held_to(problem, own, stand).ask(points, points, stop=Stop(time_s=60))
            assert same.stand is not None, stand
    best = best_total(seen, problem.announced, problem.own_goods)
    for own in problem.announcements():
        more = held_to(problem, own, stand).ask(best + 1, best + 99, stop=Stop(time_s=60))
        assert is_impossible(more), stand


@pytest.mark.parametrize("seed", [0, pytest.param(2, marks=pytest.mark.thorough), 3])
def test_cp_sat_gives_every_stand_its_total(seed: int) -> None:
    problem = seeded_problem(seed, 3 + seed % 2, fixed_order=True)
    rng = np.random.default_rng(seed)
    stand = Stand().place(Placement(problem.cards[0], 0, 0, 0))
    for card in problem.cards[1:]:
        choices = [
            placement
            for placement in stand.legal_placements(card)
            if abs(placement.x) + abs(placement.y) < 3
        ]
        stand = stand.place(choices[rng.integers(len(choices))])
    assert_valued_exactly(problem, stand)


RINGS = {
    # Groups around a hole of one space, of two, of four, and around two of three.
    "one": ("S S S|S p S@0:0r0", "S S S|p p p@0:2r0"),
    "two": ("S S S|S p p@0:0r0", "S S S|p p p@0:2r0", "S S S|p p p@3:0r270"),
    "four": ("S S S|S p p@0:0r0", "S p p|S S S@0:2r0", "p p p|S S S@3:0r90", "p p p|S S S@3:1r90"),
    "three twice": (
        "p p p|p S p@1:1r0",
        "S S S|S p p@0:0r0",
        "S S S|S p S@3:0r90",
        "p p S|S S S@2:3r0",
        "S p S|S S S@0:2r90",
    ),
}


@pytest.mark.parametrize("hole", RINGS)
def test_cp_sat_counts_a_group_around_a_hole_once(hole: str) -> None:
    rows = [text.split("@")[0].split("|") for text in RINGS[hole]]
    deck = Deck.of([Card.parse(f"c{number}", each) for number, each in enumerate(rows)])
    places = [f"c{number}@{text.split('@')[1]}" for number, text in enumerate(RINGS[hole])]
    stand = Stand.parse(" ".join(places), deck)
    assert tally(stand.picture()).goods["S"].groups == 1
    assert_valued_exactly(StandProblem(stand.cards, fixed_order=True), stand)


def test_cp_sat_refuses_a_good_with_a_smaller_group_than_another() -> None:
    deck = Deck.of([Card.parse("c0", ["S p S", "p S p"]), Card.parse("c1", ["G G p", "p p S"])])
    stand = Stand.parse("c0@0:0r0 c1@0:2r0", deck)
    problem = StandProblem(stand.cards, fixed_order=True, own_goods=1)
    assert may_announce(spaces_seen(stand), 1) == [{"G"}]
    assert total(spaces_seen(stand), {"S"}) > total(spaces_seen(stand), {"G"})
    assert_valued_exactly(problem, stand)


def test_cp_sat_with_one_worker_repeats_itself() -> None:
    problem = seeded_problem(4, 2, fixed_order=True)
    best = optimum(problem)
    answers = [
        StandModel(problem, own, 6).ask(best, best, stop=Stop(time_s=120), seed=5)
        for own in problem.announcements()
        for _ in range(2)
    ]
    assert answers[::2] == answers[1::2]
    assert any(answer.stand is not None for answer in answers)


def test_cp_sat_stops_on_interrupt_and_at_its_limit() -> None:
    problem = seeded_problem(3, 5, fixed_order=True)
    own = problem.announcements()[0]
    model = StandModel(problem, own, 8)
    least = upper_bound(problem)[own]
    looks = itertools.count()
    for stop, reason in (
        (Stop(interrupt=lambda: True), StopReason.INTERRUPT),
        (Stop(time_s=600, interrupt=lambda: next(looks) > 3), StopReason.INTERRUPT),
        (Stop(time_s=0.2), StopReason.TIME),
        (Stop(work=1), StopReason.WORK),
    ):
        answer = model.ask(least, least, stop=stop)
        assert answer.stand is None
        assert answer.stopped_by is reason


def test_cp_sat_leaves_ctrl_c_to_python() -> None:
    def press_ctrl_c() -> bool:
        signal.raise_signal(signal.SIGINT)
        return False

    model = StandModel(HARD, HARD.announcements()[0], 8).model
    with pytest.raises(KeyboardInterrupt):
        run_solver(CpSolver(), model, press_ctrl_c)


def test_a_cut_leaves_a_stand_without_the_announced_good() -> None:
    deck = Deck.of([Card.parse("c0", ["S p p", "p p p"]), Card.parse("c1", ["p p p", "p p p"])])
    stand = Stand.parse("c0@0:0r0 c1@0:0r0", deck)
    problem = StandProblem(stand.cards, fixed_order=True)
    model = held_to(problem, problem.announcements()[0], stand)
    model._cut(stand)
    assert model.ask(0, 0, stop=LONG).stand == stand.anchored()


def prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the bound, so that CP-SAT finds the proof."""

    def loose(problem: StandProblem, *, stop: Stop | None = None) -> dict[Announcement, int]:
        return {own: upper + 1 for own, upper in upper_bound(problem, stop=stop).items()}

    monkeypatch.setattr("chatuchak_solver.stand.plan.upper_bound", loose)


@pytest.mark.parametrize(
    ("cards", "fixed_order", "seeds"),
    [
        *((2, True, range(2)), (2, False, range(2, 4)), (3, True, (1,))),
        pytest.param(3, False, (4,), marks=pytest.mark.thorough),
    ],
)
def test_cp_sat_proves_the_optimum_of_all_layouts(
    monkeypatch: pytest.MonkeyPatch, cards: int, fixed_order: bool, seeds: Iterable[int]
) -> None:
    # Even seeds are decks of independent spaces, odd ones clustered.
    prove_nothing(monkeypatch)
    if cards == 2:
        find_little(monkeypatch)
    for seed in seeds:
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        plan = plan_stand(problem, CP_SAT, stop=LONG)
        assert plan.total == optimum(problem) == reference_score(problem, plan.stand) < plan.bound
        assert plan.proof is Proof.BOX
        assert plan.box is not None
        assert plan.box >= min(8, 3 * cards)
        assert plan.stopped_by is None
        assert plan.effort.questions > 0 == plan.effort.nodes


BOXED = seeded_problem(4, 2, fixed_order=True)
"""Its bound is a point above the best stand, so that CP-SAT has to prove it."""


def test_a_proof_inside_a_box_reports_the_box_and_the_gap() -> None:
    plan = plan_stand(BOXED, CP_SAT, stop=LONG)
    assert (plan.total, plan.bound, plan.gap) == (12, 13, 1)
    assert plan.is_proven
    assert plan.statement == (
        f"Proven best inside a box of 6 x 6 spaces: no {BOXED.question} that fits into it scores "
        "more; at most 13 points are possible for any layout."
    )
    document = plan.to_dict()
    assert (document["status"], document["proof"], document["box"]) == ("optimal", "box", 6)
    assert (document["bound"], document["gap"]) == (13, 1)
    assert document["effort"]["questions"] == 1


def test_an_unanswered_question_is_not_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    unanswered = Answer(stopped_by=StopReason.WORK)
    monkeypatch.setattr(StandModel, "ask", lambda *_, **__: unanswered)
    plan = plan_stand(BOXED, CP_SAT)
    assert (plan.proof, plan.stopped_by) == (Proof.NONE, StopReason.WORK)
    assert plan.effort.questions == 1


def test_a_post_mortem_claims_no_more_than_the_box() -> None:
    plan = plan_stand(BOXED, CP_SAT, stop=LONG)
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(post_mortem_report(PostMortem("Ola", plan.total, plan)))
    first = console.export_text().splitlines()[0]
    assert first.endswith("nothing better was possible inside a box of 6 x 6 spaces")


def test_a_proof_by_the_bound_needs_no_box() -> None:
    problem = seeded_problem(3, 3, fixed_order=True)
    plan = plan_stand(problem, CP_SAT, stop=LONG)
    assert (plan.proof, plan.box, plan.gap) == (Proof.ANY_LAYOUT, None, 0)
    assert plan.effort.questions == 0
    assert plan.to_dict()["box"] is None


def test_the_box_is_as_wide_as_the_best_stand_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [Card.parse(f"c{number}", ["S c c", "c c c"]) for number in range(4)]
    row = Stand.of(Placement(card, 3 * number, 0) for number, card in enumerate(cards))
    problem = StandProblem(row.cards, True)
    monkeypatch.setattr(Annealer, "stand", lambda _: row)
    monkeypatch.setattr(Annealer, "total", property(lambda _: reference_score(problem, row)))
    monkeypatch.setattr(StandModel, "ask", lambda *_, **__: Answer())
    plan = plan_stand(problem, CP_SAT, stop=LONG)
    assert plan.stand == row
    assert (plan.proof, plan.box) == (Proof.BOX, 12)


@pytest.mark.parametrize(
    ("stop", "reason"), [(Stop(time_s=0.7), StopReason.TIME), (Stop(work=1), StopReason.WORK)]
)
def test_limits_end_a_plan_of_cp_sat_without_proof(
    monkeypatch: pytest.MonkeyPatch, stop: Stop, reason: StopReason
) -> None:
    find_little(monkeypatch)
    begun = time.process_time()
    plan = plan_stand(HARD, CP_SAT, stop=stop)
    assert time.process_time() - begun < 20
    assert plan.stopped_by is reason
    assert (plan.proof, plan.box) == (Proof.NONE, None)
    assert plan.total == reference_score(HARD, plan.stand) < plan.bound
    assert plan.statement.startswith(f"Not proven best: at most {plan.bound} points")


def test_a_plan_of_cp_sat_is_interrupted_while_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    find_little(monkeypatch)
    seen: list[Progress] = []

    def has_seen_enough() -> bool:
        return [progress.phase for progress in seen].count("asking CP-SAT") >= 3

    stop = Stop(time_s=60, interrupt=has_seen_enough)
    plan = plan_stand(HARD, CP_SAT, stop=stop, on_progress=seen.append)
    assert plan.stopped_by is StopReason.INTERRUPT
    assert_improving(seen)


def test_a_better_stand_than_the_bound_allows_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = seeded_problem(4, 4, fixed_order=True)
    best = plan_stand(problem)
    find_little(monkeypatch)

    def low(problem: StandProblem, *, stop: Stop | None = None) -> dict[Announcement, int]:
        del stop
        return dict.fromkeys(problem.announcements(), best.total - 1)

    monkeypatch.setattr("chatuchak_solver.stand.plan.upper_bound", low)
    answer = Answer(best.stand)
    monkeypatch.setattr(StandModel, "ask", lambda *_, **__: answer)
    with pytest.raises(VerificationError, match="the bound is 23"):
        plan_stand(problem, CP_SAT, stop=LONG)
