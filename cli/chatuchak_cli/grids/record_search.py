"""Searches for new records."""

from __future__ import annotations

from dataclasses import dataclass

import click

from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import counted, emit_json
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import long_job, spread_over
from chatuchak_generators.record_search import Attempt, Extreme, search_records
from chatuchak_solver.run import Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSearch:
    """What the options of the command say about a search."""

    extreme: Extreme
    seed: int
    first: int
    restarts: int | None
    steps: int
    every: bool
    limits: Stop
    scheduler: str | None
    as_json: bool


def search_and_tell(search: RecordSearch) -> ExitCode:
    """Search for a record, print each improvement, and return the exit code."""
    best: Attempt | None = None
    restarts = 0
    words = JobWords(unit="restarts")
    with long_job(search.limits, words) as job, spread_over(search.scheduler) as spread:
        attempts = search_records(
            search.extreme,
            seed=search.seed,
            first=search.first,
            restarts=search.restarts,
            steps=search.steps,
            spread=spread,
            stop=job.stop,
        )
        for attempt in attempts:
            restarts += 1
            is_better = attempt.better_than(best)
            if is_better:
                best = attempt
            if is_better or search.every:
                job.erase()
                if search.as_json:
                    emit_json(attempt.to_dict())
                else:
                    click.echo(
                        f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                    )
            length = 0 if best is None else best.length
            job.count(phase=f"{search.extreme} so far {length} moves")
        return job.end(
            attempts.stopped_by, before="the last restart", after=counted(restarts, "restart")
        )
