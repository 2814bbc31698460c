"""What a command takes: its exit code, its errors, its memory and its time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["BYTES", "SECONDS", "peak_and_seconds"]

SECONDS = 10.0
"""Of processor time, within which any input is refused."""
BYTES = 10**9
"""In which any input is refused."""

MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""
"""Runs a command; prints its exit code, its peak of memory, which begins at that of the process
that starts it (this one is small, a test run is not), and its time."""


def peak_and_seconds(arguments: tuple[str, ...], stdin: Path) -> tuple[int, str, int, float]:
    """Run the program; return its exit code, its errors, its peak of memory and its time.

    That is processor time, which other work on the machine does not lengthen; whoever waits
    without working is ended after 90 seconds.
    """
    with stdin.open("rb") as given:
        ended = subprocess.run(
            (sys.executable, "-c", MEASURED, sys.executable, "-m", "chatuchak_cli", *arguments),
            stdin=given,
            capture_output=True,
            check=True,
            text=True,
            timeout=90,
        )
    code, peak, seconds = ended.stdout.split()
    unit = 1 if sys.platform == "darwin" else 1024
    return int(code), ended.stderr[:100_000], int(peak) * unit, float(seconds)
