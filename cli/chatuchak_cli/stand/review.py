"""``stand review``: the loss of each placement."""

from dataclasses import replace
from functools import partial
from typing import Final

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, emit_json
from chatuchak_cli.stand.plan import WORDS, run_players
from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.rendering.stand_plan_text import review_report
from chatuchak_solver.stand.score_file import StandFile
from chatuchak_solver.stand.stand_review import StandReviewAnswer, review_stand

TIME_LIMIT_S: Final = 60.0
STEPS: Final = replace(WORDS, unit="steps")


class StandReviews(AssumedAnswer, frozen=True, kw_only=True):
    """The points that the placements of all players lost.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: tuple[StandReviewAnswer, ...]


@click.command(name="review")
@document_argument
@click.option("--player", metavar="NAME", help="This player alone.")
@click.option("--time-limit", type=float, default=TIME_LIMIT_S, show_default=True, metavar="S",
              help="For each player; inf for no limit.")  # fmt: skip
@box_option
@json_option
def command(*, file: str, player: str | None, time_limit: float, box: Box, as_json: bool) -> int:
    r"""Tell what each card that was laid cost, and what the goods were worth.

    FILE is a finished game as `score stand` reads it, or - for standard input. What a placement
    lost is what the best stand that could still be laid before it scores beyond the best one
    after it, the cards in the order in which they came and all other players announcing what they
    did. Points still possible are those that were found; the most of all is proven, unless the
    answer says otherwise (exit code 3).

    \b
    Examples:
      chatuchak stand review docs/examples/market_stand.json --player Ola --time-limit 1
      chatuchak stand review game.json --player Ola --time-limit 1 --json
    """
    document, directory = read_document(file)
    game = StandFile.from_dict(
        document.value, directory=directory, deck=box.deck, source=document.source
    )
    review, limits = partial(review_stand, game), Stop(time_s=time_limit)
    found, code = run_players(game, player, review, review_report, limits, STEPS, as_json=as_json)
    if as_json:
        players = [result.to_dict() for result in found]
        emit_json(StandReviews.of(game, players=players, **assumed_fields(deck_reasons(game.deck))))
    return code
