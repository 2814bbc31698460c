"""``survey``: many random grids, solved into one SQLite file."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import files, options, output
from chatuchak_cli.shared.runner import cluster_executor, long_job
from chatuchak_solver import Board, Box, InputError
from chatuchak_solver.execution.limits import count_workers
from chatuchak_solver.rendering.plots import distribution_plot, plot_format
from chatuchak_solver.rendering.templates import text

CHUNKS_PER_WORKER = 8
"""Minimum, to balance the workers."""
MAX_FEATURE_CHUNK = 20
MAX_THREADED = 1000
MAX_THREADED_FEATURES = 20
"""Maximum grids for which threads are faster than processes."""


@options.command("survey")
@click.option("-n", "--number", type=click.IntRange(min=0), required=True, metavar="N",
              help="Number of grids in the file.")  # fmt: skip
@click.option("--seed", type=int, metavar="S", help="Seed [random; the file's to resume].")
@options.output_option("--out", required=True, writes=(".sqlite",), dir_okay=False,
                       help="The SQLite file.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Continue the survey in the file.")
@click.option("--features", is_flag=True, help="Also measure all features of difficulty: slower.")
@options.scheduler_option
@options.workers_option(help="Processes [all cores].")
@click.option("--chunk", type=click.IntRange(min=1), metavar="N",
              help="Grids per chunk; an interruption loses an unfinished chunk.")  # fmt: skip
@options.output_option("--plot", help="Plot the distribution: .svg or .png.")
@options.board_option
@options.counts_option
@options.table_option
def command(
    *, number: int, seed: int | None, out: Path, resume: bool, features: bool, board: Board,
    counts: tuple[int, ...] | None, workers: int | None, chunk: int | None, scheduler: str | None,
    plot: Path | None, table: Path | None, box: Box,
) -> int:  # fmt: skip
    r"""Solve many random start grids into one SQLite file, and show their distribution.

    The file grows by complete chunks. After any interruption, --resume continues and produces
    exactly the grids of an uninterrupted run. With --seed it begins a survey without a file. The
    summary does not depend on the number of cores or on a cluster.

    \b
    Examples:
      chatuchak survey -n 10000 --seed 1 --out survey.sqlite
      chatuchak survey -n 20000 --seed 1 --out survey.sqlite --resume --plot lengths.svg
      chatuchak survey -n 500 --seed 2 --out hard.sqlite --features --json
      chatuchak survey -n 500 --seed 2 --out hard.sqlite --resume --table hard.csv
      chatuchak survey -n 1000000 --out big.sqlite --scheduler tcp://10.0.0.1:8786
    """
    from chatuchak_cli.shared.ranking import write_plot
    from chatuchak_generators.start_grids import StartGridSource
    from chatuchak_solver.adapters.tables import survey_table
    from chatuchak_solver.analysis.optimal_paths import check_countable_size
    from chatuchak_solver.analysis.survey.run import MAX_CHUNK, SurveyPlan, run_survey, summarize
    from chatuchak_solver.analysis.survey.store import SurveyStore
    from chatuchak_solver.execution.processes import in_processes

    options.reject_with("scheduler", "workers")
    if plot is not None:
        plot_format(plot.name)
    cores = count_workers(workers)
    counts, assumed = options.order_counts(counts, board, box)
    if chunk is None:
        most = MAX_FEATURE_CHUNK if features else MAX_CHUNK
        chunk = max(1, min(most, number // (CHUNKS_PER_WORKER * cores)))
    is_small = number <= (MAX_THREADED_FEATURES if features else MAX_THREADED)
    processes = None if is_small or workers == 1 else partial(in_processes, workers=cores)
    # An unreachable cluster leaves no file.
    with long_job(unit="grids", patient=True) as job, cluster_executor(scheduler) as cluster:
        if seed is None and resume:
            with SurveyStore.open(out) as store:
                seed = store.description.get("seed")
            if not isinstance(seed, int):
                raise InputError(f"{out} contains no seed: expected --seed S")
        source = StartGridSource(options.resolve_seed(seed, options.SEED_NOTE), counts, board)
        plan = SurveyPlan(source, features)
        if features:
            booths = source.counts or ()
            check_countable_size(source.board.spots, len(booths) - booths.count(0))
        make = SurveyStore.resume if resume and out.exists() else SurveyStore.create
        with make(out, plan.describe()) as store:
            run = run_survey(
                plan, store, number, workers=workers, spread=cluster or processes,
                largest_chunk=chunk, stop=job.stop, on_progress=job.show,
            )  # fmt: skip
            after = f"{len(store):,} of {output.counted(number, 'grid')}; --resume continues {out}"
            summary, code = summarize(store), job.end(run.stopped_by, after=after)
    output.print_answer(summary, partial(text, "survey.txt", summary=summary), assumed)
    files.write_table(table, lambda: survey_table(out))
    if summary.grids:
        title = f"Random start grids of seed {summary.source['seed']}"
        quantiles = () if summary.difficulty is None else summary.difficulty.quantiles
        draw = partial(distribution_plot, summary.lengths, quantiles=quantiles, title=title)
        write_plot(plot, draw)
    elif plot is not None:
        output.print_message(f"{plot} not written: no grids")
    return code
