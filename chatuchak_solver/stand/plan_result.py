"""What a plan returns: a stand, and what is proven about it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from chatuchak_solver.codec import Answer, Count, JsonObject
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
    """For which stands it is proven that none is better."""

    ANY_LAYOUT = "any layout"
    """For all of them."""
    BOX = "box"
    """For those that fit into a square box of a stated size."""
    NONE = "none"
    """The plan was stopped before a proof."""


class PlanEffort(Answer, frozen=True):
    """What the search did.

    Attributes
    ----------
    layouts
        Layouts scored by annealing.
    nodes
        Nodes expanded by the cover search.
    questions
        Questions put to CP-SAT.
    conflicts
        Conflicts that CP-SAT met.
    """

    layouts: int
    nodes: int
    questions: int
    conflicts: int


Points = Annotated[int, Meta(ge=-10_000, le=10_000)]


class AnnouncementBound(Answer, frozen=True):
    """What is proven for one choice of goods.

    Attributes
    ----------
    announced
        The goods that the owner would announce.
    most
        No stand whose owner announces them scores more, for any layout, or no more than the plan.
    rests_on
        ``sum`` where that follows from what the cards can show, ``search`` where from a tree.
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
        Whether the cards are laid in any order, or in the given one.
    stand
        The placements, in the order of laying; ``notation`` is the same in one line.
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
    """The best stand found, and what is proven about it.

    Attributes
    ----------
    problem
        The cards and rules.
    stand
        The stand, in the order of laying; its least x and y are 0.
    announced
        What the owner announces.
    total
        The points, for scoring goods and mice.
    bound
        No stand surpasses this, for any layout: proven.
    proof
        For which stands it is proven that none is better than this one.
    box
        With `Proof.BOX` the rows and columns of the box, else None.
    effort
        What the search did.
    seconds
        Wall time.
    stopped_by
        Why it ended before a proof; None with one.
    bounds
        What is proven for every choice of goods.
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
        """Whether the stand is proven to be a best one, if only inside a box."""
        return self.proof is not Proof.NONE

    @property
    def gap(self) -> int:
        """Points between the total and the bound for any layout."""
        return self.bound - self.total

    @property
    def relative_gap(self) -> float:
        """`gap` by the total's size; by 1 where the total is 0."""
        return self.gap / max(1, abs(self.total))

    @property
    def tally(self) -> StandTally:
        """What the stand shows."""
        return tally(self.stand.picture())

    @property
    def statement(self) -> str:
        """What is proven, in one sentence."""
        if self.proof is Proof.ANY_LAYOUT:
            return f"Proven best for any layout: no {self.problem.question} scores more."
        most = f"at most {self.bound} points are possible for any layout"
        if self.proof is Proof.BOX:
            return (
                f"Proven best inside a box of {self.box} x {self.box} spaces: no "
                f"{self.problem.question} that fits into it scores more; {most}."
            )
        return f"Not proven best: {most} ({self.gap} more, a gap of {self.relative_gap:.1%})."

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether the stand is proven to be a best one, if only inside a box."""
        return "optimal" if self.is_proven else "feasible"

    @property
    def scoring_goods(self) -> tuple[str, ...]:
        """The goods that score, by letter."""
        return tuple(sorted({*self.announced, *self.problem.announced}))

    @property
    def goods(self) -> dict[str, GoodTally]:
        """What the stand has of each scoring good."""
        return {good: self.tally.goods[good] for good in self.scoring_goods}

    @property
    def not_announced(self) -> dict[str, GoodTally]:
        """What it has of each other good: the points it would bring if anybody announced it."""
        found = self.tally.goods
        return {good: found[good] for good in found if good not in self.scoring_goods}

    @property
    def notation(self) -> str:
        """The stand as text, in the order of laying."""
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
