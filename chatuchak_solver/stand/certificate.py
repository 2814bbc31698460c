"""Certificates of plans: what a proof rests on, to be checked without the search.

A certificate holds the cards and rules, the stand, and for every choice of goods that the owner
may announce the most that any stand scores. Many of these are sums of what the cards can show,
which `check` recomputes in plain Python. Others rest on a tree of up to millions of nodes: `check`
goes through one of its own, and where there is no time for it says what it could show.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.run import OnProgress, Run, Stop, StopReason
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.plain_bound import plain_bound
from chatuchak_solver.stand.plain_tree import PlainTree
from chatuchak_solver.stand.plan_result import AnnouncementBound, StandPlan
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import read_goods
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.stand import STAND_CARDS

VERSION: Final = 2
RESTS: Final[tuple[Literal["sum", "search"], ...]] = ("sum", "search")
FIELDS: Final = ("stand_certificate", "request", "total", "bounds")
REQUEST_FIELDS: Final = ("deck", "variant", "stand", "announced", "cards", "order")
"""Of the question and the stand; all are required, so that no default decides."""
MAX_POINTS: Final = 10_000
MAX_NODES: Final = 10**18


@dataclass(frozen=True, slots=True)
class CheckedBound(Jsonable):
    """What the checker found of one choice of goods.

    Attributes
    ----------
    announced
        The goods that the owner would announce.
    claimed
        The most that any stand scores then, as the certificate has it.
    checked
        The most as the checker worked it out itself.
    rests_on
        ``sum`` where the certificate rests on what the cards can show, ``search`` on a tree.
    nodes
        The nodes of that tree.
    checked_nodes
        The nodes of the checker's own one; 0 where the sum is enough.
    """

    announced: Announcement
    claimed: int
    checked: int
    rests_on: Literal["sum", "search"]
    nodes: int
    checked_nodes: int


@dataclass(frozen=True, slots=True)
class CheckedPlan(Jsonable):
    """What a certificate's check showed.

    Attributes
    ----------
    problem
        The question: cards, order and announced goods.
    total
        The stand's total, scored by the plain rules.
    bound
        No stand scores more: worked out by the checker alone.
    faults
        What is wrong with the certificate, a sentence each.
    bounds
        Every choice of goods.
    stopped_by
        Why the check was ended before it was exact; None where it was not.
    """

    written = "verdict statement question=problem total bound stopped_by faults bounds"

    problem: StandProblem
    total: int
    bound: int
    faults: tuple[str, ...]
    bounds: tuple[CheckedBound, ...]
    stopped_by: StopReason | None

    @property
    def unchecked(self) -> tuple[CheckedBound, ...]:
        """What is claimed and could not be shown by the checker."""
        return tuple(one for one in self.bounds if one.checked > max(one.claimed, self.total))

    @property
    def verdict(self) -> Literal["proven", "incomplete", "wrong"]:
        """Whether the checker shows by itself that no stand scores more than this one."""
        if self.faults:
            return "wrong"
        return "proven" if self.bound <= self.total else "incomplete"

    @property
    def statement(self) -> str:
        """The result, in one sentence that includes the question."""
        if self.verdict == "proven":
            return f"Proven without the search: no {self.problem.question} scores more."
        if self.verdict == "wrong":
            return "Not proven: the certificate is wrong."
        return (
            f"Not checked to the end: at most {self.bound} points are checked for a "
            f"{self.problem.question}; the rest is the search's word."
        )


def certificate(plan: StandPlan) -> JsonObject:
    """Return what a plan's proof rests on, JSON-ready."""
    problem = plan.problem
    variant = Variant.TWO_PLAYER if problem.own_goods > 1 else Variant.STANDARD
    return {
        "stand_certificate": VERSION,
        "request": {
            "deck": [card.to_dict() for card in problem.cards],
            "variant": variant.value,
            "stand": plan.notation,
            "announced": list(problem.announced),
            "cards": [card.id for card in problem.cards],
            "order": problem.order,
        },
        "total": plan.total,
        "bounds": [_claim(bound, plan.total).to_dict() for bound in plan.bounds],
    }


def _claim(bound: AnnouncementBound, total: int) -> AnnouncementBound:
    """Return a bound as a certificate claims it: a tree is checked down to the plan's total."""
    return bound if bound.rests_on == "sum" else replace(bound, most=max(bound.most, total))


