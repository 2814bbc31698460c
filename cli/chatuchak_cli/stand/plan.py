"""``stand plan``, ``review`` and ``verify``: best stands, lost points, and proofs."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType

from chatuchak_cli.shared import files, options, output, pictures
from chatuchak_cli.shared.runner import ExitCode, Result, exit_code, long_job, run_job
from chatuchak_solver import StandPlan, StandProblem
from chatuchak_solver.box import AssumedAnswer, Box, deck_reasons
from chatuchak_solver.codec import to_builtins
from chatuchak_solver.execution.limits import Stop, count_workers
from chatuchak_solver.rendering import stand_text
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.stand import post_mortem as post_mortems
from chatuchak_solver.stand.certificate import certificate as certificate_of
from chatuchak_solver.stand.certificate import check
from chatuchak_solver.stand.files import StandFile, StandRequest
from chatuchak_solver.stand.plan import PlanOptions, Solver, plan_stand

LABELS = {
    "bound": "at most {} possible",
    "work_limit": "stands of more than 8 cards are bounded, without further proof",
}


class PostMortems(AssumedAnswer, frozen=True, kw_only=True):
    """The best stands of the cards of all players.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: tuple[post_mortems.PostMortemAnswer, ...]


class StandReviews(AssumedAnswer, frozen=True, kw_only=True):
    """The points lost by the placements of all players.

    Attributes
    ----------
    players
        One entry a player.
    """

    players: tuple[post_mortems.StandReview, ...]


@options.command("plan")
@options.document_argument
@click.option("--order", type=click.Choice(["free", "fixed"]),
              help="Order of the cards  [as in FILE, or free].")  # fmt: skip
@click.option("--post-mortem", is_flag=True, help="FILE is a finished game; see below.")
@click.option("--player", metavar="NAME", help="With --post-mortem, only this player.")
@click.option("--time-limit", type=float, default=120.0, metavar="S",
              help="Stop after S seconds, without proof; inf for no limit.")  # fmt: skip
@click.option("--solver", type=click.Choice(["cover", "cp-sat"]), default="cover",
              help="cover: fastest, proofs for any layout; cp-sat: OR-Tools' "
              "CP-SAT, an independent solver, proofs inside a box.")  # fmt: skip
@options.workers_option(help="Cores for the search  [2]; with --solver cp-sat its threads  [1].")
@click.option("--seed", type=int, default=0, help="Seed of the search.")
@options.svg_option(metavar="OUT", help="Write the picture of the stand to an SVG file.")
@options.output_option("--certificate", metavar="OUT", writes=(".json",),
             help="Write the basis of the proof, for `stand verify`.")  # fmt: skip
def plan(
    *, file: str, order: str | None, post_mortem: bool, player: str | None, time_limit: float,
    solver: Solver, workers: int | None, seed: int, svg: Path | None,
    certificate: Path | None, box: Box,
) -> int:  # fmt: skip
    r"""Find the best stand of up to 12 known cards, with proof.

    FILE is a request, as JSON, or - for standard input:

    \b
      {"cards": ["c07", "c12", "c03", ...], "order": "free", "announced": ["B", "G"]}

    A proof is valid for any layout, or with --solver cp-sat inside a box, whose size the answer
    states. At the time limit or after Ctrl-C the answer is the best stand so far with a bound, with
    exit code 3 or 130. Plans of more than 8 cards, which no game has, are rarely proven.

    With --post-mortem, FILE is a finished game as read by `score stand`: the answer is the best
    stand of each player's cards, with the actual announcements of the other players.

    \b
    Examples:
      chatuchak stand plan request.json
      chatuchak stand plan request.json --order fixed --time-limit 10 --json
      chatuchak stand plan request.json --svg best.svg --certificate proof.json
      chatuchak stand plan request.json --solver cp-sat
      chatuchak stand plan game.json --post-mortem --player Ola
    """
    options.require("--post-mortem", post_mortem, "player")
    options.reject_with("post_mortem", "certificate")
    document = files.read_document(file)
    is_game = "players" in document.fields
    if post_mortem and not is_game:
        raise document.error("--post-mortem needs a finished game")
    if is_game and not post_mortem:
        raise document.error("a finished game needs --post-mortem")
    search: Any = {"options": PlanOptions(seed=seed, solver=solver), "workers": workers}
    limits = Stop(time_s=time_limit)
    read: Callable[..., Any] = (StandFile if post_mortem else StandRequest).from_dict
    given = document.load(read, directory=document.directory, deck=box.deck)
    if isinstance(given, StandFile):
        again = partial(post_mortems.post_mortem, given, fixed_order=order == "fixed", **search)
        jobs = again, stand_text.post_mortem_report, PostMortems
        found, code = run_players(given, player, *jobs, limits)
        if svg is not None:
            panels = []
            scoring = given.score().scoring_goods
            for seat, result in zip(given.seats(player), found, strict=False):
                own = given.players[seat]
                name = f"{result.name}: {output.counted(result.scored, 'point')}"
                panels.append(StandPanel.of(name, own.picture, own.stand, scoring))
                panels.append(_panel(f"at best: {result.plan.total}", result.plan))
            pictures.save_picture(svg, lambda: stands_svg(panels), deck_reasons(given.deck))
        return code
    if not given.cards:
        raise document.error('no cards to plan: expected "cards", or a "stand" with cards')
    fixed = given.fixed_order if order is None else order == "fixed"
    problem = StandProblem(given.cards, fixed, given.announced, given.own_goods)
    start = given.stand if problem.is_solved_by(given.stand) else None
    plan, code = run_job(partial(plan_stand, problem, start=start, **search), limits, **LABELS)
    assumed = deck_reasons(given.deck)
    output.print_answer(plan, lambda: stand_text.plan_report(plan), assumed)
    # Print the answer first, in case a file cannot be written.
    if certificate is not None:
        files.write_json(certificate, certificate_of(plan))
    points = output.counted(plan.total, "point")
    pictures.save_picture(svg, lambda: stands_svg([_panel(points, plan)]), assumed)
    return code


