"""Result of a plan: a stand and its proven bounds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import counted
from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.stand.groups import (
    Announcement,
    GoodTally,
    GoodTallyAnswer,
    StandTally,
    tally,
)
from chatuchak_solver.stand.placement import PlacementAnswer
from chatuchak_solver.stand.problem import Order, StandProblem
from chatuchak_solver.stand.stand import Stand


class Proof(StrEnum):
    """Scope of the proof of optimality."""

    ANY_LAYOUT = "any layout"
    """All layouts."""
    BOX = "box"
    """Layouts inside a square box of a stated size."""
    NONE = "none"
    """Stopped before a proof."""


class PlanEffort(Answer, frozen=True):
    """Search effort.

    Attributes
    ----------
    layouts
        Layouts scored by annealing.
    nodes
        Nodes expanded by the cover search.
    questions
        Questions to CP-SAT.
    conflicts
        Conflicts of CP-SAT.
    """

    layouts: int
    nodes: int
    questions: int
    conflicts: int


Points = Annotated[int, Meta(ge=-10_000, le=10_000)]


class AnnouncementBound(Answer, frozen=True):
    """Proven bound for one choice of announced goods.

    Attributes
    ----------
    announced
        The goods that the owner would announce.
    most
        An upper bound on the total of such stands, for any layout, or the plan's total if higher.
    rests_on
        ``sum`` if the bound follows from the cards' visible options, ``search`` if from a tree.
    nodes
        The nodes of that tree.
    """

    announced: Announcement
    most: Points
    rests_on: Literal["sum", "search"]
    nodes: Annotated[int, Meta(ge=0, le=10**18)]


class StandPlanAnswer(Answer, frozen=True):
    """The JSON form of a `StandPlan`.

    Attributes
    ----------
    mice
        Visible mice.
    order
        Whether the order of the cards is free or fixed.
    stand
        The placements, in order; ``notation`` is the same in one line.
    visible
        The stand as seen, row by row.
    """

    status: Literal["optimal", "feasible"]
    total: int
    bound: int
    gap: Count
    relative_gap: float
    proof: Proof
    box: Count | None
    statement: str
    announced: Announcement
    scoring_goods: Announcement
    goods: dict[str, GoodTallyAnswer]
    not_announced: dict[str, GoodTallyAnswer]
    mice: Count
    order: Order
    stand: tuple[PlacementAnswer, ...]
    notation: str
    visible: tuple[str, ...]
    effort: PlanEffort
    seconds: float
    stopped_by: StopReason | None
    bounds: tuple[AnnouncementBound, ...]
    digits: ClassVar[dict[str, int]] = {"relative_gap": 6, "seconds": 3}


@dataclass(frozen=True, slots=True)
class StandPlan:
    """The best stand found, and its proven bounds.

    Attributes
    ----------
    stand
        The stand, with a minimum x and y of 0.
    announced
        The owner's announcement.
    total
        The points of scoring goods and mice.
    bound
        A proven upper bound on the total of any stand, for any layout.
    proof
        The scope of the proof of optimality.
    box
        The rows and columns of the box with `Proof.BOX`, otherwise None.
    effort
        The search effort.
    seconds
        Wall time.
    stopped_by
        The reason for an end without proof, or None.
    bounds
        The bound for every choice of goods.
    """

    problem: StandProblem
    stand: Stand
    announced: Announcement
    total: int
    bound: int
    proof: Proof
    box: int | None
    effort: PlanEffort
    seconds: float
    stopped_by: StopReason | None
    bounds: tuple[AnnouncementBound, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Whether the stand is proven optimal, possibly only inside a box."""
        return self.proof is not Proof.NONE

    @property
    def gap(self) -> int:
        """Points between the total and the bound for any layout."""
        return self.bound - self.total

    @property
    def relative_gap(self) -> float:
        """`gap` relative to the size of the total, or to 1 for a total of 0."""
        return self.gap / max(1, abs(self.total))

    @property
    def tally(self) -> StandTally:
        """The stand's tally."""
        return tally(self.stand.picture())

    @property
    def statement(self) -> str:
        """The proven result, in one sentence."""
        if self.proof is Proof.ANY_LAYOUT:
            return f"Proven best for any layout: no {self.problem.question} scores more."
        most = f"at most {counted(self.bound, 'point is', 'points are')} possible for any layout"
        if self.proof is Proof.BOX:
            return (
                f"Proven best inside a box of {self.box} x {self.box} spaces: no "
                f"{self.problem.question} that fits into it scores more; {most}."
            )
        return f"Not proven best: {most} ({self.gap} more, a gap of {self.relative_gap:.1%})."

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether the stand is proven optimal, possibly only inside a box."""
        return "optimal" if self.is_proven else "feasible"

    @property
    def scoring_goods(self) -> tuple[str, ...]:
        """The scoring goods, by letter."""
        return tuple(sorted({*self.announced, *self.problem.announced}))

    @property
    def goods(self) -> dict[str, GoodTally]:
        """The tally of each scoring good."""
        return {good: self.tally.goods[good] for good in self.scoring_goods}

    @property
    def not_announced(self) -> dict[str, GoodTally]:
        """The tally of each other good: its points if a player announced it."""
        found = self.tally.goods
        return {good: found[good] for good in found if good not in self.scoring_goods}

    @property
    def notation(self) -> str:
        """The stand in notation."""
        return str(self.stand)

    @property
    def visible(self) -> list[str]:
        """The stand as seen, row by row."""
        return self.stand.picture().text_rows()

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return StandPlanAnswer.of(
            self, stand=self.stand.to_list(), mice=self.tally.mice, order=self.problem.order
        ).to_dict()