def check(
    document: Node, *, stop: Stop | None = None, on_progress: OnProgress | None = None
) -> CheckedPlan:
    """Check a certificate by the rules' plain scoring, by `plain_bound` and by `PlainTree`.

    Parameters
    ----------
    document
        What `certificate` returned, read from a file.
    stop
        When to make do with what is shown so far.
    on_progress
        Told how many nodes of the tree under way are done.

    Raises
    ------
    InvalidInstanceError
        If it is no certificate; the message names the place.
    """
    run = Run.begin(stop, on_progress)
    fields = document.fields(required=FIELDS)
    version = fields["stand_certificate"].integer(least=1, most=VERSION)
    asked = fields["request"].fields(required=REQUEST_FIELDS)
    if isinstance(asked["deck"].value, str) or asked["deck"].value is None:
        raise asked["deck"].error("expected the cards themselves: a certificate opens no deck file")
    request = StandRequest.from_node(fields["request"], directory=Path())
    if not request.cards:
        raise asked["cards"].error("expected at least 1 card")
    problem = StandProblem(request.cards, request.fixed_order, request.announced, request.own_goods)
    faults = []
    if not problem.is_solved_by(request.stand):
        order = " in the given order" if problem.fixed_order else ""
        faults.append(f"the stand does not lay the cards in question{order}")
    found = tally(request.stand.picture() if len(request.stand) else None)
    total = found.best_announcement(problem.announced, problem.own_goods)[1]
    claimed_total = fields["total"].integer(least=-MAX_POINTS, most=MAX_POINTS)
    if total != claimed_total:
        faults.append(f"the stand scores {total} points, not {claimed_total}")
    claims = _read_claims(fields["bounds"], problem)
    bounds = []
    run.tell(0)
    for own in problem.announcements():
        if own not in claims:
            faults.append(f"nothing is said of announcing {' '.join(own) or 'nothing'}")
            continue
        claimed, rests_on, nodes = claims[own].most, claims[own].rests_on, claims[own].nodes
        checked = plain_bound(problem, own, run)
        announcing = f"announcing {' '.join(own) or 'nothing'}"
        scored = found.total({*own, *problem.announced})
        if own in found.announcements(problem.own_goods) and scored > claimed:
            faults.append(f"{announcing} brings this very stand {scored} points, not {claimed}")
        elif rests_on == "sum" and checked > claimed and run.stopped_by is None:
            faults.append(
                f"{announcing} can bring {checked} points as far as the sum tells, not {claimed}"
            )
        elif rests_on == "search" and claimed < total and version > 1:
            faults.append(
                f"{announcing}: expected a claim of at least the stand's {total} points from a "
                f"search, found {claimed}"
            )
        bounds.append(CheckedBound(own, claimed, checked, rests_on, nodes, 0))
    faults += _check_trees(problem, total, bounds, run)
    bound = max((one.checked for one in bounds), default=total)
    return CheckedPlan(
        problem, total, max(bound, total), tuple(faults), tuple(bounds), run.stopped_by
    )


def _read_claims(node: Node, problem: StandProblem) -> dict[Announcement, AnnouncementBound]:
    """Return the claim for each choice of goods.

    Raises
    ------
    InvalidInstanceError
        If a choice comes twice, or the owner of no stand of these cards can announce it.
    """
    claims: dict[Announcement, AnnouncementBound] = {}
    for item in node.items():
        claim = item.fields(required=("announced", "most", "rests_on", "nodes"))
        own = read_goods(claim["announced"])
        if own in claims or own not in problem.announcements():
            wrong = "a second claim" if own in claims else "not a choice of the owner"
            raise claim["announced"].error(f"{' '.join(own) or 'nothing'} is {wrong}")
        claims[own] = AnnouncementBound(
            own,
            claim["most"].integer(least=-MAX_POINTS, most=MAX_POINTS),
            claim["rests_on"].choice(RESTS),
            claim["nodes"].integer(least=0, most=MAX_NODES),
        )
    return claims


def _check_trees(
    problem: StandProblem, total: int, found: list[CheckedBound], run: Run
) -> list[str]:
    """Check what rests on trees, small ones first, and return what is wrong with it.

    Those with which the same goods score are checked by one tree.
    """
    faults = []
    trees: dict[frozenset[str], list[int]] = {}
    for at, one in enumerate(found):
        # The searches go through no tree of more cards either.
        is_open = one.checked > max(one.claimed, total) and len(problem.cards) <= STAND_CARDS
        if is_open and one.rests_on == "search":
            trees.setdefault(frozenset({*one.announced, *problem.announced}), []).append(at)
    for alike in sorted(trees.values(), key=lambda alike: found[alike[0]].nodes):
        most = max(total, *(found[at].claimed for at in alike))
        own, *also = (found[at].announced for at in alike)
        tree = PlainTree(problem, own, most, run, also)
        if (stand := tree.search()) is not None:
            faults.append(f"no stand scores more than {most}, it says, but {stand} does")
        elif run.stopped_by is None:
            for at in alike:
                found[at] = replace(found[at], checked=most, checked_nodes=tree.nodes)
    return faults
