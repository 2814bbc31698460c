"""Measurement of a command: exit code, errors, memory and time."""

from pathlib import Path

from tests.forked import run_forked

SECONDS = 10.0
"""Limit of processor time for the rejection of any input."""
BYTES = 10**9
"""Limit of memory for the rejection of any input."""


def peak_and_seconds(arguments: tuple[str, ...], stdin: Path) -> tuple[int, str, int, float]:
    """Run the program; return its exit code, its errors, its peak of memory and its time.

    The time is processor time, independent of other load; a hanging program is killed after 90
    seconds. The peak of memory includes preloaded imports.
    """
    ended = run_forked(arguments, folder=Path.cwd(), stdin=stdin, timeout_s=90)
    return ended.code, ended.err[:100_000].decode(), ended.peak_bytes, ended.seconds
