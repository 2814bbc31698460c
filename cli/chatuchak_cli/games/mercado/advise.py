"""``game mercado advise``: the best actions by looking ahead."""

from __future__ import annotations

import click
import numpy as np

from chatuchak_cli.games.game_input import read_record
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import long_job
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.players import look_ahead
from chatuchak_solver.rendering.mercado_text import advice_report

__all__ = ["command"]


@click.command(name="advise")
@click.argument("file")
@click.option("-n", "most", type=click.IntRange(1), default=5, show_default=True, metavar="N",
              help="List the best N actions.")  # fmt: skip
@click.option("--turns", type=click.IntRange(0, 10), default=1, show_default=True,
              help="Own turns to play on after the action.")  # fmt: skip
@click.option("--width", type=click.IntRange(1, 1000), default=12, show_default=True,
              help="Look into so many actions, the most promising at once.")  # fmt: skip
@click.option("--samples", type=click.IntRange(1, 1000), default=4, show_default=True,
              help="Average so many continuations of each.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True,
              help="Seed of the continuations' chance.")  # fmt: skip
@json_option
def command(
    *, file: str, most: int, turns: int, width: int, samples: int, seed: int, as_json: bool
) -> int:
    r"""List the best actions by playing on from each, the best first.

    FILE is a saved game or a position, - for standard input. After each promising action everyone
    plays greedily until the player has had some more turns. What is rated then is the player's
    lead in coins over the best other player: coins, less unplaced restaurants, and what free
    entrances, restaurants to open and tiles in hand promise.

    \b
    Examples:
      chatuchak game mercado advise game.json
      chatuchak game mercado advise game.json --turns 2 --width 20 --json
    """
    state = read_record(file, MercadoState).state
    search = look_ahead(turns=turns, width=width, samples=samples)
    with long_job(words=JobWords(unit="continuations"), kernels=False) as job:
        ratings = search.rate(
            state,
            state.player,
            np.random.default_rng(seed),
            stop=job.stop,
            on_progress=job.show,
        )
    rated = ratings.actions
    if as_json:
        listed = [
            {"action": one.text, "outlook": one.outlook, "immediate": one.immediate}
            for one in rated[:most]
        ]
        emit_json({"player": state.player if rated else None, "actions": listed})
    elif rated:
        console().print(advice_report(rated, most=most))
    else:
        tell("nobody decides in this position")
    return job.end(ratings.stopped_by, before="all continuations: the outlooks are rough")
