"""Ranked placements and plans as a person at the table reads them."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from chatuchak_solver.rendering.stand_text import good_names, picture_text, tally_table
from chatuchak_solver.rendering.tables import text_table
from chatuchak_solver.stand.certificate import CheckedPlan
from chatuchak_solver.stand.next_card import RankedPlacement
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.post_mortem import PostMortem
from chatuchak_solver.stand.stand import Stand
from chatuchak_solver.stand.stand_review import StandReview


def placement_report(
    stand: Stand, ranked: Sequence[RankedPlacement], *, legal: int, hand: frozenset[str]
) -> Group:
    """Return the best placements as a table and the best one as a picture.

    Parameters
    ----------
    stand
        What is laid already.
    ranked
        The placements to list, the best first.
    legal
        How many legal placements there are.
    hand
        The ids of the cards from the hand; all others are from the market.
    """
    more = ["after one more"] if ranked[0].outlook is not None else []
    if ranked[0].futures is not None:
        more = ["whole stand", "95% interval", "?futures"]
    table = text_table("", "<card", "?<from", "x", "y", "turned", "total", "?mice", *more)
    for number, one in enumerate(ranked, start=1):
        placement = one.placement
        cells = [number, placement.card.id, "hand" if placement.card.id in hand else "market"]
        cells += [placement.x, placement.y, placement.rotation, one.total, one.mice]
        outlook = [] if one.outlook is None else [f"{one.outlook:.1f}"]
        if one.low is not None:
            outlook += [f"{one.low:.1f}..{one.high:.1f}", str(one.futures)]
        table.add_row(*map(str, cells), *outlook)
    best = ranked[0].placement
    return Group(
        table,
        Text(),
        Text(f"The first of {legal} different placements: {best}", "bold"),
        picture_text(stand.place(best).picture()),
    )


def plan_report(plan: StandPlan) -> Group:
    """Return a planned stand, how to lay it, why it scores so, and what is proven."""
    problem = plan.problem
    rest = sorted(plan.not_announced.items(), key=lambda one: -one[1].points)
    worth = [f"{good_names([good])} {one.points} more" for good, one in rest if one.points]
    head = Text(f"{plan.total} points", "bold")
    head.append(f", announcing {good_names(plan.announced)}", "not bold")
    if problem.announced:
        head.append(f"; others announce {good_names(problem.announced)}", "not bold")
    parts: list[RenderableType] = [
        picture_text(plan.stand.picture()),
        tally_table(plan.tally, plan.scoring_goods, plan.total),
    ]
    return Group(
        head,
        Text(),
        Columns(parts, padding=(0, 4)),
        Text(),
        Text(f"Lay them so: {plan.stand}"),
        Text(f"What would have paid if announced: {', '.join(worth) or 'no other good'}."),
        Text(plan.statement, "bold"),
    )


def post_mortem_report(found: PostMortem) -> Group:
    """Return one player's score beside the best stand of the same cards."""
    head = Text(found.name, "bold")
    missed = f"{found.missed} more were possible" if found.missed else "no better stand was found"
    if not found.missed and found.plan.is_proven:
        missed = "nothing better was possible"
        if found.plan.box is not None:
            missed += f" inside a box of {found.plan.box} x {found.plan.box} spaces"
    head.append(f": scored {found.scored} points; {missed}", "not bold")
    return Group(head, Text(), plan_report(found.plan), Text())


def review_report(found: StandReview) -> Group:
    """Return what each placement of a player's cards lost, and what the goods were worth."""
    head = Text(found.found.name, "bold")
    most = f"at most {found.bound}" if found.best < found.bound else "proven"
    head.append(
        f": scored {found.found.scored} points; these cards in this order could have scored "
        f"{found.best} ({most})",
        "not bold",
    )
    table = text_table("", "<laid", "lost", "still possible", "<instead")
    for number, one in enumerate(found.placements, start=1):
        lost = str(one.lost) if one.lost else ""
        instead = one.best if one.lost else ""
        table.add_row(str(number), one.placement, lost, str(one.remaining), instead)
    worth = [
        f"{good_names([one.good])} {one.points}" + ("" if one.scored else " (not announced)")
        for one in sorted(found.goods, key=lambda one: -one.points)
    ]
    return Group(head, Text(), table, Text(), Text(f"What goods were worth: {', '.join(worth)}."))


def check_report(found: CheckedPlan) -> Group:
    """Return what the check of a certificate showed."""
    lines = [Text(f"wrong: {fault}", "bold") for fault in found.faults]
    lines.append(Text(f"The stand scores {found.total} points by the plain rules."))
    for one in found.bounds:
        goods = good_names(one.announced) or "nothing"
        line = f"Announcing {goods}: at most {one.checked}, checked"
        line += f" through {one.checked_nodes:,} nodes." if one.checked_nodes else "."
        if one in found.unchecked:
            line += f" The certificate says {one.claimed}, by a search"
            line += f" of {one.nodes:,} nodes." if one.nodes else "."
        lines.append(Text(line))
    lines.append(Text(f"Cards, as the certificate shows them: {' '.join(found.problem.card_ids)}."))
    lines.append(Text(found.statement, "bold"))
    return Group(*lines)
