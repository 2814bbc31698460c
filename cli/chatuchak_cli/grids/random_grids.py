"""Streams of random start grids, as `generate` prints them."""

import json

import click

from chatuchak_cli.shared.answers import GeneratedGrid
from chatuchak_cli.shared.output import counted, tell
from chatuchak_cli.shared.runner import JobWords, long_job
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.start_grids import start_grid_batches


def stream_and_tell(source: StartGridSource, number: int, first: int, *, as_json: bool) -> int:
    """Print ``number`` grids of a source from its ``first`` on; return the exit code."""
    done = fallbacks = 0
    words = JobWords(unit="grids", total=number, streams=True)
    with long_job(words=words) as job:
        for batch in start_grid_batches(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            job.erase()
            starts = zip(batch.texts(), batch.fallback.tolist(), strict=True)
            click.echo("\n".join(_line(*start, as_json=as_json) for start in starts))
            done += len(batch)
            fallbacks += int(batch.fallback.sum())
            job.count(len(batch))
            if job.interrupted:
                break
        if fallbacks:
            job.erase()
            tell(f"{fallbacks} of {done} grids needed the fallback: rule C may be broken")
        return job.end(job.interrupted, after=counted(done, "grid"))


def _line(grid: str, fallback: bool, *, as_json: bool) -> str:
    return json.dumps(GeneratedGrid(grid=grid, fallback=fallback)) if as_json else grid
