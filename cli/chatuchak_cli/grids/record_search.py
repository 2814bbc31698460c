"""Searches for new records."""

from __future__ import annotations

from typing import Any

import click

from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import counted, emit_json
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import long_job, spread_over
from chatuchak_generators.record_search import Attempt, Extreme, search_records
from chatuchak_solver.run import Stop


def search_and_tell(
    extreme: Extreme, *, every: bool, time_limit: float | None, scheduler: str | None,
    as_json: bool, **given: Any,
) -> ExitCode:  # fmt: skip
    """Search for a record, print each improvement, and return the exit code.

    Parameters
    ----------
    every
        Whether to print what is no improvement too.
    given
        As `search_records` takes it.
    """
    best: Attempt | None = None
    restarts = 0
    words = JobWords(unit="restarts")
    with long_job(Stop(time_s=time_limit), words) as job, spread_over(scheduler) as spread:
        attempts = search_records(extreme, spread=spread, stop=job.stop, **given)
        for attempt in attempts:
            restarts += 1
            is_better = attempt.better_than(best)
            if is_better:
                best = attempt
            if is_better or every:
                job.erase()
                if as_json:
                    emit_json(attempt.to_dict())
                else:
                    click.echo(
                        f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                    )
            length = 0 if best is None else best.length
            job.count(phase=f"{extreme} so far {length} moves")
        return job.end(
            attempts.stopped_by, before="the last restart", after=counted(restarts, "restart")
        )
