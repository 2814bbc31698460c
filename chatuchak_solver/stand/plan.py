"""The best whole stand of given cards, with proof as far as limits allow.

Annealing, with lower cards of its stands laid anew by a tree, finds within a second a stand that
usually cannot be surpassed. The combinatorial bound proves most of them best; the cover search
proves nearly all others, or finds what is better. Both hold for any layout; of more than eight
cards the bound alone is a proof. Instead of the cover search OR-Tools' CP-SAT can be asked: an
independent solver, whose proofs hold inside a box.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, get_args

from chatuchak_solver.arguments import checked_type, checked_whole
from chatuchak_solver.errors import InputError, InvalidInstanceError, VerificationError
from chatuchak_solver.foreign import escaped
from chatuchak_solver.run import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import Goods, scoring_goods, upper_bound
from chatuchak_solver.stand.card import CARD_COLUMNS
from chatuchak_solver.stand.cover_search import LANES, CoverSearch
from chatuchak_solver.stand.cover_tree import PACE_S, Lane
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.large_neighborhood import lay_anew
from chatuchak_solver.stand.plan_result import AnnouncementBound, PlanEffort, Proof, StandPlan
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

Solver = Literal["cover", "cp-sat"]
"""What proves that no stand is better: the cover search, or OR-Tools' CP-SAT."""

SOLVERS: Final[tuple[str, ...]] = get_args(Solver)

FEW_CARDS: Final = 4
"""Up to this many cards the cover search ends sooner than a run of annealing would."""

MANY_RUNS: Final = 8
"""Annealing runs of each lane for more cards than the cover search takes, some ten seconds."""

FIRST_RUNS: Final = 20
LATER_RUNS: Final = 20
NEAR: Final = 2
"""Short runs of each lane before the first node, and whenever enough nodes were expanded; and how
many points below the best of all a run's best stand may be for its lower cards to be laid anew.

What is worse seldom leads to a better one.
"""

FIRST_CLIMB: Final = 500_000
"""Steps for finding better stands before the bound is lowered from above."""

LATER_CLIMB: Final = 5_000_000
GROWTH: Final = 2
"""Steps before annealing goes on, and how many times as many before it does so again.

What takes long is to find the best stand as often as to prove it.
"""

CLIMB_SHARE: Final = 8
"""Steps that climb for each one from above."""

PROGRESS_S: Final = 0.05
"""Seconds between two reports of one phase."""

ANNEALING: Final = "annealing"
PROVING: Final = "proving for any layout"
ASKING: Final = "asking CP-SAT"

