"""What a command takes: its exit code, its errors, its memory and its time."""

from __future__ import annotations

from pathlib import Path

from tests.forked import run_forked

__all__ = ["BYTES", "SECONDS", "peak_and_seconds"]

SECONDS = 10.0
"""Of processor time, within which any input is refused."""
BYTES = 10**9
"""In which any input is refused."""


def peak_and_seconds(arguments: tuple[str, ...], stdin: Path) -> tuple[int, str, int, float]:
    """Run the program; return its exit code, its errors, its peak of memory and its time.

    That is processor time, which other work on the machine does not lengthen; whoever waits
    without working is ended after 90 seconds. It has imported most of itself before, which its
    peak of memory includes.
    """
    ended = run_forked(arguments, folder=Path.cwd(), stdin=stdin, timeout_s=90)
    return ended.code, ended.err[:100_000].decode(), ended.peak_bytes, ended.seconds
