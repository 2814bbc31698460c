"""Help of the commands of analysis: quick to start, and with examples."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.unit.cli.conftest import Chatuchak

COMMANDS = ("rank", "difficulty", "solutions", "survey", "records")
HEAVY = {"numba", "numpy", "networkx", "matplotlib", "distributed", "dask", "sqlite3"}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_imports_nothing_heavy(name: str) -> None:
    done = subprocess.run(
        (
            sys.executable,
            "-c",
            (
                "import sys\nfrom chatuchak_cli.main import run\n"
                f"run(['{name}', '--help'])\n"
                "print(*sorted(name.split('.')[0] for name in sys.modules), file=sys.stderr)"
            ),
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    assert HEAVY.isdisjoint(done.stderr.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples(chatuchak: Chatuchak, name: str) -> None:
    assert f"chatuchak {name}" in chatuchak(name, "--help").out.split("Examples:", 1)[1]
