"""Streams of random start grids, as `generate` prints them."""

import json

import click

from chatuchak_cli.shared.answers import GeneratedGrid
from chatuchak_cli.shared.output import counted, tell
from chatuchak_cli.shared.runner import JobWords, long_job
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.stream import FEW, stream_start_grids


def stream_and_tell(source: StartGridSource, number: int, first: int, *, as_json: bool) -> int:
    """Print ``number`` grids of a source from its ``first`` on; return the exit code."""
    done = fallbacks = 0
    words = JobWords(unit="grids", total=number, streams=True)
    with long_job(words=words, kernels=number > FEW) as job:
        for batch in stream_start_grids(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            job.erase()
            click.echo("\n".join(_line(*start, as_json=as_json) for start in batch))
            done += len(batch)
            fallbacks += sum(fallback for _, fallback in batch)
            job.count(len(batch))
            if job.interrupted:
                break
        if fallbacks:
            job.erase()
            tell(f"{fallbacks} of {done} grids needed the fallback: rule C may be broken")
        return job.end(job.interrupted, after=counted(done, "grid"))


def _line(grid: str, fallback: bool, *, as_json: bool) -> str:
    return json.dumps(GeneratedGrid(grid=grid, fallback=fallback)) if as_json else grid
