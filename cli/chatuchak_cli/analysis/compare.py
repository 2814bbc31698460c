"""``compare``: grids side by side."""

from __future__ import annotations

import itertools
from pathlib import Path

import click

from chatuchak_cli.shared.grid_argument import GridParameter, GridSource
from chatuchak_cli.shared.options import formula_option, json_option, player_options, workers_option
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_solver.errors import InputError

MOST = 16
"""More grids than this are a job for ``rank``."""


@click.command(name="compare")
@click.argument("grids", metavar="GRID GRID...", nargs=-1, type=GridParameter(many=True))
@player_options(least=2)
@formula_option
@workers_option("Threads [all cores].")
@json_option
def command(
    *, grids: tuple[GridSource, ...], seed: int, games: int, formula: Path | None,
    workers: int | None, as_json: bool,
) -> int:  # fmt: skip
    r"""Tell which of several grids is harder, and why.

    The features stand side by side. Every two grids are compared: by how many points of difficulty
    they differ, whether that is more than the chance in the simulated player's games can explain
    (two standard errors), and which features it comes from. The rest of the formula is exact.
    A file may hold several grids.

    \b
    Examples:
      chatuchak compare tile:1 tile:7
      chatuchak compare tile:1 tile:2 tile:3 --games 1000 --json
    """
    from chatuchak_cli.analysis.comparing import compare_and_tell, comparison_text
    from chatuchak_cli.shared.options import formula_document, formula_of, formula_words

    every = tuple(itertools.islice(itertools.chain.from_iterable(grids), MOST + 1))
    if len(every) > MOST:
        raise InputError(f"more than {MOST} grids to compare; expected {MOST}, or use rank")
    by = formula_of(formula)
    comparison, code = compare_and_tell(every, games=games, seed=seed, formula=by, workers=workers)
    if as_json:
        emit_json({**comparison.to_dict(), **formula_document(by)})
    else:
        for part in comparison_text(comparison):
            console().print(part, soft_wrap=True)
        if words := formula_words(by):
            click.echo(words)
    return code
