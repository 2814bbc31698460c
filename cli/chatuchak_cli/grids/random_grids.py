"""Streams of random start grids, as printed by `generate`."""

import json

import click

from chatuchak_cli.shared.output import counted, tell
from chatuchak_cli.shared.runner import JobWords, long_job
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.start_grids import start_grid_batches
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import JsonObject, Notation
from chatuchak_solver.puzzle.grid import Grid


class GeneratedGrid(AssumedAnswer, frozen=True, kw_only=True):
    """A start grid.

    Attributes
    ----------
    grid
        The grid.
    fallback
        Whether the procedure had to drop rule C.
    """

    grid: Notation[Grid]
    fallback: bool


def stream_and_tell(
    source: StartGridSource, number: int, first: int, assumed: JsonObject, *, as_json: bool
) -> int:
    """Print ``number`` grids of a source from its ``first`` on; return the exit code.

    Parameters
    ----------
    assumed
        The fields of JSON lines that name the assumptions.
    """
    end = f", {json.dumps(assumed)[1:]}" if assumed else "}"
    done = fallbacks = 0
    words = JobWords(unit="grids", total=number, streams=True)
    with long_job(words=words) as job:
        for batch in start_grid_batches(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            job.erase()
            starts = zip(batch.texts(), batch.fallback.tolist(), strict=True)
            lines = (f"{_line(*start)[:-1]}{end}" if as_json else start[0] for start in starts)
            click.echo("\n".join(lines))
            done += len(batch)
            fallbacks += int(batch.fallback.sum())
            job.count(len(batch))
            if job.interrupted:
                break
        if fallbacks:
            job.erase()
            tell(f"{fallbacks} of {done} grids needed the fallback: rule C may be broken")
        return job.end(job.interrupted, after=counted(done, "grid"))


def _line(grid: str, fallback: bool) -> str:
    return json.dumps({"grid": grid, "fallback": fallback})
