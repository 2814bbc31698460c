"""The review of a finished stand: which card laid where cost how much, and what goods were worth.

What a placement lost is what the best stand that could still be laid before it scores beyond the
best one after it, the player's cards in the order in which they came. The best of all is a plan
with its proof; those from a stand begun are annealing's, which of so few cards seldom misses one.
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
    """One placement of a stand, beside the best one.

    Attributes
    ----------
    placement
        Where the card was laid, in one word.
    remaining
        The most points found that could still be had after it.
    lost
        How many fewer than before it; never less than 0.
    best
        A placement of the same card that loses nothing.
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
    """What a player's placements lost against the best stand of the same cards in their order.

    Attributes
    ----------
    found
        The player's score and the best stand.
    placements
        Every placement, in the order of laying.
    goods
        What every good was worth, whether it scored or not.
    stopped_by
        Why it was ended before it was done; None where it was not.
    """

    found: PostMortem
    placements: tuple[ReviewedPlacement, ...]
    goods: tuple[ReviewedGood, ...]
    stopped_by: StopReason | None

    @property
    def best(self) -> int:
        """The most points found for these cards in their order."""
        return self.placements[0].remaining

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether no stand of these cards in their order is proven to score more than ``best``."""
        return "optimal" if self.best >= self.bound else "feasible"

    @property
    def bound(self) -> int:
        """No stand of these cards in their order scores more: proven."""
        return self.found.plan.bound

    @property
    def lost(self) -> int:
        """The points lost by all placements together."""
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
    """Review how one player laid their cards.

    Parameters
    ----------
    game
        The finished game.
    seat
        The player's place in the file, from 0.
    seed
        Of annealing.
    stop
        When to make do with what was found.
    on_progress
        Told the placements done, then how the plan goes.

    Raises
    ------
    InvalidInstanceError
        If there is no such player, or their cards are not known because the file gives the stand
        as seen.
    """
    run = Run.begin(stop, on_progress)
    problem, stand = laid_problem(game, seat, fixed_order=True)
    laid = stand.placements
    bests = _bests(problem, stand, seed, run)
    found = post_mortem(game, seat, fixed_order=True, stop=run.rest(), on_progress=on_progress)
    plan = found.plan
    if problem.score(bests[0])[1] < plan.total:
        # However the first card is laid, nothing is lost.
        bests[0] = _turned_like(plan.stand, laid[0])
    scores = [problem.score(best)[1] for best in bests]
    reviewed = []
    for number, one in enumerate(laid):
        lost = scores[number - 1] - scores[number] if number else 0
        best = _next(bests, laid, number) if lost else one
        reviewed.append(ReviewedPlacement(str(one), scores[number], lost, str(best)))
    goods, scoring = tally(stand.picture()).goods, game.score().scoring_goods
    return StandReview(
        found,
        tuple(reviewed),
        tuple(ReviewedGood.of(goods[good], good=good, scored=good in scoring) for good in goods),
        run.stopped_by or found.stopped_by,
    )


def _bests(problem: StandProblem, stand: Stand, seed: int, run: Run) -> list[Stand]:
    """Return the best stands found after each placement, the first card's first."""
    laid, target = stand.placements, upper_bound(problem).total
    # From the last placement backward: what is found of more cards laid holds for fewer too.
    bests = [stand]
    for count in range(len(laid) - 1, 0, -1):
        run.tell(len(laid) - count, len(laid), phase="reviewing")
        annealer = Annealer(problem, seed, laid[:count])
        while annealer.runs == 0 and not run.must_end():
            annealer.advance(target)
        best = bests[0]
        if annealer.evaluated and annealer.total > problem.score(best)[1]:
            best = annealer.stand()
        bests.insert(0, best)
    return bests


def _next(bests: list[Stand], laid: tuple[Placement, ...], number: int) -> Placement:
    """Return the best stand's next placement after ``number`` cards, on the player's own table."""
    best = bests[number - 1].placements
    right, down = laid[0].x - best[0].x, laid[0].y - best[0].y
    moved = best[number]
    return Placement(moved.card, moved.x + right, moved.y + down, moved.rotation)


def _turned_like(stand: Stand, first: Placement) -> Stand:
    """Return a stand turned so that its first card lies as another placement of it."""
    turned = stand.placements
    while turned[0].rotation != first.rotation:
        turned = tuple(
            Placement(one.card, 1 - one.y - one.shape[0], one.x, ROTATIONS[one.rotation // 90 - 3])
            for one in turned
        )
    return Stand.of(turned)
