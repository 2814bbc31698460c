"""``stand place``: the best next placements."""

from functools import partial
from typing import Literal

import click
import msgspec

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import RenamedOption, json_option
from chatuchak_cli.shared.output import assumed_fields, print_answer, print_assumed
from chatuchak_cli.shared.runner import JobLabels, long_job
from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count
from chatuchak_solver.execution.limits import Stop, StopReason
from chatuchak_solver.rendering.stand_plan_text import placement_report
from chatuchak_solver.stand.next_card import NextCard, RankedPlacementAnswer
from chatuchak_solver.stand.request import StandRequest


class SourcedPlacement(RankedPlacementAnswer, frozen=True, kw_only=True):
    """A ranked placement.

    Attributes
    ----------
    source
        The place of the card: ``hand`` or ``market``.
    """

    source: Literal["hand", "market"] = msgspec.field(name="from")


class PlaceAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """Placements, the best first.

    Attributes
    ----------
    stopped_by
        Why the look-ahead or the rollouts ended early, or None.
    legal
        The number of legal placements.
    placements
        The placements, the best first.
    """

    stopped_by: StopReason | None
    legal: Count
    placements: tuple[SourcedPlacement, ...]


@click.command(name="place")
@document_argument
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Rows to list.")
@click.option("--look-ahead", type=click.IntRange(min=0), default=60, show_default=True,
              metavar="N", help="For the N best totals also find the mean best total after one "
              "more card, and list by that; 0 lists by total.")  # fmt: skip
@click.option("--rollouts", "rollouts", cls=RenamedOption, old=["--outlook"], is_flag=True,
              help="Rank by mean final score over rollouts.")  # fmt: skip
@click.option("--samples", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Rollouts for --rollouts; all possible ones if there are fewer.")  # fmt: skip
@click.option("--time-limit", type=float, metavar="S", help="For --rollouts, in seconds.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of the futures drawn.")
@box_option
@json_option
def command(
    *, file: str, top: int, look_ahead: int, rollouts: bool, time_limit: float | None,
    box: Box, as_json: bool, **futures: int,
) -> int:  # fmt: skip
    r"""Rank every legal placement of the cards in hand and market.

    FILE is a request, as JSON, or - for standard input:

    \b
      {"stand": [{"card": "c07", "x": 0, "y": 0, "rotation": 90}, "c21@2:1r0", ...],
       "hand": ["c12"], "market": ["c03", "c21", "c30"], "announced": ["B", "G"]}

    The total is what you would have if the game ended then, with your best announcement. Looking
    ahead, the next card is the best of the others at hand and of one drawn at random from the
    deck's cards that the request does not name.

    With --rollouts the N most promising placements are built on to eight cards, each laid where it
    promises most, in futures that are the same for all: the mean total, with its 95% interval.

    \b
    Examples:
      chatuchak stand place request.json
      chatuchak stand place request.json --look-ahead 0 --top 1 --json
      chatuchak stand place request.json --rollouts --samples 50 --top 3
      chatuchak game market-stand view game.json --request | chatuchak stand place -
    """
    document, directory = read_document(file)
    request = StandRequest.from_dict(
        document.value, directory=directory, deck=box.deck, source=document.source
    )
    assumed = deck_reasons(request.deck)
    words = JobLabels(unit="stands" if rollouts else "placements")
    with long_job(Stop(time_s=time_limit) if rollouts else None, words) as job:
        found = NextCard(
            request.stand,
            request.candidates,
            announced=request.announced,
            own_goods=request.own_goods,
            unseen=request.unseen,
        )
        ranked, most = found.ranked, max(look_ahead, top)
        if rollouts:
            ranked = found.play_on(most, **futures, stop=job.stop, on_progress=job.show)
        elif look_ahead:
            ranked = found.look_ahead(most, stop=job.stop)
        code = job.end(found.stopped_by, before="all placements were looked at")
        ranked, legal = ranked or found.ranked, len(found.ranked)
    if not len(request.stand):  # rotations of a first card are equivalent
        ranked = tuple(one for one in ranked if one.placement.rotation == 0)
        legal = len(request.candidates)
    hand = frozenset(card.id for card in request.hand)
    ranked = ranked[:top]
    answer = PlaceAnswer(
        legal=legal,
        placements=tuple(
            SourcedPlacement.of(
                one,
                source="hand" if one.placement.card.id in hand else "market",
                **one.placement.to_dict(),
            )
            for one in ranked
        ),
        stopped_by=found.stopped_by,
        **assumed_fields(assumed),
    )
    report = partial(placement_report, request.stand, ranked, legal=legal, hand=hand)
    print_answer(answer, report, as_json=as_json)
    if not as_json:
        print_assumed(assumed)
    return code
