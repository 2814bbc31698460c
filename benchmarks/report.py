"""Sections of RESULTS.md; each benchmark replaces its own."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

__all__ = ["machine", "table", "write_section"]

RESULTS = Path(__file__).parent / "RESULTS.md"
PREFACE = """# Results

Each section is written by its own command, on the machine and from the commit that it names. Such
machines are shared and noisy: believe medians and ratios within a run, not single times across
runs. `python -m benchmarks --help` says what each command measures and how long it takes.
"""


def write_section(name: str, text: str) -> None:
    """Replace the section ``name`` of RESULTS.md by ``text``, or add it; sections are sorted.

    The commit that was measured is added to it.
    """
    sections = {name: f"{text.strip()}\n\nMeasured at {commit()}."}
    if RESULTS.exists():
        found = re.findall(
            r"<!-- begin (\w+) -->\n(.*?)\n<!-- end \1 -->",
            RESULTS.read_text(encoding="utf-8"),
            re.DOTALL,
        )
        sections = dict(found) | sections
    parts = [PREFACE] + [
        f"<!-- begin {key} -->\n{sections[key]}\n<!-- end {key} -->\n" for key in sorted(sections)
    ]
    temporary = RESULTS.with_suffix(".tmp")
    temporary.write_text("\n".join(parts), encoding="utf-8")
    temporary.replace(RESULTS)


def commit() -> str:
    here = Path(__file__).parent
    command = ("git", "describe", "--always", "--exclude=*", "--dirty=, with later changes")
    try:
        found = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no commit: this is no git checkout"
    return f"commit {found.stdout.strip()}"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|---|" + "---:|" * (len(header) - 1)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def machine() -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return (
        f"Python {platform.python_version()}, {versions}, {platform.machine()}, "
        f"{os.cpu_count()} cores."
    )
