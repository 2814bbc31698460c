"""``records``: the easiest and hardest known start grids, their proofs and searches for more."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from chatuchak_cli.shared import files, options
from chatuchak_cli.shared.output import counted, print_answer, print_assumed
from chatuchak_cli.shared.runner import ExitCode, cluster_executor, long_job
from chatuchak_solver import Stop, solve, start_violations
from chatuchak_solver.analysis import records
from chatuchak_solver.box import Box, Part
from chatuchak_solver.rendering.templates import text

if TYPE_CHECKING:
    from chatuchak_generators.record_search import Attempt, Extreme

SEARCHING = ("seed", "first", "restarts", "steps", "every", "time_limit", "counts", "scheduler")
"""Options of searches only."""
PARTS_OF_RECORDS: tuple[Part, ...] = ("counts", "ranks")
AnyRecord = TypeVar("AnyRecord", records.Record, records.RankRecord)


class RecordsAnswer(records.RecordBook, frozen=True):
    """The records, and those of each rank.

    Attributes
    ----------
    by_rank
        The records of each rank.
    """

    by_rank: records.RecordsByRank


@options.command("records")
@click.option("--prove", is_flag=True, help="Prove every record again.")
@click.option("--search", type=click.Choice(["easiest", "hardest"]), help="Search for a new one.")
@click.option("--seed", type=int, default=1, help="Seed of the search.")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=False, metavar="K",
              help="Skip the first K restarts of the search.")  # fmt: skip
@click.option("--restarts", type=click.IntRange(min=1), metavar="N",
              help="Number of restarts [unlimited].")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), default=4000, help="Solved grids per restart.")
@click.option("--every", is_flag=True,
              help="Print the result of each restart, not only improvements.")  # fmt: skip
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
              help="Search for S seconds.")  # fmt: skip
@options.counts_shorthand
@options.scheduler_option
@options.table_option
def command(
    *, prove: bool, search: Extreme | None, table: Path | None, box: Box, **given: Any
) -> int:
    r"""Show the easiest and the hardest known start grids, prove them, or search for new ones.

    A record is a valid start grid with a proven optimal length; it is not proven that no grid is
    easier or harder. The records of each solo rank are from a survey of random grids.

    A search prints each improvement until Ctrl-C or a limit, with exit code 3. Its results depend
    only on the seed and the number of restarts.

    \b
    Examples:
      chatuchak records
      chatuchak records --prove
      chatuchak records --search hardest --seed 7 --time-limit 3600
      chatuchak records --search easiest --every --json --first 80 >> easiest.jsonl
    """
    from chatuchak_solver.adapters.tables import records_table

    options.reject_with("search", "prove", "table")
    options.require("--search", search, *SEARCHING)
    if search is not None:
        assumed = box.reasons("counts")
        code = _search(search, box, **given)
    else:
        # The known records use the assumed counts and ranks.
        parts = (part for part in PARTS_OF_RECORDS if not box.confirms(part))
        assumed, code = Box.default().reasons(*parts), ExitCode.DONE
        book, by_rank = records.load_record_book(), records.load_rank_records()
        files.write_table(table, lambda: records_table(book))
        if prove:
            book, by_rank, code = _prove(book, by_rank)
        notes = {True: " (proven again)", False: " (does NOT hold)"}
        report = partial(text, "records.txt", book=book, by_rank=by_rank, notes=notes)
        print_answer(RecordsAnswer.of(book, by_rank=by_rank), report, assumed, is_last=False)
    print_assumed(assumed, err=search is not None)
    return code


def _prove(
    book: records.RecordBook, by_rank: records.RecordsByRank
) -> tuple[records.RecordBook, records.RecordsByRank, ExitCode]:
    results: list[bool | None] = []
    total = len(book.records) + 2 * len(by_rank.ranks)
    with long_job(unit="records", total=total) as job:

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


def _search(
    extreme: Extreme, box: Box, *, every: bool, time_limit: float | None, scheduler: str | None,
    **given: Any,
) -> ExitCode:  # fmt: skip
    """Search for a record, print improvements (``every``: all results); return the exit code."""
    from chatuchak_generators.record_search import search_records

    best: Attempt | None = None
    with (
        long_job(Stop(time_s=time_limit), unit="restarts", total=given["restarts"]) as job,
        cluster_executor(scheduler) as spread,
    ):
        attempts = search_records(extreme, counts=box.counts, spread=spread, stop=job.stop, **given)
        for attempt in attempts:
            is_better = attempt.better_than(best)
            if is_better:
                best = attempt
            if is_better or every:
                job.erase()
                words = f"{attempt.length} moves: {attempt.grid} (restart {attempt.restart})"
                print_answer(attempt, partial(str, words), box.reasons("counts"), is_last=False)
            length = 0 if best is None else best.length
            job.count(phase=f"{extreme} so far {length} moves")
        return job.end(
            attempts.stopped_by, before="the last restart", after=counted(job.done, "restart")
        )
