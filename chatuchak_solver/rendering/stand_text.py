"""Stands, their scores, placements, plans and reviews as colored text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.style import Style
from rich.text import Text

from chatuchak_solver.errors import counted
from chatuchak_solver.rendering.templates import report
from chatuchak_solver.stand.groups import MOUSE_POINTS, StandTally, tally
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, NO_CARD, kind_letter, space_text

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

    from chatuchak_solver.stand.certificate import CheckedPlan
    from chatuchak_solver.stand.next_card import RankedPlacement
    from chatuchak_solver.stand.picture import Picture
    from chatuchak_solver.stand.plan_result import StandPlan
    from chatuchak_solver.stand.post_mortem import PostMortem, StandReview
    from chatuchak_solver.stand.scoring import FinalScore
    from chatuchak_solver.stand.stand import Stand

_INKS = {
    "S": "white on red3", "B": "black on yellow1", "G": "white on purple",
    "C": "black on dark_orange", "M": "black on gray84",
}  # fmt: skip
STYLES = {good: Style.parse(f"bold {ink}") for good, ink in _INKS.items()}
EMPTY_STYLE = Style(color="gray62", bgcolor="gray19")


def picture_text(picture: Picture) -> Text:
    """Return a picture with colored goods; without color it reads like ``str``."""
    text = Text(no_wrap=True, overflow="ignore")
    wide = 2 if picture.mice else 1
    for number, row in enumerate(picture.rows):
        if number:
            text.append("\n")
        for space in row:
            if space == NO_CARD:
                text.append(" ." + " " * wide, "dim")
            else:
                style = STYLES.get(kind_letter(space), EMPTY_STYLE)
                text.append(f" {space_text(space):<{wide}} ", style)
    return text


def good_names(goods: Sequence[str]) -> str:
    """Return names and letters of goods, e.g. ``strawberry (S), grape (G)``."""
    return ", ".join(f"{KIND_NAMES[good]} ({good})" for good in goods) or "nothing"


def tally_table(found: StandTally, scoring: Sequence[str], total: int | None = None) -> Group:
    """Return a table of the value of each good.

    Goods that do not score are dimmed.
    """
    return report(
        "tally.txt", found=found, scoring=scoring, total=total, goods=GOODS, names=KIND_NAMES,
        mouse=MOUSE_POINTS,
    )  # fmt: skip


def _beside(picture: Picture | None, *parts: RenderableType) -> Columns:
    stand = [] if picture is None else [picture_text(picture)]
    return Columns([*stand, *parts], padding=(0, 4))


def verdict(final: FinalScore) -> str:
    """Return the winners and the reason."""
    names = " and ".join(final.players[index].name for index in final.winners)
    teams = [(team.players, team.total, team.mice) for team in final.teams]
    players = [((at,), player.total, player.mice) for at, player in enumerate(final.players)]
    sides = teams or players
    total, mice = next(side[1:] for side in sides if final.winners[0] in side[0])
    rivals = [side[1] for side in sides if not {*side[0]} & {*final.winners}]
    reason = f"with {counted(total, 'point')}"
    if total in rivals:
        reason += f", tied, and fewer mice ({mice})"
    head = "Winning team" if final.teams else "Winner"
    if len(final.winners) > len(sides[0][0]):
        head = "Shared victory"
    return f"{head}: {names} {reason}"


def score_report(final: FinalScore, pictures: Sequence[Picture | None]) -> Group:
    """Return all players' scores, the teams and the winners; empty stands have picture None."""

    def stand(seat: int) -> Columns:
        player = final.players[seat]
        table = tally_table(player.tally, final.scoring_goods, player.total)
        return _beside(pictures[seat], table)

    return report(
        "score_report.txt", final=final, names=good_names, goods=GOODS, stand=stand,
        verdict=verdict(final),
    )  # fmt: skip


def stand_report(name: str, picture: Picture, stand: Stand | None, *, layers: bool) -> Group:
    """Return a stand with the value of each good.

    Known placements are added in notation; ``layers`` adds the number of cards on each space.
    """
    heights = [Text(layer_text(stand), "dim")] if stand is not None and layers else []
    columns = _beside(picture, *heights, tally_table(tally(picture), tuple(GOODS)))
    return report("stand.txt", name=name, columns=columns, stand=stand)


def layer_text(stand: Stand) -> str:
    """Return the number of cards on each space, ``.`` for none."""
    left, top, right, bottom = stand.bounds
    heights = stand.layers()
    return "\n".join(
        " ".join(str(heights.get((x, y), ".")) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )


def legend() -> Text:
    """Return the meaning of the letters."""
    text = Text()
    for letter, name in KIND_NAMES.items():
        text.append(f" {letter} ", STYLES.get(letter, EMPTY_STYLE))
        text.append(f" {name}  ")
    return text.append("* mouse  . no card")


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
    table = tally_table(plan.tally, plan.scoring_goods, plan.total)
    stand = _beside(plan.stand.picture(), table)
    return report("plan.txt", plan=plan, stand=stand, names=good_names)


def post_mortem_report(found: PostMortem) -> Group:
    """Return a player's score and the best stand of its cards."""
    return report("post_mortem.txt", found=found, plan=plan_report(found.plan))


def review_report(found: StandReview) -> Group:
    """Return the points lost by each placement, and the goods' values."""
    return report("stand_review.txt", found=found, names=good_names)


def check_report(found: CheckedPlan) -> Group:
    """Return the result of checking a certificate."""
    return report("certificate.txt", found=found, names=good_names)
