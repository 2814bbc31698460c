"""``stand review``: which card laid where cost how much."""

from __future__ import annotations

from typing import Final

import click

from chatuchak_cli.shared.answers import StandReviews
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import Job
from chatuchak_cli.stand.plan_sources import finished_game, seats_to_plan
from chatuchak_cli.stand.planning import run_plan
from chatuchak_solver.rendering.stand_plan_text import review_report
from chatuchak_solver.run import Stop
from chatuchak_solver.stand.stand_review import StandReview, review_stand

__all__ = ["command"]

TIME_LIMIT_S: Final = 60.0
WORDS: Final = JobWords(unit="steps", bound="at most {} possible")


@click.command(name="review")
@click.argument("file")
@click.option("--player", metavar="NAME", help="This player alone.")
@click.option("--time-limit", type=float, default=TIME_LIMIT_S, show_default=True, metavar="S",
              help="For each player; inf for no limit.")  # fmt: skip
@json_option
def command(*, file: str, player: str | None, time_limit: float, as_json: bool) -> int:
    r"""Tell what each card that was laid cost, and what the goods were worth.

    FILE is a finished game as `score stand` reads it, or - for standard input. What a placement
    lost is what the best stand that could still be laid before it scores beyond the best one
    after it, the cards in the order in which they came and everybody else announcing what they
    did. Points still possible are those that were found; the most of all is proven, unless the
    answer says otherwise (exit code 3).

    \b
    Examples:
      chatuchak stand review docs/examples/market_stand.json --time-limit 5
      chatuchak stand review game.json --player Ola --time-limit 5 --json
    """
    document, directory = read_document(file)
    game = finished_game(document, directory)
    code = ExitCode.DONE
    found: list[StandReview] = []
    for seat in seats_to_plan(game, player):

        def review(job: Job, seat: int = seat) -> StandReview:
            return review_stand(game, seat, stop=job.stop, on_progress=job.show)

        one, outcome = run_plan(review, Stop(time_s=time_limit), WORDS)
        found.append(one)
        code = max(code, outcome)
        if not as_json:
            console().print(review_report(one))
        if outcome is ExitCode.INTERRUPTED:
            break
    if as_json:
        emit_json(StandReviews(players=found))
    return code
