"""Certificates of plans, for verification independent of the search; see `docs/stand.md`.

A certificate holds the cards and rules, the stand, and an upper bound for every possible
announcement. `check` recomputes bounds that are sums in plain Python, searches its own tree for the
others, and reports which bounds it verified in time.
"""

from os import PathLike
from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.errors import InvalidInstanceError, counted
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.stand.card import CardAnswer
from chatuchak_solver.stand.checker.bound import verify_bound
from chatuchak_solver.stand.checker.tree import CheckedTree
from chatuchak_solver.stand.deck import DeckField
from chatuchak_solver.stand.files import CardNames, StandRequest
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.plan_result import AnnouncementBound, Points, StandPlan
from chatuchak_solver.stand.problem import Order, StandProblem, StandProblemAnswer
from chatuchak_solver.stand.scoring import Variant
from chatuchak_solver.stand.space import GOODS, Goods
from chatuchak_solver.stand.stand import MAX_CARDS, STAND_CARDS, StandField

VERSION = 2


class CertificateRequest(codec.Form, frozen=True):
    """The question and the stand; all fields are required, to exclude defaults."""

    deck: DeckField
    variant: Variant
    stand: StandField
    announced: Goods
    cards: Annotated[CardNames, Meta(min_length=1, max_length=MAX_CARDS)]
    order: Order


class Certificate(codec.Form, frozen=True):
    """A certificate file."""

    stand_certificate: Annotated[int, Meta(ge=1, le=VERSION)]
    request: CertificateRequest
    total: Points
    bounds: tuple[AnnouncementBound, ...]


class CheckedBound(codec.Answer, frozen=True):
    """The checker's result for one choice of goods.

    Attributes
    ----------
    announced
        The goods that the owner would announce.
    claimed
        The certificate's upper bound.
    checked
        The checker's upper bound.
    rests_on
        ``sum`` if the claim follows from the cards' visible options, ``search`` if from a tree.
    nodes
        The nodes of that tree.
    checked_nodes
        The nodes of the checker's own tree; 0 if the sum is enough.
    """

    announced: Announcement
    claimed: int
    checked: int
    rests_on: Literal["sum", "search"]
    nodes: codec.Count
    checked_nodes: codec.Count


class CheckedPlan(codec.Answer, frozen=True):
    """Result of a certificate's check.

    Attributes
    ----------
    verdict
        Whether the checker proves the stand optimal.
    statement
        The result, in one sentence with the question.
    problem
        The question: cards, order and announced goods.
    total
        The stand's total, by the plain rules.
    bound
        The checker's upper bound on any total.
    stopped_by
        The reason for an end before the check was exact, or None.
    faults
        The certificate's faults, one sentence each.
    bounds
        The result for every choice of goods.
    """

    verdict: Literal["proven", "incomplete", "wrong"]
    statement: str
    problem: StandProblemAnswer = msgspec.field(name="question")
    total: int
    bound: int
    stopped_by: StopReason | None
    faults: tuple[str, ...]
    bounds: tuple[CheckedBound, ...]

    @property
    def unchecked(self) -> tuple[CheckedBound, ...]:
        """The claims that the checker could not verify."""
        return tuple(b for b in self.bounds if b.checked > max(b.claimed, self.total))


def certificate(plan: StandPlan) -> codec.JsonObject:
    """Return the JSON-ready `Certificate` of a plan."""
    problem = plan.problem
    request = CertificateRequest(
        tuple(map(CardAnswer.of, problem.cards)),
        Variant.TWO_PLAYER if problem.own_goods > 1 else Variant.STANDARD,
        plan.notation,
        cast("Goods", problem.announced),
        problem.card_ids,
        problem.order,
    )
    return Certificate(VERSION, request, plan.total, plan.bounds).to_dict()