USUAL_BOX: Final = 8
"""Rows and columns of CP-SAT's box, unless the best stand before it needs more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """How a plan is made.

    Attributes
    ----------
    seed
        Of annealing and CP-SAT.
    solver
        What proves that no stand is better, or finds one: ``"cover"``, the fastest, for any
        layout, or ``"cp-sat"``, OR-Tools' CP-SAT, which knows nothing of the cover search and
        whose proofs hold inside a box of a stated size.
    workers
        Lanes of the cover search, each with a core if there is one; None for `LANES`. Equal
        seeds and workers give equal plans on any machine. Annealing has `LANES` lanes in any
        case. Threads of CP-SAT; None for one. With more, equal seeds may give unequal plans.

    Raises
    ------
    InputError
        If the solver is unknown or a number is out of range.
    """

    seed: int = 0
    solver: Solver = "cover"
    workers: int | None = None

    def __post_init__(self) -> None:
        if checked_whole(self.seed, what="the seed") < 0:
            raise InputError(f"a seed is 0 or more, found {self.seed}")
        if self.solver not in SOLVERS:
            names = " or ".join(SOLVERS)
            raise InputError(f"unknown solver {escaped(repr(self.solver))}; expected {names}")
        if self.workers is not None:
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
        When to end before a proof; its work is nodes expanded by the cover search, or conflicts
        met by CP-SAT. Without a limit of time equal seeds give equal plans.
    on_progress
        Told the phase, the work, the best total so far and the bound.

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
    checked_type(problem, StandProblem, what="the problem", hint="StandProblem(cards)")
    options = PlanOptions() if options is None else options
    checked_type(options, PlanOptions, what="the options", hint="PlanOptions(seed=1)")
    planner = _Planner(problem, options, Run.begin(stop, on_progress))
    if start is not None:
        if not problem.is_solved_by(start):
            raise InvalidInstanceError(f"{start} does not lay the cards in question")
        planner.take(start)
    planner.run()
    return planner.result()


class _Planner:
    """One run of `plan_stand`."""

    def __init__(self, problem: StandProblem, options: PlanOptions, clock: Run) -> None:
        self.clock = clock
        self.problem = problem
        self.options = options
        # What the cover search takes is laid anew in part after each run.
        short = options.solver == "cover" and len(problem.cards) <= STAND_CARDS
        self.annealers = [
            Annealer(problem, 2 * options.seed + lane, short=short) for lane in range(LANES)
        ]
        self.reported = ("", 0.0)
        self.upper = dict(upper_bound(problem, stop=self.clock.rest()).by_announcement)
        self.sums = dict(self.upper)
        # With equal scoring goods announcements share a search.
        self.searches: dict[Goods, CoverSearch] = {}
        self.neighborhoods: dict[Goods, list[Lane]] = {}
        self.side: int | None = None
        self.in_box: set[Announcement] = set()
        self.questions = 0
        self.conflicts = 0
        # One alone at first, which often is enough.
        self.annealers[0].advance(self.bound)
        self.stand = self.annealers[0].stand()
        self.announced, self.total = self._rescored(self.stand, self.annealers[0].total)

    @property
    def bound(self) -> int:
        """What no stand surpasses, for any layout."""
        return max(self.upper.values())

    @property
    def nodes(self) -> int:
        """Nodes expanded so far."""
        return sum(search.expanded for search in self.searches.values())

    @property
    def steps(self) -> int:
        """Steps of the cover search so far."""
        return sum(search.steps for search in self.searches.values())

    @property
    def work(self) -> int:
        """Work done so far, of whichever solver does it."""
        return self.nodes + self.conflicts

    def open(self) -> list[Announcement]:
        """Return the announcements that may still bring more, the most promising first.

        What cannot bring more inside CP-SAT's box is not open any longer.
        """
        above = [own for own, upper in self.upper.items() if upper > self.total]
        able = [own for own in above if own not in self.in_box]
        return sorted(able, key=lambda own: -self.upper[own])

    def must_end(self, phase: str) -> bool:
        """Report, unless that was just told; return whether the plan has to end."""
        seconds = self.clock.seconds
        told, when = self.reported
        if told != phase or seconds >= when + PROGRESS_S:
            self.reported = (phase, seconds)
            self.clock.tell(self.work, phase=phase, best=self.total, bound=self.bound)
        return self.clock.must_end(self.work)

    def go_on(self, phase: str) -> bool:
        """Report, and return whether there is something left to do and time for it."""
        return bool(self.open()) and not self.must_end(phase)

    def part(self, phase: str) -> Stop:
        """Return the stop of a part of the plan."""
        return Stop(work=self.clock.work_left(self.work), interrupt=lambda: self.must_end(phase))

    def run(self) -> None:
        """Work until nothing is open or a limit is reached."""
        if self.options.solver == "cp-sat":
            self.anneal()
            self.ask()
            return
        if len(self.problem.cards) > STAND_CARDS:
            self.anneal(MANY_RUNS)
            self.clock.end(StopReason.WORK)
            return
        if len(self.problem.cards) > FEW_CARDS:
            self.anneal(FIRST_RUNS)
        steps = LATER_CLIMB
        while self.go_on("searching"):
            stuck = self.search(steps)
            steps *= GROWTH
            self.anneal(LATER_RUNS)
            if stuck:
                self.clock.end(StopReason.MEMORY)

    def anneal(self, runs: int = 1) -> None:
        """Complete this many more annealing runs in each lane, side by side."""
        end = self.annealers[0].runs + runs
        with ThreadPoolExecutor(LANES, thread_name_prefix="annealing") as pool:
            while self.annealers[0].runs < end and self.go_on(ANNEALING):
                list(pool.map(lambda lane: lane.advance(self.bound), self.annealers))
                for lane in self.annealers:
                    if lane.total > self.total:
                        self.take(lane.stand(), lane.total)
                near = [
                    one for one in self.annealers if one.short and one.total + NEAR >= self.total
                ]
                self.lay_anew([lane.stand() for lane in near], pool)

    def lay_anew(self, stands: list[Stand], pool: ThreadPoolExecutor) -> None:
        """Lay lower cards of stands anew, in lanes side by side."""
        waiting: list[list[Iterator[Stand | None]]] = [[] for _ in range(LANES)]
        for stand in stands:
            own = self.problem.score(stand)[0]
            goods = scoring_goods(self.problem, own)
            if self.alike(goods) and self.go_on(ANNEALING):
                if goods not in self.neighborhoods:
                    self.neighborhoods[goods] = self.search_of(goods).more_lanes()
                for part, lane in enumerate(self.neighborhoods[goods]):
                    waiting[part].append(lay_anew(lane, stand, self.total, part, LANES))
        lanes = busy = [(chain.from_iterable(lane), list[Stand]()) for lane in waiting]
        while busy and self.go_on(ANNEALING):
            more = list(pool.map(laid_for_a_while, busy))
            busy = [lane for lane, goes_on in zip(busy, more, strict=True) if goes_on]
        # In the order of lanes, not of time: equal seeds give equal plans.
        for stand in chain.from_iterable(found for _, found in lanes):
            self.take(stand)

    def alike(self, goods: Goods) -> list[Announcement]:
        """Return the open announcements with which these goods score.

        None where a stand hides so many goods that it has fewer to announce than the cards do.
        """
        return [own for own in self.open() if scoring_goods(self.problem, own) == goods]

    def search_of(self, goods: Goods) -> CoverSearch:
        """Return the cover search for all open announcements with which these goods score."""
        found = self.searches.get(goods)
        choices = self.alike(goods)
        # The fewer these are, the smaller is its tree.
        if found is None or (not found.steps and len(choices) < len(found.choices)):
            found = self.searches[goods] = CoverSearch(
                *(self.problem, choices[0], self.upper[choices[0]], choices[1:]),
                lanes=self.options.workers or LANES,
                stop=self.part(PROVING),
            )
        return found

    def search(self, steps: int) -> bool:
        """Take this many more steps; return whether every open search is stuck."""
        end = self.steps + steps
        while self.steps < end and self.go_on(PROVING):
            goods = dict.fromkeys(scoring_goods(self.problem, own) for own in self.open())
            able = [one for one in map(self.search_of, goods) if not one.stuck]
            if not able:
                return True
            self.search_part(able)
        return False

    def search_part(self, able: list[CoverSearch]) -> None:
        """Expand the nodes of a slice for one of the announcements.

        What asks for one more than the best so far settles an announcement in one tree, and finds
        what is better; a few nodes in turn lower the greatest bound, so long as that is cheap.
        """
        climbed = sum(search.climbed for search in self.searches.values())
        top = min(able, key=lambda one: (-one.upper, one.steps))
        cheap = CLIMB_SHARE * (self.steps - climbed) < climbed
        if climbed >= FIRST_CLIMB and cheap and top.upper > self.total + 1:
            stand = top.advance(self.total, stop=self.part(PROVING), one_round=True)
        else:
            top = min(able, key=lambda one: one.climbed)
            stand = top.climb(self.total, stop=self.part(PROVING), one_round=True)
        for own in top.choices:
            self.upper[own] = min(self.upper[own], top.upper)
        self.take(stand)

    def ask(self) -> None:
        """Ask CP-SAT about each open announcement until it is answered: imports OR-Tools."""
        from chatuchak_solver.stand.cp_model.model import StandModel

        while self.go_on(ASKING):
            if self.side is None:
                self.side = self.box_side()
            own = self.open()[0]
            model = StandModel(self.problem, own, self.side)
            while self.upper[own] > self.total and not self.must_end(ASKING):
                self.questions += 1
                answer = model.ask(
                    self.total + 1,
                    self.upper[own],
                    stop=self.part(ASKING),
                    seed=self.options.seed,
                    workers=self.options.workers or 1,
                )
                self.conflicts += answer.conflicts
                if answer.stopped_by is not None:
                    self.clock.end(answer.stopped_by)
                elif answer.stand is None:
                    self.in_box.add(own)
                    break
                else:
                    self.take(answer.stand)

    def box_side(self) -> int:
        """Return the rows and columns of CP-SAT's box; the best stand so far fits in."""
        left, top, right, bottom = self.stand.bounds
        widest = len(self.problem.cards) * CARD_COLUMNS
        return max(min(USUAL_BOX, widest), right - left + 1, bottom - top + 1)

    def take(self, stand: Stand | None, claimed: int | None = None) -> None:
        """Make a stand, if there is one, the best one if it is better."""
        if stand is None:
            return
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
        for search in self.searches.values():
            self.take(search.take_found())
        proof = Proof.NONE
        if not self.open():
            proof = Proof.ANY_LAYOUT if self.bound <= self.total else Proof.BOX
        evaluated = sum(one.evaluated for one in self.annealers)
        return StandPlan(
            self.problem,
            self.stand,
            self.announced,
            self.total,
            max(self.bound, self.total),
            proof,
            self.side if proof is Proof.BOX else None,
            PlanEffort(evaluated, self.nodes, self.questions, self.conflicts),
            self.clock.seconds,
            self.clock.stopped_by if self.open() else None,
            tuple(self.proven(own) for own in self.upper),
        )

    def proven(self, own: Announcement) -> AnnouncementBound:
        """Return what is proven for one choice of goods."""
        most = min(self.upper[own], self.sums[own])
        search = self.searches.get(scoring_goods(self.problem, own))
        nodes = search.expanded if search is not None and most < self.sums[own] else 0
        return AnnouncementBound(own, most, "sum" if most == self.sums[own] else "search", nodes)


def laid_for_a_while(lane: tuple[Iterator[Stand | None], list[Stand]]) -> bool:
    """Go on with what a lane lays anew for some 25 ms, and add what it finds to its list.

    Returns whether there is more to do.
    """
    laying, found = lane
    end = time.perf_counter() + PACE_S
    for stand in laying:
        if stand is not None:
            found.append(stand)
        if time.perf_counter() >= end:
            return True
    return False
