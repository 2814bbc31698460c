"""Post-mortem and review of a finished stand.

A post-mortem plans the best stand of a player's cards. A review shows the points lost by each
placement: the difference between the best stands reachable before and after it, with the cards in
their order. The best stand overall is a plan with proof; partial stands are completed by annealing.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.stand.annealing import Annealer
from chatuchak_solver.stand.bound import upper_bound
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.files import StandFile
from chatuchak_solver.stand.groups import GoodTallyAnswer, tally
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.plan import RUNS, PlanOptions, plan_stand
from chatuchak_solver.stand.plan_result import StandPlan, StandPlanAnswer
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand


class PostMortemAnswer(Answer, frozen=True):
    """The JSON form of a `PostMortem`."""

    name: str
    scored: int
    missed: Count
    plan: StandPlanAnswer


@dataclass(frozen=True, slots=True)
class PostMortem:
    """One player's score and the best stand of the same cards.

    Attributes
    ----------
    scored
        The player's total in the game.
    plan
        The best stand, with the other players' actual announcements.
    """

    name: str
    scored: int
    plan: StandPlan

    @property
    def missed(self) -> int:
        """Points of the best stand beyond the player's total, >= 0."""
        return self.plan.total - self.scored

    @property
    def stopped_by(self) -> StopReason | None:
        """The reason for an end without proof, or None."""
        return self.plan.stopped_by

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return PostMortemAnswer.of(self, plan=self.plan.to_dict()).to_dict()


def post_mortem(
    game: StandFile,
    seat: int,
    *,
    fixed_order: bool = False,
    options: PlanOptions | None = None,
    workers: int | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> PostMortem:
    """Plan the best stand of one player's cards.

    Parameters
    ----------
    seat
        The player's index in the file, from 0.
    fixed_order
        Whether the cards retain the order of the game.
    options, workers, stop, on_progress
        As for `chatuchak_solver.stand.plan.plan_stand`.

    Raises
    ------
    InvalidInstanceError
        If there is no such player, or the file lacks the player's placements.
    """
    problem, stand = laid_problem(game, seat, fixed_order=fixed_order)
    plan = plan_stand(
        problem, options, start=stand, workers=workers, stop=stop, on_progress=on_progress
    )
    return PostMortem(game.players[seat].name, game.score().players[seat].total, plan)


def laid_problem(game: StandFile, seat: int, *, fixed_order: bool) -> tuple[StandProblem, Stand]:
    """Return the problem and stand of one player's cards; errors as in `post_mortem`."""
    check_type(game, StandFile, name="game", hint="load_stand_file(path)")
    seat = check_int(seat, name="seat")
    check_type(fixed_order, bool, name="fixed_order")
    if not 0 <= seat < len(game.players):
        raise InvalidInstanceError(f"invalid seat {seat}: expected 0 to {len(game.players) - 1}")
    player = game.players[seat]
    if player.stand is None:
        raise InvalidInstanceError(
            f"{player.name}'s cards are not known: a post-mortem needs placements, not a picture"
        )
    scores = list(game.score().players)
    del scores[seat]
    others = {good for score in scores for good in score.announced}
    announced, own_goods = tuple(sorted(others)), game.variant.announced
    return StandProblem(player.stand.cards, fixed_order, announced, own_goods), player.stand


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


class StandReview(Answer, frozen=True):
    """Losses of a player's placements against the best stand of the same cards in order.

    Attributes
    ----------
    name
        The player.
    scored
        The player's total in the game.
    best
        The best total found for these cards in their order.
    status
        Whether ``best`` is proven optimal.
    bound
        A proven upper bound.
    stopped_by
        The reason for an early end, or None.
    lost
        The sum of the losses.
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
    if problem.score(bests[0])[1] < found.plan.total:
        # The place of the first card has no effect on the loss.
        bests[0] = _rotate_like(found.plan.stand, placements[0])
    scores = [problem.score(best)[1] for best in bests]
    losses = [0, *(before - after for before, after in pairwise(scores))]
    reviewed = []
    for number, placement in enumerate(placements):
        lost = losses[number]
        best = _next(bests, placements, number) if lost else placement
        reviewed.append(ReviewedPlacement(str(placement), scores[number], lost, str(best)))
    goods, scoring = tally(stand.picture()).goods, game.score().scoring_goods
    return StandReview(
        found.name,
        found.scored,
        scores[0],
        "optimal" if scores[0] >= found.plan.bound else "feasible",
        found.plan.bound,
        run.stopped_by or found.stopped_by,
        sum(losses),
        tuple(reviewed),
        tuple(ReviewedGood.of(goods[good], good=good, scored=good in scoring) for good in goods),
    )


def _bests(problem: StandProblem, stand: Stand, seed: int, run: Run) -> list[Stand]:
    laid, target = stand.placements, max(upper_bound(problem).values())
    # Backward: a completion of more cards also completes fewer.
    bests = [stand]
    for count in range(len(laid) - 1, 0, -1):
        run.report(len(laid) - count, len(laid), phase="reviewing")
        annealer, best = Annealer(problem, seed, laid[:count]), bests[0]
        total = problem.score(best)[1]
        while total < target and annealer.runs < RUNS and not run.should_stop():
            annealer.run(target)
            if annealer.total > total:
                best, total = annealer.stand(), annealer.total
        bests.insert(0, best)
    return bests


def _next(bests: list[Stand], laid: tuple[Placement, ...], number: int) -> Placement:
    best = bests[number - 1].placements
    right, down = laid[0].x - best[0].x, laid[0].y - best[0].y
    return best[number].moved(right, down)


def _rotate_like(stand: Stand, first: Placement) -> Stand:
    rotated = stand.placements
    while rotated[0].rotation != first.rotation:
        rotated = tuple(
            Placement(at.card, 1 - at.y - at.shape[0], at.x, ROTATIONS[at.rotation // 90 - 3])
            for at in rotated
        )
    return Stand.of(rotated)
