"""``stand plan``: the best whole stand of given cards."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click
from rich.console import RenderableType

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument, output_option
from chatuchak_cli.shared.files import read_document, write_json
from chatuchak_cli.shared.options import json_option, workers_option
from chatuchak_cli.shared.output import (
    assumed_fields,
    console,
    emit_json,
    print_answer,
    print_assumed,
)
from chatuchak_cli.shared.pictures import with_note
from chatuchak_cli.shared.runner import ExitCode, JobLabels, Result, run_job
from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.io.files import write_file
from chatuchak_solver.rendering.stand_plan_text import plan_report, post_mortem_report
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.stand.certificate import certificate as certificate_of
from chatuchak_solver.stand.plan import PlanOptions, Solver, plan_stand
from chatuchak_solver.stand.plan_result import StandPlan
from chatuchak_solver.stand.post_mortem import PostMortemAnswer
from chatuchak_solver.stand.post_mortem import post_mortem as plan_again
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import StandFile

MORE_CARDS: Final = "stands of more than 8 cards are sought, and bounded, without further proof"
WORDS: Final = JobLabels(bound="at most {} possible", work_limit=MORE_CARDS)


class PostMortems(AssumedAnswer, frozen=True, kw_only=True):
    """The best stands of the cards of all players.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: tuple[PostMortemAnswer, ...]


@click.command(name="plan")
@document_argument
@click.option("--order", type=click.Choice(["free", "fixed"]),
              help="Whether the cards keep their order  [as the file says, or free].")  # fmt: skip
@click.option("--post-mortem", is_flag=True, help="FILE is a finished game, see below.")
@click.option("--player", metavar="NAME", help="With --post-mortem, this player alone.")
@click.option("--time-limit", type=float, default=120.0, show_default=True, metavar="S",
              help="Stop after S seconds, without proof; inf for no limit.")  # fmt: skip
@click.option("--solver", type=click.Choice(["cover", "cp-sat"]), default="cover",
              show_default=True, help="cover: the fastest, proofs for any layout; cp-sat: "
              "OR-Tools' CP-SAT, an independent solver, proofs inside a box.")  # fmt: skip
@workers_option("Cores for the search  [2]; with --solver cp-sat its threads  [1].")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the search.")
@output_option(
    "--svg", metavar="OUT", writes=(".svg",), help="Write the picture of the stand to an SVG file."
)
@output_option("--certificate", metavar="OUT", writes=(".json",),
             help="Write what the proof rests on, for `stand verify`.")  # fmt: skip
@box_option
@json_option
def command(
    *, file: str, order: str | None, post_mortem: bool, player: str | None, time_limit: float,
    solver: Solver, workers: int | None, seed: int, svg: Path | None,
    certificate: Path | None, box: Box, as_json: bool,
) -> int:  # fmt: skip
    r"""Find the best whole stand of up to 12 known cards, and say what is proven about it.

    FILE is a request, as JSON, or - for standard input:

    \b
      {"cards": ["c07", "c12", "c03", ...], "order": "free", "announced": ["B", "G"]}

    A proof holds for any layout, or with --solver cp-sat inside a box; the answer says which, and
    the box's size. At the time limit and after Ctrl-C you get the best stand so far and how much
    better one could be at most, with exit code 3 or 130. Of more than 8 cards, which no game has,
    the best is sought and bounded, seldom proven.

    With --post-mortem FILE is a finished game as `score stand` reads it: what could the cards
    that were played have scored, all other players announcing what they did?

    \b
    Examples:
      chatuchak stand plan request.json
      chatuchak stand plan request.json --order fixed --time-limit 10 --json
      chatuchak stand plan request.json --svg best.svg --certificate proof.json
      chatuchak stand plan request.json --solver cp-sat
      chatuchak stand plan game.json --post-mortem --player Ola
    """
    if player is not None and not post_mortem:
        raise click.UsageError("--player goes with --post-mortem")
    if certificate is not None and post_mortem:
        raise click.UsageError("--certificate goes with a request, not with --post-mortem")
    document, directory = read_document(file)
    is_game = "players" in document.fields
    if post_mortem and not is_game:
        raise document.error("this is no finished game: leave --post-mortem out")
    if is_game and not post_mortem:
        raise document.error("this is a finished game: add --post-mortem, or give a request")
    options = PlanOptions(seed=seed, solver=solver, workers=workers)
    limits = Stop(time_s=time_limit)
    read = StandFile.from_dict if post_mortem else StandRequest.from_dict
    given = read(document.value, directory=directory, deck=box.deck, source=document.source)
    if isinstance(given, StandFile):
        return _plan_game(given, player, order, options, limits, svg=svg, as_json=as_json)
    if not given.cards:
        raise document.error('there is nothing to plan: give "cards" or a "stand"')
    fixed = given.fixed_order if order is None else order == "fixed"
    problem = StandProblem(given.cards, fixed, given.announced, given.own_goods)
    start = given.stand if problem.is_solved_by(given.stand) else None
    plan, code = run_job(partial(plan_stand, problem, options, start=start), limits, WORDS)
    assumed = deck_reasons(given.deck)
    print_answer(plan, lambda: plan_report(plan), as_json=as_json, assumed=assumed)
    # After the answer, which must not be lost if a file cannot be written.
    if certificate is not None:
        write_json(certificate, certificate_of(plan))
    if svg is not None:
        drawing = stands_svg([_panel(f"{plan.total} points", plan)])
        write_file(svg, with_note(drawing, assumed))
    return code


def _plan_game(
    game: StandFile,
    player: str | None,
    order: str | None,
    options: PlanOptions,
    limits: Stop,
    *,
    svg: Path | None,
    as_json: bool,
) -> ExitCode:
    """Print the best stands of the players' cards; draw each next to the player's own."""
    plan = partial(plan_again, game, fixed_order=order == "fixed", options=options)
    found, code = run_players(game, player, plan, post_mortem_report, limits, as_json=as_json)
    if as_json:
        players = [result.to_dict() for result in found]
        assumed = deck_reasons(game.deck)
        emit_json(PostMortems.of(game, players=players, **assumed_fields(assumed)))
    if svg is not None:
        panels = []
        scoring = game.score().scoring_goods
        for seat, one in zip(game.seats(player), found, strict=False):
            laid = game.players[seat]
            name = f"{one.name}: {one.scored} points"
            panels.append(StandPanel.of(name, laid.picture, laid.stand, scoring))
            panels.append(_panel(f"at best: {one.plan.total}", one.plan))
        write_file(svg, with_note(stands_svg(panels), deck_reasons(game.deck)))
    return code


def run_players(
    game: StandFile,
    player: str | None,
    job: Callable[..., Result],
    report: Callable[[Result], RenderableType],
    limits: Stop,
    words: JobLabels = WORDS,
    *,
    as_json: bool,
) -> tuple[Sequence[Result], ExitCode]:
    """Run a job for one player, or for each in turn; print each report unless ``as_json``.

    The limits are for each player. Ctrl-C ends the series with the current player.
    """
    code = ExitCode.DONE
    found: list[Result] = []
    for seat in game.seats(player):
        result, outcome = run_job(partial(job, seat), limits, words)
        found.append(result)
        code = max(code, outcome)
        if not as_json:
            console().print(report(result))
        if outcome is ExitCode.INTERRUPTED:
            break
    if not as_json:
        print_assumed(deck_reasons(game.deck))
    return found, code


def _panel(name: str, plan: StandPlan) -> StandPanel:
    """Return the picture of a plan's stand, with the parts of its points."""
    return StandPanel.of(name, plan.stand.picture(), plan.stand, plan.scoring_goods)
