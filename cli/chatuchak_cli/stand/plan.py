"""``stand plan``: the best whole stand of given cards."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import document_argument, output_option
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option, workers_option
from chatuchak_cli.shared.runner import run_job
from chatuchak_cli.stand.planning import (
    WORDS,
    dissect,
    finished_game,
    seats_to_plan,
    stand_problem,
    tell_plan,
)
from chatuchak_solver.run import Stop
from chatuchak_solver.stand.plan import PlanOptions, Solver, plan_stand


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
@json_option
def command(
    *, file: str, order: str | None, post_mortem: bool, player: str | None, time_limit: float,
    solver: Solver, workers: int | None, seed: int, svg: Path | None,
    certificate: Path | None, as_json: bool,
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
    that were played have scored, everybody else announcing what they did?

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
    options = PlanOptions(seed=seed, solver=solver, workers=workers)
    limits = Stop(time_s=time_limit)
    if post_mortem:
        game = finished_game(document, directory)
        seats = seats_to_plan(game, player)
        return dissect(game, seats, order == "fixed", options, limits, svg=svg, as_json=as_json)
    problem, start = stand_problem(document, directory, order=order)
    plan, code = run_job(partial(plan_stand, problem, options, start=start), limits, WORDS)
    tell_plan(plan, svg=svg, certificate=certificate, as_json=as_json)
    return code
