"""Surveys with progress, Ctrl-C, resuming and exit codes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, interruptible
from chatuchak_cli.shared.progress import StatusLine, item_line
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.survey.chunk import SurveyPlan
from chatuchak_solver.analysis.survey.processes import ProcessRunner
from chatuchak_solver.analysis.survey.run import LARGEST_CHUNK, ThreadRunner, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.analysis.survey.summary import SurveySummary, summarize
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.run import Stop, count_workers

if TYPE_CHECKING:
    from chatuchak_solver.analysis.survey.run import ChunkRunner

__all__ = ["SurveyOptions", "survey_and_tell"]

CHUNKS_PER_WORKER = 8
"""At least so many, so that all workers end at about the same time."""
LARGEST_FEATURE_CHUNK = 20
"""Grids in a chunk where features are measured, a hundred times the work of solving."""

FEW = 1000
FEW_FEATURES = 20
"""Up to so many grids, threads are done before processes have started."""


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


def survey_and_tell(options: SurveyOptions) -> tuple[SurveySummary, int]:
    """Run a survey, or go on with one, and return its summary and the exit code."""
    # A cluster that cannot be reached leaves no file behind.
    with (
        interruptible(patient=True) as interrupt,
        _runner(options) as runner,
        _opened(options) as (plan, store),
    ):
        with StatusLine(delay_s=2.0, plain=True) as line, compile_notice():
            run = run_survey(
                plan,
                store,
                options.number,
                runner=runner,
                largest_chunk=options.largest_chunk(),
                stop=Stop(interrupt=interrupt.is_requested),
                on_progress=lambda done: line.update(
                    lambda: item_line(done.work, done.total, "grids", done.seconds)
                ),
            )
        if run.stopped_by is not None:
            click.echo(
                f"interrupted: {options.out} holds {len(store):,} of {options.number:,} grids; "
                "--resume goes on",
                err=True,
            )
            return summarize(store), INTERRUPTED
        return summarize(store), 0


@contextmanager
def _opened(options: SurveyOptions) -> Iterator[tuple[SurveyPlan, SurveyStore]]:
    """Open or make the file, and tell what the survey is of."""
    seed = options.seed
    there = options.out.exists() and options.out.stat().st_size > 0
    if seed is None and options.resume and there:
        with SurveyStore.open(options.out) as store:
            seed = int(store.description["seed"])
    if seed is None:
        seed = secrets.randbits(32)
        click.echo(f"seed {seed}: the same grids come again with --seed {seed}", err=True)
    source = StartGridSource(seed, options.counts, options.board)
    plan = SurveyPlan(source, options.features)
    make = SurveyStore.create_or_resume if options.resume else SurveyStore.create
    with make(options.out, plan.describe()) as store:
        yield plan, store


@contextmanager
def _runner(options: SurveyOptions) -> Iterator[ChunkRunner]:
    """Return who solves: threads, processes or a cluster."""
    if options.scheduler is None:
        few = options.number <= (FEW_FEATURES if options.features else FEW)
        in_threads = few or options.workers == 1
        yield ThreadRunner(options.workers) if in_threads else ProcessRunner(options.workers)
        return
    from chatuchak_solver.analysis.survey.cluster import ClusterRunner

    with ClusterRunner(options.scheduler) as runner:
        click.echo(f"cluster {options.scheduler}: {runner.threads} threads", err=True)
        yield runner
