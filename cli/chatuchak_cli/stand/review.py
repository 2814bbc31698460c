"""``stand review``: the loss of each placement."""

from dataclasses import replace
from functools import partial
from typing import Final

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import box_option, document_argument, json_option
from chatuchak_cli.stand.plan import LABELS, run_players
from chatuchak_solver.box import Box
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.rendering.stand_plan_text import review_report
from chatuchak_solver.stand.files import StandFile
from chatuchak_solver.stand.post_mortem import StandReview, review_stand

STEPS: Final = replace(LABELS, unit="steps")


class StandReviews(AssumedAnswer, frozen=True, kw_only=True):
    """The points lost by the placements of all players.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: tuple[StandReview, ...]


@click.command(name="review")
@document_argument
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--time-limit", type=float, default=60.0, show_default=True, metavar="S",
              help="For each player; inf for no limit.")  # fmt: skip
@box_option
@json_option
def command(*, file: str, player: str | None, time_limit: float, box: Box) -> int:
    r"""Show the loss of each placement, and the value of the goods.

    FILE is a finished game as read by `score stand`, or - for standard input. The loss of a
    placement is the score of the best stand that was possible before it, minus that after it, with
    the cards in their order and the actual announcements of the other players. Remaining points
    are the best found; the maximum of the whole game is proven, unless the exit code is 3.

    \b
    Examples:
      chatuchak stand review docs/examples/market_stand.json --player Ola --time-limit 1
      chatuchak stand review game.json --player Ola --time-limit 1 --json
    """
    document = read_document(file)
    game = document.load(StandFile.from_dict, directory=document.directory, deck=box.deck)
    jobs = partial(review_stand, game), review_report, StandReviews
    limits = Stop(time_s=time_limit)
    _, code = run_players(game, player, *jobs, limits, STEPS)
    return code
