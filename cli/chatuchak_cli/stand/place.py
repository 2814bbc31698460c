"""``stand place``: the best next placements."""

from functools import partial
from typing import Literal

import click
import msgspec

from chatuchak_cli.shared import files, options, output, runner
from chatuchak_solver.box import AssumedAnswer, Box, deck_reasons
from chatuchak_solver.codec import Count
from chatuchak_solver.execution.limits import Stop, StopReason
from chatuchak_solver.rendering.stand_text import placement_report
from chatuchak_solver.stand.files import StandRequest
from chatuchak_solver.stand.next_card import NextCard, RankedPlacementAnswer


class SourcedPlacement(RankedPlacementAnswer, frozen=True, kw_only=True):
    """A ranked placement.

    Attributes
    ----------
    source
        The place of the card: ``hand`` or ``market``.
    """

    source: Literal["hand", "market"] = msgspec.field(name="from")


class PlaceAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """Ranked placements.

    Attributes
    ----------
    stopped_by
        The reason for an early end, or None.
    legal
        The number of legal placements.
    placements
        The placements, the best first.
    """

    stopped_by: StopReason | None
    legal: Count
    placements: tuple[SourcedPlacement, ...]


@options.command("place", context_settings=options.renamed(outlook="rollouts"))
@options.document_argument
@click.option("--top", type=click.IntRange(1), default=10, help="Rows.")
@click.option("--look-ahead", type=click.IntRange(min=0), default=60,
              metavar="N", help="Rank the N best totals by the mean total after one more card; "
              "0 ranks by total.")  # fmt: skip
@click.option("--rollouts", is_flag=True, help="Rank by mean final score over rollouts.")
@click.option("--samples", type=click.IntRange(min=1), default=100, metavar="N",
              help="Rollouts for --rollouts; all possible ones if there are fewer.")  # fmt: skip
@click.option("--time-limit", type=float, metavar="S",
              help="Stop the look-ahead or the rollouts after S seconds.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=False,
              help="Seed of the futures.")  # fmt: skip
def command(
    *, file: str, top: int, look_ahead: int, rollouts: bool, time_limit: float | None,
    box: Box, **futures: int,
) -> int:  # fmt: skip
    r"""Rank all legal placements of the cards in hand and market.

    FILE is a request, as JSON, or - for standard input:

    \b
      {"stand": [{"card": "c07", "x": 0, "y": 0, "rotation": 90}, "c21@2:1r0", ...],
       "hand": ["c12"], "market": ["c03", "c21", "c30"], "announced": ["B", "G"]}

    The total assumes that the game ends now, with your best announcement. The look-ahead adds the
    best of one more card: the other available cards and one random card that the request does not
    name.

    With --rollouts the N most promising placements are completed to eight cards, each further card
    on its most promising place, in futures that are the same for all placements. The result is the
    mean total with its 95% interval.

    \b
    Examples:
      chatuchak stand place request.json
      chatuchak stand place request.json --look-ahead 0 --top 1 --json
      chatuchak stand place request.json --rollouts --samples 50 --top 3
      chatuchak game market-stand view game.json --request | chatuchak stand place -
    """
    options.require("--rollouts", rollouts, "samples", "seed")
    options.require("--rollouts or --look-ahead", rollouts or look_ahead > 0, "time_limit")
    document = files.read_document(file)
    request = document.load(StandRequest.from_dict, directory=document.directory, deck=box.deck)
    unit = "stands" if rollouts else "placements"
    with runner.long_job(Stop(time_s=time_limit), unit=unit) as job:
        found = NextCard(
            request.stand,
            request.candidates,
            announced=request.announced,
            own_goods=request.own_goods,
            unseen=request.unseen,
        )
        ranked, number = found.ranked, max(look_ahead, top)
        if rollouts:
            ranked = found.play_on(number, **futures, stop=job.stop, on_progress=job.show)
        elif look_ahead:
            ranked = found.look_ahead(number, stop=job.stop)
        code = job.end(found.stopped_by, before="all placements were evaluated")
        ranked, legal = ranked or found.ranked, len(found.ranked)
    if not len(request.stand):  # rotations of a first card are equivalent
        ranked = tuple(option for option in ranked if option.placement.rotation == 0)
        legal = len(request.candidates)
    hand = frozenset(card.id for card in request.hand)
    ranked = ranked[:top]
    answer = PlaceAnswer(
        legal=legal,
        placements=tuple(
            SourcedPlacement.of(
                option,
                source="hand" if option.placement.card.id in hand else "market",
                **option.placement.to_dict(),
            )
            for option in ranked
        ),
        stopped_by=found.stopped_by,
    )
    report = partial(placement_report, request.stand, ranked, legal=legal, hand=hand)
    output.print_answer(answer, report, deck_reasons(request.deck))
    return code
