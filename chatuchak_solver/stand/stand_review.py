"""Review of a finished stand: the points lost by each placement, and the value of the goods.

A placement's loss is the difference between the best stands reachable before and after it, with the
cards in their order. The best stand overall is a plan with proof; partial stands are completed by
annealing.
"""

from dataclasses import dataclass
from typing import Literal

from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.groups import GoodTallyAnswer, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.post_mortem import PostMortem, laid_problem, post_mortem
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.score_file import StandFile
from chatuchak_solver.stand.stand import Stand


class ReviewedPlacement(Answer, frozen=True):
    """One placement of a stand, with an optimal alternative.

    Attributes
    ----------
    placement
        The placement, in notation.
    remaining
        The best total found that was still reachable after it.
    lost
        The loss of the placement, >= 0.
    best
        A placement of the same card without loss.
    """

    placement: str
    remaining: int
    lost: Count
    best: str


class ReviewedGood(GoodTallyAnswer, frozen=True):
    """The points of a good of the stand.

    Attributes
    ----------
    good
        Its letter.
    scored
        Whether a player announced it.
    """

    good: str
    scored: bool


class StandReviewAnswer(Answer, frozen=True):
    """The JSON form of a `StandReview`.

    Attributes
    ----------
    name
        The player.
    scored
        The player's total in the game.
    """

    name: str
    scored: int
    best: int
    status: Literal["optimal", "feasible"]
    bound: int
    stopped_by: StopReason | None
    lost: Count
    placements: tuple[ReviewedPlacement, ...]
    goods: tuple[ReviewedGood, ...]


@dataclass(frozen=True, slots=True)
class StandReview:
    """Losses of a player's placements against the best stand of the same cards in order.

    Attributes
    ----------
    found
        The player's score and the best stand.
    placements
        Every placement, in order.
    goods
        The value of every good, scored or not.
    stopped_by
        The reason for an early end, or None.
    """

    found: PostMortem
    placements: tuple[ReviewedPlacement, ...]
    goods: tuple[ReviewedGood, ...]
    stopped_by: StopReason | None

    @property
    def best(self) -> int:
        """The best total found for these cards in their order."""
        return self.placements[0].remaining

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether ``best`` is proven optimal for these cards in their order."""
        return "optimal" if self.best >= self.bound else "feasible"

    @property
    def bound(self) -> int:
        """A proven upper bound for these cards in their order."""
        return self.found.plan.bound

    @property
    def lost(self) -> int:
        """The sum of the losses."""
        return sum(placement.lost for placement in self.placements)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        found = self.found
        return StandReviewAnswer.of(self, name=found.name, scored=found.scored).to_dict()


def review_stand(
    game: StandFile,
    seat: int,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> StandReview:
    """Review one player's placements.

    Parameters
    ----------
    seat
        The player's index in the file, from 0.
    stop
        Limits; the review then uses the best stands found.
    on_progress
        Called with the finished placements, then with the plan's progress.

    Raises
    ------
    InvalidInstanceError
        If there is no such player, or the file lacks the player's placements.
    """
    run = Run.begin(stop, on_progress)
    problem, stand = laid_problem(game, seat, fixed_order=True)
    placements = stand.placements
    bests = _bests(problem, stand, seed, run)
    found = post_mortem(game, seat, fixed_order=True, stop=run.remaining(), on_progress=on_progress)
    plan = found.plan
    if problem.score(bests[0])[1] < plan.total:
        # The place of the first card has no effect on the loss.
        bests[0] = _rotate_like(plan.stand, placements[0])
    scores = [problem.score(best)[1] for best in bests]
    reviewed = []
    for number, placement in enumerate(placements):
        lost = scores[number - 1] - scores[number] if number else 0
        best = _next(bests, placements, number) if lost else placement
        reviewed.append(ReviewedPlacement(str(placement), scores[number], lost, str(best)))
    goods, scoring = tally(stand.picture()).goods, game.score().scoring_goods
    return StandReview(
        found,
        tuple(reviewed),
        tuple(ReviewedGood.of(goods[good], good=good, scored=good in scoring) for good in goods),
        run.stopped_by or found.stopped_by,
    )


def _bests(problem: StandProblem, stand: Stand, seed: int, run: Run) -> list[Stand]:
    laid, target = stand.placements, upper_bound(problem).total
    # Backward: a completion of more cards also completes fewer.
    bests = [stand]
    for count in range(len(laid) - 1, 0, -1):
        run.report(len(laid) - count, len(laid), phase="reviewing")
        annealer = Annealer(problem, seed, laid[:count])
        while annealer.runs == 0 and not run.should_stop():
            annealer.advance(target)
        best = bests[0]
        if annealer.evaluated and annealer.total > problem.score(best)[1]:
            best = annealer.stand()
        bests.insert(0, best)
    return bests


def _next(bests: list[Stand], laid: tuple[Placement, ...], number: int) -> Placement:
    best = bests[number - 1].placements
    right, down = laid[0].x - best[0].x, laid[0].y - best[0].y
    moved = best[number]
    return Placement(moved.card, moved.x + right, moved.y + down, moved.rotation)


def _rotate_like(stand: Stand, first: Placement) -> Stand:
    rotated = stand.placements
    while rotated[0].rotation != first.rotation:
        rotated = tuple(
            Placement(at.card, 1 - at.y - at.shape[0], at.x, ROTATIONS[at.rotation // 90 - 3])
            for at in rotated
        )
    return Stand.of(rotated)