def check(
    document: object,
    *,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
    source: str = "",
    workers: int = 1,
) -> CheckedPlan:
    """Check a certificate by plain scoring, `verify_bound` and `CheckedTree`.

    Parameters
    ----------
    document
        A certificate file, its content as bytes, or the decoded content; see `certificate`.
    stop
        Limits; the result then has the bounds verified so far. The work is the nodes of all trees.
    on_progress
        Called with the nodes so far.
    source
        The document's name in messages.
    workers
        The number of processes for large trees; scripts then need a guard, see `in_processes`.

    Raises
    ------
    InvalidInstanceError
        If it is not a certificate; the message names the path.
    """
    run = Run.begin(stop, on_progress)
    if isinstance(document, str | bytes | PathLike):
        document, source = codec.read_json(document)
    claim = codec.convert(document, Certificate, source=source)
    with codec.error_context(source):
        request = StandRequest.from_dict(claim.request.to_dict(), source="request")
        problem = StandProblem(
            request.cards, request.fixed_order, request.announced, request.own_goods
        )
        claims = _claims(claim, problem)
    faults = []
    if not problem.is_solved_by(request.stand):
        order = " in the given order" if problem.fixed_order else ""
        faults.append(f"the stand does not consist of the request's cards{order}")
    found = tally(request.stand.picture() if len(request.stand) else None)
    total = found.best_announcement(problem.announced, problem.own_goods)[1]
    if total != claim.total:
        faults.append(f"the stand scores {counted(total, 'point')}, not {claim.total}")
    bounds = []
    run.report(0)
    for own in problem.announcements():
        announcing = f"announcing {' '.join(own) or 'nothing'}"
        if own not in claims:
            faults.append(f"no bound for {announcing}")
            continue
        most, rests_on, nodes = claims[own].most, claims[own].rests_on, claims[own].nodes
        checked = verify_bound(problem, own, run)
        scored = found.total({*own, *problem.announced})
        if own in found.announcements(problem.own_goods) and scored > most:
            points = counted(scored, "point")
            faults.append(f"{announcing}: the stand scores {points}, above the bound {most}")
        elif rests_on == "sum" and checked > most and run.stopped_by is None:
            faults.append(f"{announcing}: the bound by the sum is {checked}, not {most}")
        elif rests_on == "search" and most < total and claim.stand_certificate > 1:
            faults.append(
                f"{announcing}: invalid bound {most} by a search: expected at least the stand's "
                f"{counted(total, 'point')}"
            )
        bounds.append(CheckedBound(own, most, checked, rests_on, nodes, 0))
    faults += _check_trees(problem, total, bounds, run, workers)
    bound = max([total, *(bound.checked for bound in bounds)])
    verdict: Literal["proven", "incomplete", "wrong"]
    if faults:
        verdict, statement = "wrong", "Not proven: the certificate is wrong."
    elif bound <= total:
        verdict = "proven"
        statement = f"Proven without the search: no {problem.question} scores more."
    else:
        verdict = "incomplete"
        statement = (
            f"Not checked to the end: at most {counted(bound, 'point is', 'points are')} checked "
            f"for a {problem.question}; the rest is the search's word."
        )
    question, reason = StandProblemAnswer.of(problem), run.stopped_by
    return CheckedPlan(
        verdict, statement, question, total, bound, reason, tuple(faults), tuple(bounds)
    )


def _claims(
    certificate: Certificate, problem: StandProblem
) -> dict[Announcement, AnnouncementBound]:
    claims: dict[Announcement, AnnouncementBound] = {}
    for index, claim in enumerate(certificate.bounds):
        own = tuple(sorted(claim.announced, key=GOODS.find))
        if own in claims or own not in problem.announcements():
            raise InvalidInstanceError(
                f"invalid bounds[{index}].announced {codec.show_json(claim.announced)}: "
                "expected a choice of the owner, once"
            )
        claims[own] = claim
    return claims


def _check_trees(
    problem: StandProblem, total: int, found: list[CheckedBound], run: Run, workers: int
) -> list[str]:
    faults = []
    nodes = 0
    trees: dict[frozenset[str], list[int]] = {}
    for at, claim in enumerate(found):
        # The searches do not support more cards.
        is_open = claim.checked > max(claim.claimed, total) and len(problem.cards) <= STAND_CARDS
        if is_open and claim.rests_on == "search":
            trees.setdefault(frozenset({*claim.announced, *problem.announced}), []).append(at)
    for alike in sorted(trees.values(), key=lambda alike: found[alike[0]].nodes):
        most = max(total, *(found[at].claimed for at in alike))
        tree = CheckedTree(problem, [found[at].announced for at in alike], most, run, nodes=nodes)
        if (stand := tree.search(workers=workers)) is not None:
            faults.append(f"the stand {stand} scores more than the bound {most}")
        elif run.stopped_by is None:
            for at in alike:
                found[at] = msgspec.structs.replace(
                    found[at], checked=most, checked_nodes=tree.nodes - nodes
                )
        nodes = tree.nodes
    return faults
