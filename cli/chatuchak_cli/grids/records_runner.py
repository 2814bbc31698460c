"""The record book's proofs, and searches for new records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, Interrupt, interruptible
from chatuchak_cli.shared.output import emit_json
from chatuchak_cli.shared.progress import StatusLine, clock_time
from chatuchak_generators.record_search import Attempt, Extreme, search_records
from chatuchak_solver.analysis.records import Record
from chatuchak_solver.puzzle.start_rules import start_violations
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solve import solve

__all__ = ["RecordSearch", "prove", "search_and_tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSearch:
    """What the options of the command say about a search."""

    extreme: Extreme
    seed: int
    first: int
    restarts: int | None
    steps: int
    time_limit_s: float | None
    as_json: bool


def prove(record: Record, interrupt: Interrupt) -> bool | None:
    """Solve a record anew; tell whether it holds, or None after Ctrl-C."""
    solution = solve(record.grid, stop=Stop(interrupt=interrupt.is_requested))
    if interrupt.requested:
        return None
    proven = solution.gap == 0 and solution.length == record.optimal_length
    return proven and not start_violations(record.grid)


def search_and_tell(search: RecordSearch) -> int:
    """Search for a record, print each improvement, and return the exit code."""
    best: Attempt | None = None
    restarts = 0
    with (
        interruptible() as interrupt,
        StatusLine(delay_s=2.0, plain=True) as line,
        compile_notice(),
    ):
        for attempt in _attempts(search, interrupt):
            restarts += 1
            if attempt.better_than(best):
                best = attempt
                line.erase()
                if search.as_json:
                    emit_json(attempt.to_dict())
                else:
                    click.echo(
                        f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                    )
            done, length = restarts, 0 if best is None else best.length
            line.update(
                lambda done=done, length=length: (  # type: ignore[misc]
                    f"{done} restarts, {search.extreme} so far {length} moves, "
                    f"{clock_time(line.seconds)}"
                )
            )
    if interrupt.requested:
        click.echo(f"interrupted after {restarts} restarts", err=True)
        return INTERRUPTED
    return 0


def _attempts(search: RecordSearch, interrupt: Interrupt) -> Iterator[Attempt]:
    yield from search_records(
        search.extreme,
        seed=search.seed,
        first=search.first,
        restarts=search.restarts,
        steps=search.steps,
        stop=Stop(time_s=search.time_limit_s, interrupt=interrupt.is_requested),
    )
