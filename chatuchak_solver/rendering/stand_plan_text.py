"""Reports of placements, plans and reviews of stands."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from chatuchak_solver.rendering.stand_text import good_names, picture_text, tally_table
from chatuchak_solver.rendering.tables import text_table
from chatuchak_solver.rendering.templates import text
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
    more = ["after one more"] if ranked[0].outlook is not None else []
    if ranked[0].futures is not None:
        more = ["whole stand", "95% interval", "?futures"]
    table = text_table("", "<card", "?<from", "x", "y", "turned", "total", "?mice", *more)
    for number, option in enumerate(ranked, start=1):
        placement = option.placement
        cells = [number, placement.card.id, "hand" if placement.card.id in hand else "market"]
        cells += [placement.x, placement.y, placement.rotation, option.total, option.mice]
        outlook = [] if option.outlook is None else [f"{option.outlook:.1f}"]
        if option.low is not None:
            outlook += [f"{option.low:.1f}..{option.high:.1f}", str(option.futures)]
        table.add_row(*map(str, cells), *outlook)
    best = ranked[0].placement
    return Group(
        table,
        Text(),
        Text(f"The first of {legal} different placements: {best}", "bold"),
        picture_text(stand.place(best).picture()),
    )


def plan_report(plan: StandPlan) -> Group:
    """Return a planned stand with placements, score and proof."""
    rest = sorted(plan.not_announced.items(), key=lambda item: -item[1].points)
    worth = [f"{good_names([good])} {tally.points} more" for good, tally in rest if tally.points]
    others = good_names(plan.problem.announced)
    announced = f", announcing {good_names(plan.announced)}"
    announced += f"; others announce {others}" if plan.problem.announced else ""
    head = Text.assemble((f"{plan.total} points", "bold"), announced)
    table = tally_table(plan.tally, plan.scoring_goods, plan.total)
    return Group(
        head,
        Text(),
        Columns([picture_text(plan.stand.picture()), table], padding=(0, 4)),
        Text(),
        Text(f"Placements: {plan.stand}"),
        Text(f"Other goods, if announced: {', '.join(worth) or 'no points'}."),
        Text(plan.statement, "bold"),
    )


def post_mortem_report(found: PostMortem) -> Group:
    """Return a player's score and the best stand of its cards."""
    size = found.plan.box
    if found.missed:
        missed = f"{found.missed} more were possible"
    elif not found.plan.is_proven:
        missed = "no better stand was found"
    else:
        inside = "" if size is None else f" inside a box of {size} x {size} spaces"
        missed = f"nothing better was possible{inside}"
    head = Text.assemble((found.name, "bold"), f": scored {found.scored} points; {missed}")
    return Group(head, Text(), plan_report(found.plan), Text())


def review_report(found: StandReview) -> Group:
    """Return the points lost by each placement, and the goods' values."""
    most = f"at most {found.bound}" if found.best < found.bound else "proven"
    head = Text.assemble(
        (found.name, "bold"),
        f": scored {found.scored} points; these cards in this order could have scored "
        f"{found.best} ({most})",
    )
    table = text_table("", "<placement", "lost", "still possible", "<better")
    for number, review in enumerate(found.placements, start=1):
        lost = str(review.lost) if review.lost else ""
        instead = review.best if review.lost else ""
        table.add_row(str(number), review.placement, lost, str(review.remaining), instead)
    worth = [
        f"{good_names([value.good])} {value.points}" + ("" if value.scored else " (not announced)")
        for value in sorted(found.goods, key=lambda value: -value.points)
    ]
    return Group(head, Text(), table, Text(), Text(f"Values of the goods: {', '.join(worth)}."))


def check_report(found: CheckedPlan) -> Group:
    """Return the result of checking a certificate."""
    words = text("certificate.txt", found=found, names=good_names)
    return Group(Text(words.rstrip()), Text(found.statement, "bold"))
