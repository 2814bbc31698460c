"""The best whole stand of given cards, with proof as far as limits allow.

Annealing finds a stand within a second that usually cannot be surpassed. The combinatorial bound
proves most of them best; the cover search proves nearly all others, or finds what is better. Both
hold for any layout. Cards that resist are put to CP-SAT as the question whether a stand inside a
box scores more; what it proves holds inside that box.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chatuchak_solver.errors import InputError, InvalidInstanceError, VerificationError
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.exhaustive import exhaustive_search, is_small
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.plan_result import (
    OnPlanProgress,
    PlanEffort,
    PlanProgress,
    Proof,
    StandPlan,
)
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

PROVING: Final = "proving for any layout"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """How far a plan goes.

    Attributes
    ----------
    time_limit_s
        Wall time in seconds; None for no limit. Without one, and as long as CP-SAT is not
        needed, equal seeds give equal plans.
    should_stop
        Called every few hundredths of a second; the plan ends with its best stand as soon as it
        returns True.
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

    time_limit_s: float | None = None
    should_stop: Callable[[], bool] | None = None
    seed: int = 0
    any_layout: bool = False
    workers: int = 1

    def __post_init__(self) -> None:
        if self.time_limit_s is not None and not self.time_limit_s >= 0:
            raise InputError(f"a time limit is seconds, 0 or more, found {self.time_limit_s}")
        if self.seed < 0:
            raise InputError(f"a seed is 0 or more, found {self.seed}")
        if self.workers < 1:
            raise InputError(f"CP-SAT needs at least 1 worker, found {self.workers}")


def plan_stand(
    problem: StandProblem,
    options: PlanOptions | None = None,
    *,
    start: Stand | None = None,
    on_progress: OnPlanProgress | None = None,
) -> StandPlan:
    """Return the best stand that could be found, and what is proven about it.

    Parameters
    ----------
    problem
        The cards and rules.
    options
        Limits and the like.
    start
        A stand of the same cards, which the plan does not fall short of.
    on_progress
        Called every few hundredths of a second from the calling thread.

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
    planner = _Planner(problem, options or PlanOptions(), on_progress)
    if start is not None:
        if not problem.is_solved_by(start):
            raise InvalidInstanceError(f"{start} does not lay the cards in question")
        planner.take(start)
    planner.run()
    return planner.result()


class _Planner:
    """One run of `plan_stand`."""

    def __init__(
        self, problem: StandProblem, options: PlanOptions, on_progress: OnPlanProgress | None
    ) -> None:
        self.start = time.perf_counter()
        self.problem = problem
        self.options = options
        self.on_progress = on_progress
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
    def seconds(self) -> float:
        """Wall time so far."""
        return time.perf_counter() - self.start

    @property
    def effort(self) -> PlanEffort:
        """What has been done so far."""
        nodes = sum(search.expanded for search in self.searches.values())
        return PlanEffort(self.annealer.evaluated, nodes, self.questions)

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

    def stopped(self) -> bool:
        """Whether a limit is reached or somebody asks to stop."""
        limit = self.options.time_limit_s
        stop = self.options.should_stop
        return (limit is not None and self.seconds >= limit) or (stop is not None and stop())

    def go_on(self, phase: str) -> bool:
        """Report, and return whether there is something left to do and time for it."""
        if self.on_progress is not None:
            self.on_progress(PlanProgress(phase, self.total, self.bound, self.effort, self.seconds))
        return bool(self.open()) and not self.stopped()

    def run(self) -> None:
        """Work until nothing is open or a limit is reached."""
        if is_small(self.problem):
            stand = exhaustive_search(self.problem, should_stop=self.stopped)
            if stand is not None:
                self.take(stand)
                self.upper = dict.fromkeys(self.upper, self.total)
        self.anneal(FIRST_RUNS)
        question_at = FIRST_QUESTION_NODES
        patience_s = FIRST_QUESTION_S
        while self.go_on("searching"):
            stuck = self.search(ROUND_NODES)
            self.anneal(1)
            if stuck or self.effort.nodes >= question_at:
                question_at = self.effort.nodes + FIRST_QUESTION_NODES
                self.ask(patience_s)
                patience_s *= 2

    def anneal(self, runs: int) -> None:
        """Complete so many more annealing runs."""
        end = self.annealer.runs + runs
        while self.annealer.runs < end and self.go_on("annealing"):
            self.annealer.advance(self.bound)
            if self.annealer.total > self.total:
                self.take(self.annealer.stand(), self.annealer.total)

    def search(self, nodes: int) -> bool:
        """Expand so many more nodes; return whether every open search is stuck."""
        end = self.effort.nodes + nodes
        while self.effort.nodes < end and self.go_on(PROVING):
            for own in self.open():
                if own not in self.searches:
                    self.start_search(own)
            able = [self.searches[own] for own in self.open() if not self.searches[own].stuck]
            if not able:
                return True
            first = min(able, key=lambda one: (-one.upper, one.expanded))
            stand = first.advance(
                self.total, SLICE_NODES, should_stop=lambda: not self.go_on(PROVING)
            )
            self.upper[first.own] = first.upper
            if stand is not None:
                self.take(stand)
        return False

    def start_search(self, own: Announcement) -> None:
        """Make the search for one announcement and look for better stands with a little effort."""
        search = self.searches[own] = CoverSearch(self.problem, own, self.upper[own])
        stand: Stand | None = self.stand
        while stand is not None and search.is_open(self.total) and not self.stopped():
            stand = search.dive(self.total, DIVE_NODES, should_stop=lambda: not self.go_on(PROVING))
            self.upper[own] = search.upper
            if stand is not None:
                self.take(stand)

    def ask(self, patience_s: float) -> None:
        """Ask CP-SAT about each open announcement, for so long at most."""
        for own in self.open():
            if own in self.in_box or not self.go_on("asking CP-SAT"):
                continue
            if own not in self.models:
                self.models[own] = self.make_model(own)
            end = self.seconds + patience_s
            if self.options.time_limit_s is not None:
                end = min(end, self.options.time_limit_s)
            while self.upper[own] > self.total and self.seconds < end and not self.stopped():
                self.questions += 1
                answer = self.models[own].ask(
                    self.total + 1,
                    self.upper[own],
                    time_limit_s=end - self.seconds,
                    seed=self.options.seed,
                    workers=self.options.workers,
                    should_stop=lambda: not self.go_on("asking CP-SAT"),
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
                f"the stand {stand} scores {total}, but {claimed} was claimed and {self.bound} "
                "is the bound"
            )
        return announced, total

    def result(self) -> StandPlan:
        """Return the plan."""
        if self.bound <= self.total:
            proof = Proof.ANY_LAYOUT
        elif not [own for own in self.open() if own not in self.in_box]:
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
            self.effort,
            self.seconds,
        )
