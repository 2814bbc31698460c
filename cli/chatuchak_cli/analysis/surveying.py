"""Surveys as `survey` runs them: begun, gone on with, in threads, processes or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from chatuchak_cli.shared.options import AGAIN, told_seed
from chatuchak_cli.shared.runner import ExitCode, JobWords, long_job, spread_over
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.optimal_paths import check_countable_size
from chatuchak_solver.analysis.survey.chunk import SurveyPlan
from chatuchak_solver.analysis.survey.run import LARGEST_CHUNK, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.analysis.survey.summary import SurveySummary, summarize
from chatuchak_solver.errors import InputError
from chatuchak_solver.processes import Spread, in_processes
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.rendering.plots import PlotFormat, distribution_plot
from chatuchak_solver.rendering.tables import histogram_text
from chatuchak_solver.run import count_workers

CHUNKS_PER_WORKER = 8
"""Minimum, so that all workers end at about the same time."""
LARGEST_FEATURE_CHUNK = 20
"""Grids in a chunk where features are measured, a hundred times the work of solving."""

FEW = 1000
FEW_FEATURES = 20
"""Up to this many grids, threads are done before processes have started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyOptions:
    """What the options of the command say."""

    number: int
    seed: int | None
    out: Path
    resume: bool
    features: bool
    board: Board
    counts: tuple[int, ...] | None
    workers: int | None
    chunk: int | None
    scheduler: str | None

    def largest_chunk(self) -> int:
        """Return the most grids in a chunk; what the survey finds does not depend on it."""
        if self.chunk is not None:
            return self.chunk
        workers = count_workers(self.workers)
        most = LARGEST_FEATURE_CHUNK if self.features else LARGEST_CHUNK
        return max(1, min(most, self.number // (CHUNKS_PER_WORKER * workers)))

    def processes(self) -> Spread | None:
        """Return what solves in processes, where they are worth their start."""
        few = self.number <= (FEW_FEATURES if self.features else FEW)
        if few or self.workers == 1:
            return None
        return partial(in_processes, workers=count_workers(self.workers))


def survey_and_tell(options: SurveyOptions) -> tuple[SurveySummary, ExitCode]:
    """Run a survey, or go on with one, and return its summary and the exit code."""
    # A cluster that cannot be reached leaves no file behind.
    with (
        long_job(words=JobWords(unit="grids"), patient=True) as job,
        spread_over(options.scheduler) as cluster,
        _opened(options) as (plan, store),
    ):
        run = run_survey(
            plan,
            store,
            options.number,
            workers=options.workers,
            spread=cluster or options.processes(),
            largest_chunk=options.largest_chunk(),
            stop=job.stop,
            on_progress=job.show,
        )
        after = f"{len(store):,} of {options.number:,} grids"
        after += f"; --resume goes on with {options.out}"
        return summarize(store), job.end(run.stopped_by, after=after)


@contextmanager
def _opened(options: SurveyOptions) -> Iterator[tuple[SurveyPlan, SurveyStore]]:
    """Open or make the file, and tell what the survey is of."""
    seed = options.seed
    there = options.out.exists() and options.out.stat().st_size > 0
    if seed is None and options.resume and there:
        with SurveyStore.open(options.out) as store:
            seed = store.description.get("seed")
        if not isinstance(seed, int):
            raise InputError(f"{options.out} does not tell the seed of its grids; give --seed")
    source = StartGridSource(told_seed(seed, AGAIN), options.counts, options.board)
    plan = SurveyPlan(source, options.features)
    if options.features:
        counts = source.counts or ()
        check_countable_size(source.board.spots, len(counts) - counts.count(0))
    make = SurveyStore.create_or_resume if options.resume else SurveyStore.create
    with make(options.out, plan.describe()) as store:
        yield plan, store


def survey_text(summary: SurveySummary) -> str:
    """Return the summary for a terminal: histogram, figures and an example of each length."""
    if not summary.grids:
        return "No grid is in the file yet."
    lines = [
        (
            f"{summary.grids:,} start grids of seed {summary.source['seed']}, board "
            f"{summary.source['board']}, booths {','.join(map(str, summary.source['counts']))}"
        ),
        "",
        "optimal length in moves",
        histogram_text(summary.lengths),
        "",
        (
            f"mean {summary.mean:.3f}, standard deviation {summary.deviation:.3f}; "
            f"mean nodes {summary.mean_expanded:,.0f}; {summary.fallbacks:,} needed the fallback"
        ),
        f"shortest: {summary.examples[min(summary.lengths)]}",
        f"longest:  {summary.examples[max(summary.lengths)]}",
    ]
    if summary.difficulty is not None:
        quantiles = summary.difficulty.quantiles
        middle, last = len(quantiles) // 2, len(quantiles) - 1
        lines += [
            "",
            (
                f"difficulty of {summary.difficulty.grids:,} grids: mean "
                f"{summary.difficulty.mean:.1f}, standard deviation "
                f"{summary.difficulty.deviation:.1f}; least {quantiles[0]:.1f}, a quarter below "
                f"{quantiles[last // 4]:.1f}, half below {quantiles[middle]:.1f}, three quarters "
                f"below {quantiles[3 * last // 4]:.1f}, greatest {quantiles[-1]:.1f}"
            ),
        ]
        if summary.difficulty.without:
            lines.append(f"not measured, because of a limit: {summary.difficulty.without:,}")
    return "\n".join(lines)


def survey_picture(summary: SurveySummary, file_format: PlotFormat) -> bytes:
    """Return the distributions as a plot."""
    return distribution_plot(
        summary.lengths,
        quantiles=() if summary.difficulty is None else summary.difficulty.quantiles,
        title=f"Random start grids of seed {summary.source['seed']}",
        file_format=file_format,
    )
