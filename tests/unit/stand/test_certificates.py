"""Certificates of plans: proofs by the checker, and rejected changes."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from chatuchak_solver import Deck, Run, Stand, StandProblem, Stop, StopReason, plan_stand
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.certificate import CheckedPlan, certificate, check
from chatuchak_solver.stand.checker.bound import verify_bound
from chatuchak_solver.stand.groups import Announcement
from tests.unit.stand.problems import dense_problem, optimum, reference_score, seeded_problem

EIGHT = seeded_problem(8, 8, fixed_order=True)
PLAN = plan_stand(EIGHT, stop=Stop(work=20_000))
TREES = dense_problem(8, 4, fixed_order=True)
Change = Callable[[dict[str, Any]], object]


def checked(document: object) -> CheckedPlan:
    """Check a certificate as it is read from a file."""
    return check(json.loads(json.dumps(document)))


def most_of_all(problem: StandProblem, stop: Stop | None = None) -> dict[Announcement, int]:
    """Return the plain bound by announcement."""
    run = Run.begin(stop)
    return {own: verify_bound(problem, own, run) for own in problem.announcements()}


@pytest.mark.parametrize(
    ("cards", "fixed_order"), [(1, True), (2, True), (2, False), (3, True), (3, False)]
)
def test_no_stand_surpasses_the_plain_bound(cards: int, fixed_order: bool) -> None:
    for seed in range(12 if cards < 3 else 4):
        problem = seeded_problem(seed, cards, fixed_order=fixed_order)
        assert max(most_of_all(problem).values()) >= optimum(problem)
        in_no_time = most_of_all(problem, Stop(time_s=0))
        assert max(in_no_time.values()) >= optimum(problem)


@pytest.mark.parametrize("fixed_order", [True, False])
def test_the_checker_agrees_with_the_first_bound_of_the_search(fixed_order: bool) -> None:
    for seed in range(10):
        problem = seeded_problem(seed, 4, fixed_order=fixed_order)
        assert most_of_all(problem) == upper_bound(problem), problem


def test_a_certificate_of_eight_cards_is_checked() -> None:
    found = checked(certificate(PLAN))
    assert found.total == PLAN.total == reference_score(EIGHT, PLAN.stand)
    assert not found.faults
    assert {bound.announced for bound in found.bounds} == set(EIGHT.announcements())
    assert found.verdict == ("proven" if found.bound == PLAN.total else "incomplete")
    assert bool(found.unchecked) == any(
        bound.rests_on == "search" and bound.checked > PLAN.total for bound in found.bounds
    )


def test_plans_of_few_cards_are_proven_by_sums_or_by_trees() -> None:
    by_trees = []
    for seed in range(12):
        plan = plan_stand(seeded_problem(seed, 3, fixed_order=False))
        found = checked(certificate(plan))
        assert not found.faults
        assert found.verdict == "proven"
        assert found.bound == plan.total
        assert not found.unchecked
        for bound in found.bounds:
            assert (bound.checked_nodes > 0) == (
                most_of_all(plan.problem)[bound.announced] > plan.total
            )
        by_trees.append(any(bound.checked_nodes for bound in found.bounds))
    assert {True, False} == set(by_trees)


def test_a_stopped_check_lists_the_unchecked_claims() -> None:
    plan = plan_stand(TREES)
    document = json.loads(json.dumps(certificate(plan)))
    found = check(document, stop=Stop(work=1))
    assert found.verdict == "incomplete"
    assert found.stopped_by is StopReason.WORK
    assert not found.faults
    assert [bound.announced for bound in found.unchecked] == [
        bound.announced for bound in found.bounds if bound.rests_on == "search"
    ]
    assert found.bound == max(bound.checked for bound in found.bounds) > plan.total
    assert check(document).verdict == "proven"


@pytest.mark.parametrize(
    ("nodes", "work", "closed"),
    [((2, 25), 26, {"S": 2}), ((25, 2), 26, {"B": 25}), ((2, 25), 28, {"S": 2, "B": 25})],
)
def test_small_trees_are_checked_first(
    nodes: tuple[int, int], work: int, closed: dict[str, int]
) -> None:
    document = json.loads(json.dumps(certificate(plan_stand(TREES))))
    for bound, count in zip(document["bounds"], nodes, strict=True):
        bound["nodes"] = count
    found = check(json.loads(json.dumps(document)), stop=Stop(work=work))
    checked_nodes = {bound.announced[0]: bound.checked_nodes for bound in found.bounds}
    assert {own: count for own, count in checked_nodes.items() if count} == closed
    assert found.verdict == ("incomplete" if len(closed) == 1 else "proven")


def test_choices_with_equal_scoring_goods_share_a_tree() -> None:
    plan = plan_stand(seeded_problem(21, 5, fixed_order=False))
    searched = [bound for bound in plan.bounds if bound.rests_on == "search"]
    found = checked(certificate(plan))
    assert found.verdict == "proven"
    nodes = [bound.checked_nodes for bound in found.bounds if bound.checked_nodes]
    assert len(nodes) == len(searched) > 1
    assert len(set(nodes)) == 1


def test_a_tree_finds_a_stand_above_the_claimed_total() -> None:
    document = json.loads(json.dumps(certificate(plan_stand(TREES))))
    row = " ".join(f"{card.id}@{3 * at}:0r0" for at, card in enumerate(TREES.cards))
    total = TREES.score(Stand.parse(row, Deck.of(TREES.cards)))[1]
    document["request"]["stand"] = row
    document["total"] = total
    for bound in document["bounds"]:
        bound |= {"most": total, "rests_on": "search"}
    found = checked(document)
    assert found.verdict == "wrong"
    assert len(found.faults) == 2
    for fault in found.faults:
        assert f"scores more than the bound {total}" in fault
        placements = re.findall(r"k\d@\S+", fault)
        better = Stand.parse(" ".join(placements), Deck.of(TREES.cards))
        assert TREES.is_solved_by(better)
        assert reference_score(TREES, better) > total


WORSE = " ".join(f"{card.id}@{3 * at}:0r0" for at, card in enumerate(EIGHT.cards))
WORSE_TOTAL = EIGHT.score(Stand.parse(WORSE, Deck.of(EIGHT.cards)))[1]
OWN = PLAN.announced


def claimed(document: dict[str, Any], own: Announcement) -> dict[str, Any]:
    """Return the claim for one choice of goods."""
    return next(bound for bound in document["bounds"] if tuple(bound["announced"]) == own)


def claim_less_than_the_sum(document: dict[str, Any]) -> None:
    sums = [bound for bound in document["bounds"] if bound["rests_on"] == "sum"]
    min(sums, key=lambda bound: int(bound["most"]))["most"] -= 1


def claim_unchecked_search(document: dict[str, Any]) -> None:
    other = next(bound for bound in document["bounds"] if tuple(bound["announced"]) != OWN)
    other |= {"most": PLAN.total - 1, "rests_on": "search"}


def use_worse_stand(document: dict[str, Any]) -> None:
    document["request"]["stand"] = WORSE
    document["total"] = WORSE_TOTAL
    for bound in document["bounds"]:
        bound |= {"most": WORSE_TOTAL, "rests_on": "sum"}


FALSE_CLAIMS: dict[str, tuple[Change, str]] = {
    "total": (lambda d: d.update(total=d["total"] + 1), "the stand scores"),
    "less than the stand": (
        lambda d: claimed(d, OWN).update(most=PLAN.total - 1),
        "above the bound",
    ),
    "less by search": (
        lambda d: claimed(d, OWN).update(most=PLAN.total - 1, rests_on="search", nodes=9),
        "above the bound",
    ),
    "less than the sum": (claim_less_than_the_sum, "the bound by the sum is"),
    "unchecked search": (claim_unchecked_search, "expected at least the stand's"),
    "goods omitted": (lambda d: d["bounds"].pop(), "no bound for announcing"),
    "card omitted": (
        lambda d: d["request"].update(stand=d["request"]["stand"].rpartition(" ")[0]),
        "does not consist of the request's cards",
    ),
    "order reversed": (lambda d: d["request"]["cards"].reverse(), "in the given order"),
    "other goods": (lambda d: d["request"].update(announced=[*"SBGCM"]), "the stand scores"),
    "worse stand": (use_worse_stand, "the bound by the sum is"),
}


@pytest.mark.parametrize("name", FALSE_CLAIMS)
@pytest.mark.parametrize("version", [1, 2])
def test_false_claims_are_found(name: str, version: int) -> None:
    change, fault = FALSE_CLAIMS[name]
    document = json.loads(json.dumps(certificate(PLAN))) | {"stand_certificate": version}
    change(document)
    found = checked(document)
    if version == 1 and change is claim_unchecked_search:  # a search below the total was usual
        assert (found.verdict, found.bound) == (checked(certificate(PLAN)).verdict, PLAN.bound)
        return
    assert found.verdict == "wrong"
    assert any(fault in each for each in found.faults), found.faults
    assert found.statement == "Not proven: the certificate is wrong."


@pytest.mark.parametrize("fixed_order", [True, False])
@pytest.mark.parametrize("own_goods", [1, 2])
def test_plan_and_check_state_the_question(fixed_order: bool, own_goods: int) -> None:
    cards = seeded_problem(3, 3, fixed_order=fixed_order).cards
    problem = StandProblem(cards, fixed_order, ("B", "M"), own_goods)
    plan = plan_stand(problem)
    found = checked(certificate(plan))
    order = "the given" if fixed_order else "any"
    claim = (
        f"no stand of these 3 cards laid in {order} order (announced: {own_goods} by its owner, "
        "banana, mushroom by others) scores more."
    )
    assert plan.statement == f"Proven best for any layout: {claim}"
    assert found.statement == f"Proven without the search: {claim}"
    assert found.to_dict()["question"] == {
        "cards": [card.id for card in cards],
        "order": "fixed" if fixed_order else "free",
        "own_goods": own_goods,
        "announced": ["B", "M"],
    }
