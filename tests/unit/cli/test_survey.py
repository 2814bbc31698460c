"""``survey``: files that survive any end, in this process and in real ones."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chatuchak_solver.analysis.survey.store import SurveyStore
from tests.unit.cli.conftest import Chatuchak

CHATUCHAK = (sys.executable, "-m", "chatuchak_cli")
ENDLESS = 100_000
"""Grids of a survey that no machine finishes before it is ended."""


def arguments_of(path: Path, grids: int, *more: object) -> tuple[str, ...]:
    arguments = ("survey", "-n", grids, "--seed", 4, "--out", path, "--chunk", 10, *more)
    return tuple(map(str, arguments))


def grids_in(path: Path) -> int:
    """Return the number of grids in a file that another process writes."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        try:
            return int(connection.execute("SELECT COUNT(*) FROM grids").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return 0


def test_plots_are_drawn(chatuchak: Chatuchak, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "p.svg"
    arguments = ("survey", "-n", 3, "--seed", 2, "--out", tmp_path / "a", "--features")
    assert chatuchak(*arguments, "--plot", plot, "--json").json["difficulty"]["grids"] == 3
    assert plot.read_text().startswith("<?xml")


def test_survey_of_grids_without_seed_asks_for_one(chatuchak: Chatuchak, tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "s", {"grids": "of another source"}):
        pass
    error = chatuchak("survey", "-n", 1, "--out", tmp_path / "s", "--resume").error
    assert error.endswith(" contains no seed: expected --seed S")


def test_a_missing_scheduler_is_invalid_input(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("chatuchak_solver.execution.cluster.CONNECT_S", 1)
    outcome = chatuchak("survey", "-n", 1, "--seed", 1, "--out", tmp_path / "s", "--scheduler",
                        "tcp://127.0.0.1:1")  # fmt: skip
    assert "no dask scheduler answers at 'tcp://127.0.0.1:1'" in outcome.error
    # No file remains that blocks the next run.
    assert not (tmp_path / "s").exists()
    assert chatuchak("survey", "-n", 1, "--seed", 1, "--out", tmp_path / "s").code == 0


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def all_rows(path: Path) -> list[object]:
    connection = sqlite3.connect(path)
    rows: list[object] = connection.execute("SELECT * FROM grids ORDER BY number").fetchall()
    connection.close()
    return rows


def survey_under_way(path: Path, *, grids: int) -> tuple[subprocess.Popen[bytes], list[int], float]:
    """Return a survey that has some grids, its worker processes, and when the patience ends."""
    process = subprocess.Popen(
        (*CHATUCHAK, *arguments_of(path, ENDLESS)), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    stop = time.monotonic() + 60
    while grids_in(path) < grids:
        assert process.poll() is None, "the survey ended too soon"
        assert time.monotonic() < stop, "the survey took too long"
        time.sleep(0.01)
    return process, children(process.pid), stop


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_resumed_survey_is_the_same(
    chatuchak: Chatuchak, end: signal.Signals, tmp_path: Path
) -> None:
    parts = tmp_path / "parts"
    process, workers, stop = survey_under_way(parts, grids=20)
    assert workers, "a survey of so many grids runs in processes"
    for _ in range(3):
        os.kill(process.pid, end)
    out, errors = process.communicate(timeout=60)
    if end == signal.SIGINT:
        assert process.returncode == 130
        grids = f"{grids_in(parts):,}"
        message = f"interrupted after {grids} of {ENDLESS:,} grids; --resume continues {parts}"
        assert errors.decode().splitlines()[-1] == message
        assert f"{grids} start grids of seed 4" in out.decode()
    else:
        assert process.returncode == -signal.SIGKILL
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < stop, "the processes of an ended survey go on"
        time.sleep(0.01)
    there = grids_in(parts)
    assert 20 <= there < ENDLESS
    connection = sqlite3.connect(parts)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("SELECT SUM(n) FROM chunks").fetchone() == (there,)
    connection.close()
    uninterrupted = tmp_path / "whole"
    resumed = chatuchak(*arguments_of(parts, there + 10, "--resume", "--json"))
    assert resumed.json["grids"] == there + 10
    assert resumed.out == chatuchak(*arguments_of(uninterrupted, there + 10, "--json")).out
    assert all_rows(parts) == all_rows(uninterrupted)
