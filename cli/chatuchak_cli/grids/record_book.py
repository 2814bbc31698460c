"""Output, proofs and searches of records."""

from collections.abc import Sequence
from typing import Any

import click
from msgspec import UNSET, UnsetType

from chatuchak_cli.shared.output import counted, emit_json
from chatuchak_cli.shared.runner import ExitCode, JobLabels, cluster_executor, long_job
from chatuchak_generators.record_search import Attempt, Extreme, search_records
from chatuchak_solver.analysis.records import (
    RankRecord,
    RankRecords,
    Record,
    RecordBook,
    RecordsByRank,
)
from chatuchak_solver.box import Reasons
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.start_rules import start_violations
from chatuchak_solver.search.solve import solve

Proofs = dict[str, bool | None]
"""By grid: whether its record is confirmed; None if interrupted."""


class ProvenRecord(Record, frozen=True):
    """A record.

    Attributes
    ----------
    holds
        The result of --prove; None if interrupted.
    """

    holds: bool | UnsetType | None = UNSET


class ProvenRankRecord(RankRecord, frozen=True):
    """A record of a rank.

    Attributes
    ----------
    holds
        The result of --prove; None if interrupted.
    """

    holds: bool | UnsetType | None = UNSET


class ProvenRank(RankRecords, frozen=True):
    """The records of a rank."""

    easiest: ProvenRankRecord
    hardest: ProvenRankRecord


class ProvenRanks(RecordsByRank, frozen=True):
    """The records of all ranks."""

    ranks: tuple[ProvenRank, ...]


class RecordsAnswer(RecordBook, frozen=True):
    """The records, and those of each rank.

    Attributes
    ----------
    records
        The records.
    by_rank
        The records of each rank.
    """

    records: tuple[ProvenRecord, ...]
    by_rank: ProvenRanks


def print_book(
    book: RecordBook, by_rank: RecordsByRank, assumed: Reasons, *, prove: bool, as_json: bool
) -> ExitCode:
    """Print all records, proven again if requested; return the exit code."""
    proofs: Proofs = {}
    code = ExitCode.DONE
    if prove:
        ends = [end for rank in by_rank.ranks for end in (rank.easiest, rank.hardest)]
        proofs, code = _prove([*book.records, *ends])
    if as_json:
        emit_json(_document(book, by_rank, proofs), assumed)
        return code
    for record in book.records:
        note = _note(proofs, record)
        click.echo(f"{record.extreme}: {record.optimal_length} moves: {record.grid}{note}")
        click.echo(f"  proof: {record.proof}\n  found: {record.found_by}")
    click.echo(f"{book.search}\n")
    click.echo(
        f"Of {by_rank.grids:,} random start grids, by the expected rank of a solo player "
        f"({by_rank.survey}):"
    )
    for rank in by_rank.ranks:
        share = 100 * rank.grids / by_rank.grids
        least, greatest = rank.difficulties
        click.echo(f"  {rank.rank}: {share:.1f}%, difficulty {least:.1f}..{greatest:.1f}")
        for name, end in (("easiest", rank.easiest), ("hardest", rank.hardest)):
            alike = "the only one" if end.found == 1 else f"one of {end.found:,}"
            click.echo(
                f"    {name}: {end.optimal_length} moves ({alike}), difficulty "
                f"{end.difficulty:.1f}: {end.grid}{_note(proofs, end)}"
            )
    return code


def _prove(records: Sequence[Record | RankRecord]) -> tuple[Proofs, ExitCode]:
    """Solve records again."""
    proofs: Proofs = {}
    with long_job(words=JobLabels(unit="records", total=len(records))) as job:
        for record in records:
            solution = solve(record.grid, stop=job.stop)
            holds = solution.length == record.optimal_length and not start_violations(record.grid)
            proofs[str(record.grid)] = holds if solution.stopped_by is None else None
            job.count()
        done = sum(holds is not None for holds in proofs.values())
        code = job.end(job.interrupted, after=counted(done, "proof"))
    return proofs, code or (ExitCode.NEGATIVE if False in proofs.values() else ExitCode.DONE)


def _note(proofs: Proofs, record: Record | RankRecord) -> str:
    holds = proofs.get(str(record.grid))
    return {True: " (proven again)", False: " (does NOT hold)", None: ""}[holds]


def _document(book: RecordBook, by_rank: RecordsByRank, proofs: Proofs) -> JsonObject:
    document = RecordsAnswer.of(book, by_rank=by_rank).to_dict()
    ends = [rank[end] for rank in document["by_rank"]["ranks"] for end in ("easiest", "hardest")]
    for record in (*document["records"], *ends):
        if record["grid"] in proofs:
            record["holds"] = proofs[record["grid"]]
    return document


def run_search(
    extreme: Extreme, assumed: Reasons, *, every: bool, time_limit: float | None,
    scheduler: str | None, as_json: bool, **given: Any,
) -> ExitCode:  # fmt: skip
    """Search for a record, print each improvement, and return the exit code.

    Parameters
    ----------
    every
        Whether to print all results.
    given
        Further parameters of `search_records`.
    """
    best: Attempt | None = None
    restarts = 0
    labels, limits = JobLabels(unit="restarts"), Stop(time_s=time_limit)
    with long_job(limits, labels) as job, cluster_executor(scheduler) as spread:
        attempts = search_records(extreme, spread=spread, stop=job.stop, **given)
        for attempt in attempts:
            restarts += 1
            is_better = attempt.better_than(best)
            if is_better:
                best = attempt
            if is_better or every:
                job.erase()
                if as_json:
                    emit_json(attempt, assumed)
                else:
                    click.echo(
                        f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                    )
            length = 0 if best is None else best.length
            job.count(phase=f"{extreme} so far {length} moves")
        return job.end(
            attempts.stopped_by, before="the last restart", after=counted(restarts, "restart")
        )