def run_players(
    game: StandFile, player: str | None, job: Callable[..., Result],
    report: Callable[[Result], RenderableType], answer: type[AssumedAnswer], limits: Stop,
    unit: str = "nodes",
) -> tuple[Sequence[Result], ExitCode]:  # fmt: skip
    """Run a job for one or all players; print each report, or with ``--json`` the answer.

    The limits are per player. Ctrl-C ends the series after the current player.
    """
    code = ExitCode.DONE
    found: list[Result] = []
    for seat in game.seats(player):
        result, outcome = run_job(partial(job, seat), limits, unit=unit, **LABELS)
        found.append(result)
        code = max(code, outcome)
        if not output.is_json():
            output.console().print(report(result))
        if outcome is ExitCode.INTERRUPTED:
            break
    if output.is_json():
        output.emit_json(answer.of(game, players=to_builtins(found)), deck_reasons(game.deck))
    output.print_assumed(deck_reasons(game.deck))
    return found, code


def _panel(name: str, plan: StandPlan) -> StandPanel:
    return StandPanel.of(name, plan.stand.picture(), plan.stand, plan.scoring_goods)


@options.command("review")
@options.document_argument
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--time-limit", type=float, default=60.0, metavar="S",
              help="For each player; inf for no limit.")  # fmt: skip
def review(*, file: str, player: str | None, time_limit: float, box: Box) -> int:
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
    document = files.read_document(file)
    game = document.load(StandFile.from_dict, directory=document.directory, deck=box.deck)
    jobs = partial(post_mortems.review_stand, game), stand_text.review_report, StandReviews
    return run_players(game, player, *jobs, Stop(time_s=time_limit), "steps")[1]


@options.command("verify", box=False)
@options.document_argument
@click.option("--time-limit", type=float, default=60.0, metavar="S",
              help="Stop after S seconds and report the verified part.")  # fmt: skip
def verify(*, file: str, time_limit: float) -> int:
    r"""Check a certificate of `stand plan --certificate`.

    The stand is scored by the plain rules. All bounds are recomputed in plain Python that shares no
    code with the search: by sums over the cards, or, if sums are not sufficient, by a tree, the
    smallest tree first. Exit code 0: the proof is correct. 1: the certificate is wrong. 3: the time
    was not sufficient for all trees; the answer lists the verified part.

    \b
    Examples:
      chatuchak stand verify proof.json
      chatuchak stand verify proof.json --json
    """
    document = files.read_document(file)
    with long_job(Stop(time_s=time_limit)) as job:
        found = document.load(check, stop=job.stop, on_progress=job.show, workers=count_workers())
        code = exit_code(found.stopped_by)
    output.print_answer(found, lambda: stand_text.check_report(found))
    verdicts = {"wrong": ExitCode.NEGATIVE, "proven": ExitCode.DONE}
    return verdicts.get(found.verdict, code or ExitCode.UNPROVEN)
