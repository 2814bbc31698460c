"""The best whole stand of given cards, with proof as far as limits allow.

Annealing finds a stand within a second that usually cannot be surpassed. The combinatorial bound
proves most of them best; the cover search proves nearly all others, or finds what is better. Both
hold for any layout. Cards that resist are put to CP-SAT as the question whether a stand inside a
box scores more; what it proves holds inside that box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_solver.errors import InputError, InvalidInstanceError, VerificationError
from chatuchak_solver.run import (
    OnProgress,
    Progress,
    Stop,
    StopReason,
    count_workers,
)
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.exhaustive import exhaustive_search, is_small
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.plan_result import PlanEffort, Proof, StandPlan
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

if TYPE_CHECKING:
    from chatuchak_solver.stand.cp_model import StandModel

__all__ = ["PlanOptions", "plan_stand"]

FIRST_RUNS: Final = 1
"""Annealing runs before the cover search, of half a second."""

DIVE_NODES: Final = 20_000
"""Nodes of a first look for a better stand."""

SLICE_NODES: Final = 2_000
"""Nodes for one announcement before another one may be more promising."""

ROUND_NODES: Final = 100_000
"""Nodes between two more annealing runs, some two seconds."""

FIRST_QUESTION_NODES: Final = 2_000_000
"""Nodes before the first question to CP-SAT; every further one waits for as many nodes again."""

FIRST_QUESTION_S: Final = 20.0
"""Seconds for the first question about an announcement; each further one has twice as long."""

SMALLEST_BOX: Final = 8

PROGRESS_S: Final = 0.05
"""Seconds between two reports of one phase."""

PROVING: Final = "proving for any layout"
ASKING: Final = "asking CP-SAT"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """How a plan is made.

    Attributes
    ----------
    seed
        Of annealing and CP-SAT.
    any_layout
        Never settle for a proof inside a box.
    workers
        Threads of CP-SAT.

    Raises
    ------
    InputError
        If a number is out of range.
    """

    seed: int = 0
    any_layout: bool = False
    workers: int = 1

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"a seed is 0 or more, found {self.seed}")
        count_workers(self.workers)


def plan_stand(
    problem: StandProblem,
    options: PlanOptions | None = None,
    *,
    start: Stand | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> StandPlan:
    """Return the best stand that could be found, and what is proven about it.

    Parameters
    ----------
    problem
        The cards and rules.
    options
        The seed and the like.
    start
        A stand of the same cards, which the plan does not fall short of.
    stop
        When to end before a proof; its work is nodes expanded by the cover search. Without a
        limit of time, and as long as CP-SAT is not needed, equal seeds give equal plans.
    on_progress
        Told the phase, the nodes expanded, the best total so far and the bound.

    Raises
    ------
    InvalidInstanceError
        If ``start`` has other cards, or lays them in another order where that is fixed.
    VerificationError
        If a stand fails its own rescoring, or surpasses a bound: always a defect of this library.

    Examples
    --------
    >>> from chatuchak_solver.stand.card import Card
    >>> cards = (Card.parse("a", ["S S c*", "c c c*"]), Card.parse("b", ["S p p", "b b S"]))
    >>> plan = plan_stand(StandProblem(cards))
    >>> plan.total, str(plan.proof)
    (6, 'any layout')
    """
    planner = _Planner(problem, options or PlanOptions(), stop or Stop(), on_progress)
    if start is not None:
        if not problem.is_solved_by(start):
            raise InvalidInstanceError(f"{start} does not lay the cards in question")
        planner.take(start)
    planner.run()
    return planner.result()


class _Planner:
    """One run of `plan_stand`."""

    def __init__(
        self,
        problem: StandProblem,
        options: PlanOptions,
        stop: Stop,
        on_progress: OnProgress | None,
    ) -> None:
        self.clock = stop.begin()
        self.problem = problem
        self.options = options
        self.on_progress = on_progress
        self.reported = ("", 0.0)
        self.annealer = Annealer(problem, options.seed)
        self.upper = dict(upper_bound(problem).by_announcement)
        self.searches: dict[Announcement, CoverSearch] = {}
        self.models: dict[Announcement, StandModel] = {}
        self.in_box: set[Announcement] = set()
        self.side: int | None = None
        self.questions = 0
        self.annealer.advance(self.bound)
        self.stand = self.annealer.stand()
        self.announced, self.total = self._rescored(self.stand, self.annealer.total)

    @property
    def bound(self) -> int:
        """What no stand surpasses, for any layout."""
        return max(self.upper.values())

    @property
    def nodes(self) -> int:
        """Nodes expanded so far."""
        return sum(search.expanded for search in self.searches.values())

    def open(self) -> list[Announcement]:
        """Return the announcements that may still bring more, the most promising first."""
        return sorted(
            (
                own
                for own, upper in self.upper.items()
                if upper > self.total and (self.options.any_layout or own not in self.in_box)
            ),
            key=lambda own: -self.upper[own],
        )

    def report(self, phase: str) -> None:
        """Tell how far the plan is, unless that was just told."""
        seconds = self.clock.seconds
        told, when = self.reported
        if self.on_progress is None or (told == phase and seconds < when + PROGRESS_S):
            return
        self.reported = (phase, seconds)
        self.on_progress(
            Progress(
                work=self.nodes, seconds=seconds, phase=phase, best=self.total, bound=self.bound
            )
        )

    def must_end(self, phase: str) -> bool:
        """Report, and return whether the plan has to end."""
        self.report(phase)
        return self.clock.must_end(self.nodes)

    def go_on(self, phase: str) -> bool:
        """Report, and return whether there is something left to do and time for it."""
        return bool(self.open()) and not self.must_end(phase)

    def part(self, phase: str, nodes: int | None = None) -> Stop:
        """Return the stop of a part of the plan, which may expand so many nodes."""
        return Stop(work=self.clock.work_left(self.nodes)) | Stop(
            work=nodes, interrupt=lambda: self.must_end(phase)
        )

    def run(self) -> None:
        """Work until nothing is open or a limit is reached."""
        if is_small(self.problem):
            every = exhaustive_search(
                self.problem, stop=Stop(interrupt=lambda: self.must_end("trying everything"))
            )
            if every.stand is not None:
                self.take(every.stand, every.total)
            if every.stopped_by is None:
                self.upper = dict.fromkeys(self.upper, self.total)
        self.anneal(FIRST_RUNS)
        question_at = FIRST_QUESTION_NODES
        patience_s = FIRST_QUESTION_S
        while self.go_on("searching"):
            stuck = self.search(ROUND_NODES)
            self.anneal(1)
            if stuck or self.nodes >= question_at:
                question_at = self.nodes + FIRST_QUESTION_NODES
                self.ask(patience_s)
                patience_s *= 2
                if stuck and self.in_box.issuperset(self.open()):
                    # Nothing is left that could prove more than a box.
                    self.clock.end(StopReason.MEMORY)

    def anneal(self, runs: int) -> None:
        """Complete so many more annealing runs."""
        end = self.annealer.runs + runs
        while self.annealer.runs < end and self.go_on("annealing"):
            self.annealer.advance(self.bound)
            if self.annealer.total > self.total:
                self.take(self.annealer.stand(), self.annealer.total)

    def search(self, nodes: int) -> bool:
        """Expand so many more nodes; return whether every open search is stuck."""
        end = self.nodes + nodes
        while self.nodes < end and self.go_on(PROVING):
            for own in self.open():
                if own not in self.searches:
                    self.start_search(own)
            able = [self.searches[own] for own in self.open() if not self.searches[own].stuck]
            if not able:
                return True
            first = min(able, key=lambda one: (-one.upper, one.expanded))
            stand = first.advance(self.total, stop=self.part(PROVING, SLICE_NODES))
            self.upper[first.own] = first.upper
            if stand is not None:
                self.take(stand)
        return False

    def start_search(self, own: Announcement) -> None:
        """Make the search for one announcement and look for better stands with a little effort."""
        search = self.searches[own] = CoverSearch(self.problem, own, self.upper[own])
        stand: Stand | None = self.stand
        while stand is not None and search.is_open(self.total) and not self.must_end(PROVING):
            stand = search.dive(self.total, stop=self.part(PROVING, DIVE_NODES))
            self.upper[own] = search.upper
            if stand is not None:
                self.take(stand)

    def ask(self, patience_s: float) -> None:
        """Ask CP-SAT about each open announcement, for so long at most."""
        for own in self.open():
            if own in self.in_box or not self.go_on(ASKING):
                continue
            if own not in self.models:
                self.models[own] = self.make_model(own)
            patience = Stop(
                time_s=min(patience_s, self.clock.seconds_left),
                interrupt=lambda: self.must_end(ASKING),
            ).begin()
            while self.upper[own] > self.total and not patience.must_end():
                self.questions += 1
                answer = self.models[own].ask(
                    self.total + 1,
                    self.upper[own],
                    stop=patience.rest(),
                    seed=self.options.seed,
                    workers=self.options.workers,
                )
                if answer.verdict == "impossible":
                    self.in_box.add(own)
                    break
                if answer.stand is None:
                    break
                self.take(answer.stand)

    def make_model(self, own: Announcement) -> StandModel:
        """Return the model for one announcement; imports OR-Tools."""
        from chatuchak_solver.stand.cp_model import StandModel

        if self.side is None:
            left, top, right, bottom = self.stand.bounds
            self.side = max(SMALLEST_BOX, right - left + 1, bottom - top + 1)
        return StandModel(self.problem, own, self.side)

    def take(self, stand: Stand, claimed: int | None = None) -> None:
        """Make ``stand`` the best one if it is better."""
        announced, total = self._rescored(stand, claimed)
        if total > self.total:
            self.stand, self.announced, self.total = stand.anchored(), announced, total

    def _rescored(self, stand: Stand, claimed: int | None) -> tuple[Announcement, int]:
        """Return a stand's announcement and total by the plain scoring of the rules."""
        announced, total = self.problem.score(stand)
        if (
            not self.problem.is_solved_by(stand)
            or (claimed is not None and claimed != total)
            or total > self.bound
        ):
            raise VerificationError(
                f"the stand {stand} scores {total} points; "
                + ("" if claimed is None else f"{claimed} were claimed, ")
                + f"no more than {self.bound} were thought possible"
            )
        return announced, total

    def result(self) -> StandPlan:
        """Return the plan."""
        if self.bound <= self.total:
            proof = Proof.ANY_LAYOUT
        elif self.in_box.issuperset(self.open()):
            proof = Proof.BOX
        else:
            proof = Proof.NONE
        return StandPlan(
            self.problem,
            self.stand,
            self.announced,
            self.total,
            max(self.bound, self.total),
            proof,
            self.side if proof is Proof.BOX else None,
            PlanEffort(self.annealer.evaluated, self.nodes, self.questions),
            self.clock.seconds,
            self.clock.stopped_by if self.open() else None,
        )
