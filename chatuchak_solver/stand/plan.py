"""The best whole stand of given cards, with proof as far as limits allow.

Annealing finds a stand within a second that usually cannot be surpassed. The combinatorial bound
proves most of them best; the cover search proves nearly all others, or finds what is better. Both
hold for any layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chatuchak_solver.errors import InputError, InvalidInstanceError, VerificationError
from chatuchak_solver.run import (
    OnProgress,
    Progress,
    Stop,
    StopReason,
)
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.exhaustive import exhaustive_search, is_small
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.plan_result import PlanEffort, Proof, StandPlan
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

__all__ = ["PlanOptions", "plan_stand"]

FIRST_RUNS: Final = 1
"""Annealing runs before the cover search, of half a second."""

DIVE_NODES: Final = 20_000
"""Nodes of a first look for a better stand."""

SLICE_NODES: Final = 2_000
"""Nodes for one announcement before another one may be more promising."""

ROUND_NODES: Final = 100_000
"""Nodes between two more annealing runs, some two seconds."""

PROGRESS_S: Final = 0.05
"""Seconds between two reports of one phase."""

PROVING: Final = "proving for any layout"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """How a plan is made.

    Attributes
    ----------
    seed
        Of annealing.

    Raises
    ------
    InputError
        If it is negative.
    """

    seed: int = 0

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"a seed is 0 or more, found {self.seed}")


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
        limit of time equal seeds give equal plans.
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
        self.upper = dict(upper_bound(problem, stop=self.clock.rest()).by_announcement)
        self.searches: dict[Announcement, CoverSearch] = {}
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
            (own for own, upper in self.upper.items() if upper > self.total),
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
        while self.go_on("searching"):
            stuck = self.search(ROUND_NODES)
            self.anneal(1)
            if stuck:
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
        search = self.searches[own] = CoverSearch(
            self.problem, own, self.upper[own], stop=self.part(PROVING)
        )
        stand: Stand | None = self.stand
        while stand is not None and search.is_open(self.total) and not self.must_end(PROVING):
            stand = search.dive(self.total, stop=self.part(PROVING, DIVE_NODES))
            self.upper[own] = search.upper
            if stand is not None:
                self.take(stand)

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
        proof = Proof.NONE if self.open() else Proof.ANY_LAYOUT
        return StandPlan(
            self.problem,
            self.stand,
            self.announced,
            self.total,
            max(self.bound, self.total),
            proof,
            PlanEffort(self.annealer.evaluated, self.nodes),
            self.clock.seconds,
            self.clock.stopped_by if self.open() else None,
        )
