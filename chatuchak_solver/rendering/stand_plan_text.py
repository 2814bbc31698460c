"""Reports of placements, plans and reviews of stands."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group

from chatuchak_solver.rendering.stand_text import good_names, picture_text, tally_table
from chatuchak_solver.rendering.templates import report
from chatuchak_solver.stand.certificate import CheckedPlan
from chatuchak_solver.stand.next_card import RankedPlacement
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.post_mortem import PostMortem, StandReview
from chatuchak_solver.stand.stand import Stand


def placement_report(
    stand: Stand, ranked: Sequence[RankedPlacement], *, legal: int, hand: frozenset[str]
) -> Group:
    """Return a table of the best placements and a picture of the best one.

    ``hand`` has the ids of cards in the hand; others are from the market.
    """
    picture = picture_text(stand.place(ranked[0].placement).picture())
    return report("placements.txt", ranked=ranked, legal=legal, hand=hand, picture=picture)


def plan_report(plan: StandPlan) -> Group:
    """Return a planned stand with placements, score and proof."""
    rest = sorted(plan.not_announced.items(), key=lambda item: -item[1].points)
    table = tally_table(plan.tally, plan.scoring_goods, plan.total)
    stand = Columns([picture_text(plan.stand.picture()), table], padding=(0, 4))
    rest = [(good, tally) for good, tally in rest if tally.points]
    return report("plan.txt", plan=plan, stand=stand, names=good_names, rest=rest)


def post_mortem_report(found: PostMortem) -> Group:
    """Return a player's score and the best stand of its cards."""
    return report("post_mortem.txt", found=found, plan=plan_report(found.plan))


def review_report(found: StandReview) -> Group:
    """Return the points lost by each placement, and the goods' values."""
    return report("stand_review.txt", found=found, names=good_names)


def check_report(found: CheckedPlan) -> Group:
    """Return the result of checking a certificate."""
    return report("certificate.txt", found=found, names=good_names)
