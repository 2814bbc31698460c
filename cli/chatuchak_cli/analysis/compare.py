"""``compare``: grids side by side."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared.grid_argument import GridParameter, GridSource
from chatuchak_cli.shared.options import json_option, threads_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.errors import InputError

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring

MOST = 16
"""More grids than this are a job for ``rank``."""


@click.command(name="compare")
@click.argument("grids", metavar="GRID GRID...", nargs=-1, type=GridParameter(many=True))
@measuring_options(threads_option, least=2)
@json_option
def command(*, grids: tuple[GridSource, ...], measuring: Measuring, as_json: bool) -> int:
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
    from rich.console import Group

    from chatuchak_cli.analysis.comparing import comparison_text
    from chatuchak_solver.analysis.comparison import compare_grids

    every = tuple(itertools.islice(itertools.chain.from_iterable(grids), MOST + 1))
    if len(every) > MOST:
        raise InputError(f"more than {MOST} grids to compare; expected {MOST}, or use rank")
    comparison, code = measuring.run(compare_grids, every)
    answer = {**comparison.to_dict(), **measuring.document()}
    parts = (*comparison_text(comparison), *measuring.notes())
    print_answer(answer, lambda: Group(*parts), as_json=as_json)
    return code
