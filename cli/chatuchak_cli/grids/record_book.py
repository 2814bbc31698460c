"""Output, proofs and searches of records."""

from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from chatuchak_cli.shared.output import counted, print_answer
from chatuchak_cli.shared.runner import ExitCode, JobLabels, cluster_executor, long_job
from chatuchak_generators.record_search import Attempt, Extreme, search_records
from chatuchak_solver.analysis.records import RankRecord, Record, RecordBook, RecordsByRank
from chatuchak_solver.box import Reasons
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.start_rules import start_violations
from chatuchak_solver.rendering.templates import text
from chatuchak_solver.search.solve import solve

AnyRecord = TypeVar("AnyRecord", Record, RankRecord)


class RecordsAnswer(RecordBook, frozen=True):
    """The records, and those of each rank.

    Attributes
    ----------
    by_rank
        The records of each rank.
    """

    by_rank: RecordsByRank


def print_book(
    book: RecordBook, by_rank: RecordsByRank, assumed: Reasons, *, prove: bool
) -> ExitCode:
    """Print all records, proven again with ``prove``; return the exit code."""
    code = ExitCode.DONE
    if prove:
        book, by_rank, code = _prove(book, by_rank)
    notes = {True: " (proven again)", False: " (does NOT hold)"}
    report = partial(text, "records.txt", book=book, by_rank=by_rank, notes=notes)
    answer = RecordsAnswer.of(book, by_rank=by_rank)
    print_answer(answer, report, assumed, is_last=False)
    return code


def _prove(book: RecordBook, by_rank: RecordsByRank) -> tuple[RecordBook, RecordsByRank, ExitCode]:
    results: list[bool | None] = []
    total = len(book.records) + 2 * len(by_rank.ranks)
    with long_job(words=JobLabels(unit="records", total=total)) as job:

        def proven(record: AnyRecord) -> AnyRecord:
            solution = solve(record.grid, stop=job.stop)
            holds = solution.length == record.optimal_length and not start_violations(record.grid)
            results.append(holds if solution.stopped_by is None else None)
            job.count()
            return replace(record, holds=results[-1])

        book = replace(book, records=tuple(map(proven, book.records)))
        ranks = (
            replace(rank, easiest=proven(rank.easiest), hardest=proven(rank.hardest))
            for rank in by_rank.ranks
        )
        by_rank = replace(by_rank, ranks=tuple(ranks))
        done = sum(holds is not None for holds in results)
        code = job.end(job.interrupted, after=counted(done, "proof"))
    return book, by_rank, code or (ExitCode.NEGATIVE if False in results else ExitCode.DONE)


def run_search(
    extreme: Extreme, assumed: Reasons, *, every: bool, time_limit: float | None,
    scheduler: str | None, **given: Any,
) -> ExitCode:  # fmt: skip
    """Search for a record, print improvements (``every``: all results); return the exit code."""
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
                words = f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                print_answer(attempt, partial(str, words), assumed, is_last=False)
            length = 0 if best is None else best.length
            job.count(phase=f"{extreme} so far {length} moves")
        return job.end(
            attempts.stopped_by, before="the last restart", after=counted(restarts, "restart")
        )
