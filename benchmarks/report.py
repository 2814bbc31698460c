"""Sections of RESULTS.md, each replaced by its own benchmark, and storage of measured rows."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from chatuchak_solver.codec import JsonObject

__all__ = ["MeasuredRows", "machine", "table", "write_section"]

RESULTS = Path(__file__).parent / "RESULTS.md"
PREFACE = """# Results

Each section names its command, machine and commit. The machines are shared and noisy: trust medians
and ratios within a run, not single times across runs. `python -m benchmarks --help` lists the
commands with their run times.
"""


def write_section(name: str, text: str) -> None:
    """Replace or add the section ``name`` of RESULTS.md, with the measured commit."""
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


def source_digest() -> str:
    """Return a digest of the measured code: the packages and the benchmarks."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in ("benchmarks", "chatuchak_solver", "generators"):
        for path in sorted(root.joinpath(folder).rglob("*")):
            if path.suffix in (".py", ".xz", ".ll"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class MeasuredRows:
    """Rows by name and instance in ``results/NAME-DIGEST.jsonl``, to resume a run of the same code.

    Delete the file to remeasure.
    """

    def __init__(self, name: str) -> None:
        self._path = Path(__file__).parent / "results" / f"{name}-{source_digest()}.jsonl"
        self._rows: dict[tuple[str, str], JsonObject] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self._rows[row["what"], row["instance"]] = row

    def find(self, what: str, instance: object) -> JsonObject | None:
        return self._rows.get((what, str(instance)))

    def get(
        self, what: str, instance: object, measure: Callable[..., JsonObject], *arguments: Any
    ) -> JsonObject:
        key = what, str(instance)
        if key not in self._rows:
            row = {"what": what, "instance": str(instance), **measure(*arguments)}
            self._path.parent.mkdir(exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            self._rows[key] = row
        return self._rows[key]
