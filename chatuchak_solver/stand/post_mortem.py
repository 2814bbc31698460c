"""Post-mortem: the best possible total of a player's cards."""

from dataclasses import dataclass

from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.execution.limits import OnProgress, Stop, StopReason
from chatuchak_solver.stand.groups import Announcement
from chatuchak_solver.stand.plan import PlanOptions, plan_stand
from chatuchak_solver.stand.plan_result import StandPlan, StandPlanAnswer
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.score_file import StandFile
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
    final = game.score()
    others: set[str] = {
        good
        for other, score in enumerate(final.players)
        if other != seat
        for good in score.announced
    }
    announced: Announcement = tuple(good for good in final.scoring_goods if good in others)
    cards = player.stand.cards
    return StandProblem(cards, fixed_order, announced, game.variant.announced), player.stand
