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
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.plain_bound import plain_bound
from chatuchak_solver.stand.plain_tree import PlainTree
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import read_goods
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.stand import STAND_CARDS

VERSION: Final = 1
RESTS: Final[tuple[Literal["sum", "search"], ...]] = ("sum", "search")
FIELDS: Final = ("stand_certificate", "request", "total", "bounds")


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

    written = "verdict total bound faults bounds"

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
            "order": plan.order,
        },
        "total": plan.total,
        "bounds": [one.to_dict() for one in plan.bounds],
    }


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
    fields["stand_certificate"].integer(least=VERSION, most=VERSION)
    # The deck is in the document: no file is looked for.
    request = StandRequest.from_node(fields["request"], directory=Path())
    problem = StandProblem(request.cards, request.fixed_order, request.announced, request.own_goods)
    faults = []
    if not problem.is_solved_by(request.stand):
        faults.append("the stand does not lay the cards in question")
    total = problem.score(request.stand)[1] if len(request.stand) else 0
    claimed_total = fields["total"].integer()
    if total != claimed_total:
        faults.append(f"the stand scores {total} points, not {claimed_total}")
    claims = {}
    for item in fields["bounds"].items():
        claim = item.fields(required=("announced", "most", "rests_on", "nodes"))
        claims[read_goods(claim["announced"])] = (
            claim["most"].integer(),
            claim["rests_on"].choice(RESTS),
            claim["nodes"].integer(least=0),
        )
    found = []
    run.tell(0)
    for own in problem.announcements():
        if own not in claims:
            faults.append(f"nothing is said of announcing {' '.join(own) or 'nothing'}")
            continue
        claimed, rests_on, nodes = claims[own]
        checked = plain_bound(problem, own, run)
        if rests_on == "sum" and checked > max(claimed, total) and run.stopped_by is None:
            faults.append(
                f"announcing {' '.join(own)} can bring {checked} points as far as the sum "
                f"tells, not {claimed}"
            )
        found.append(CheckedBound(own, claimed, checked, rests_on, nodes, 0))
    faults += _check_trees(problem, total, found, run)
    bound = max((one.checked for one in found), default=total)
    return CheckedPlan(total, max(bound, total), tuple(faults), tuple(found), run.stopped_by)


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
