"""``survey``: many random grids, solved into one SQLite file."""

from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import table_option, write_table
from chatuchak_cli.shared.output import print_answer


@click.command(name="survey")
@click.option("-n", "--number", type=click.IntRange(min=0), required=True, metavar="N",
              help="How many grids the file is to hold.")  # fmt: skip
@click.option("--seed", type=int, metavar="S", help="Seed [random; the file's to resume].")
@output_option("--out", required=True, writes=(".sqlite",), dir_okay=False, help="The SQLite file.")
@click.option("--resume", is_flag=True, help="Go on with the file, if it is there.")
@click.option("--features", is_flag=True, help="Measure all features of difficulty too: slower.")
@options.scheduler_option
@options.workers_option("Processes [all cores].")
@click.option("--chunk", type=click.IntRange(min=1), metavar="N",
              help="Grids written at once, which an interruption loses.")  # fmt: skip
@output_option("--plot", help="Draw the distribution: .svg or .png.")
@options.board_option
@options.counts_option
@table_option
@options.json_option
def command(*, plot: Path | None, table: Path | None, as_json: bool, **given: Any) -> int:
    r"""Solve many random start grids into one SQLite file, and show their distribution.

    The file grows by whole chunks: whatever ends the program, --resume goes on, and the file ends
    up with exactly the grids of an uninterrupted run. The summary is the same on one core, on
    many, and on a cluster.

    \b
    Examples:
      chatuchak survey -n 10000 --seed 1 --out survey.sqlite
      chatuchak survey -n 20000 --seed 1 --out survey.sqlite --resume --plot lengths.svg
      chatuchak survey -n 500 --seed 2 --out hard.sqlite --features --json
      chatuchak survey -n 500 --seed 2 --out hard.sqlite --resume --table hard.csv
      chatuchak survey -n 1000000 --out big.sqlite --scheduler tcp://10.0.0.1:8786
    """
    from chatuchak_cli.analysis.surveying import (
        SurveyOptions,
        survey_and_tell,
        survey_picture,
        survey_text,
    )
    from chatuchak_cli.shared.ranking import write_plot
    from chatuchak_solver.adapters.tables import survey_table
    from chatuchak_solver.rendering.plots import plot_format

    if plot is not None:
        plot_format(plot.name)
    wanted = SurveyOptions(**given)
    summary, code = survey_and_tell(wanted)
    print_answer(summary, lambda: survey_text(summary), as_json=as_json)
    write_table(table, lambda: survey_table(wanted.out))
    if summary.grids:
        write_plot(plot, lambda file_format: survey_picture(summary, file_format))
    return code
