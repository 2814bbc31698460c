"""Streams of start grids as ``generate`` prints them: with progress, Ctrl-C and fallbacks told."""

from __future__ import annotations

import json
from contextlib import nullcontext

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, interruptible
from chatuchak_cli.shared.progress import ItemProgress
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.stream import FEW, stream_start_grids

__all__ = ["stream_and_tell"]


def stream_and_tell(source: StartGridSource, number: int, first: int, *, as_json: bool) -> int:
    """Print ``number`` grids of a source from its ``first`` on; return the exit code."""
    done = fallbacks = 0
    notice = compile_notice() if number > FEW else nullcontext()
    with interruptible() as interrupt, ItemProgress(number, "grids") as progress, notice:
        for batch in stream_start_grids(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            progress.erase()
            click.echo("\n".join(_line(*start, as_json=as_json) for start in batch))
            done += len(batch)
            fallbacks += sum(fallback for _, fallback in batch)
            progress.advance(len(batch))
            if interrupt.requested:
                break
    if fallbacks:
        click.echo(
            f"{fallbacks} of {done} grids needed the fallback: rule C may be broken", err=True
        )
    if interrupt.requested:
        click.echo(f"interrupted after {done} grids", err=True)
        return INTERRUPTED
    return 0


def _line(grid: str, fallback: bool, *, as_json: bool) -> str:
    return json.dumps({"grid": grid, "fallback": fallback}) if as_json else grid
