"""Survey files that somebody crafted: endless views, values that fill memory, two writers."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver import InputError, Stop
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from tests.forked import RUN_PROGRAM, run_forked

PLAN = SurveyPlan(StartGridSource(9))
ENDLESS = """
WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
SELECT 'k' || n AS key, hex(zeroblob(1000)) AS value FROM endless
"""
MEMORY = 2**30
"""Bytes; the survey itself takes a third."""


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.sqlite"
    with SurveyStore.create(path, PLAN.describe()) as store:
        run_survey(PLAN, store, 4, largest_chunk=2, workers=1)
    return path


def endless_meta(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE meta")
    connection.execute(f"CREATE VIEW meta AS {ENDLESS}")


def endless_grids(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE grids")
    connection.execute(f"CREATE VIEW grids AS {ENDLESS}")


def long_source(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE meta SET value = zeroblob(60000000) WHERE key = 'source'")


def long_moves(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE grids SET moves = zeroblob(60000000) WHERE number = 1")


def long_version(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE chunks SET program_version = zeroblob(60000000)")


def many_keys(connection: sqlite3.Connection) -> None:
    rows = ((f"k{number}", "x" * 900) for number in range(20_000))
    connection.executemany("INSERT INTO meta VALUES (?, ?)", rows)


@pytest.mark.parametrize(
    "craft", [endless_meta, endless_grids, long_source, long_moves, long_version, many_keys]
)
def test_a_crafted_file_is_refused_soon_and_in_little_memory(
    survey: Path, craft: Callable[[sqlite3.Connection], None]
) -> None:
    with sqlite3.connect(survey) as connection:
        craft(connection)
    connection.close()
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))"
    began = time.monotonic()
    ran = run_forked(
        ("survey", "-n", "4", "--resume", "--out", survey),
        f"{limited}; {RUN_PROGRAM}",
        folder=survey.parent,
        timeout_s=30,
    )
    assert time.monotonic() - began < 25  # ten seconds on an idle core
    message = ran.err.decode()
    if craft is many_keys:  # large, but all that is read of it is as it was
        assert ran.code == 0, message
        return
    assert ran.code == 2
    assert message.startswith(f"error: {survey}")
    assert message.count("\n") == 1
    assert "Traceback" not in message


def test_a_second_writer_is_refused(survey: Path) -> None:
    with SurveyStore.open(survey) as first, SurveyStore.open(survey) as second:
        with first.writing():
            with pytest.raises(InputError, match="another program is writing to this survey"):
                run_survey(PLAN, second, 8, workers=1)
            assert len(second) == 4  # reading goes on
        assert run_survey(PLAN, second, 8, workers=1).stopped_by is None
        assert len(first) == 8
    assert [path.name for path in survey.parent.iterdir()] == [survey.name]


def test_slower_of_two_new_surveys_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "survey.sqlite"
    SurveyStore.create(path, PLAN.describe()).close()
    # Both looked before either had written.
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(InputError, match="started by another program: --resume"):
        SurveyStore.create(path, PLAN.describe())


def test_a_survey_of_endless_length_begins_immediately(tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "survey.sqlite", PLAN.describe()) as store:
        ended = run_survey(PLAN, store, 10**12, largest_chunk=2, workers=1, stop=Stop(work=2))
        assert ended.stopped_by == "work"
        assert 2 <= len(store) <= 8


@pytest.mark.parametrize("address", ["inproc://x", "inproc://10.0.0.1/1/1", "inproc://"])
def test_addresses_without_a_scheduler_are_refused(address: str, tmp_path: Path) -> None:
    survey = ("survey", "-n", "1", "--seed", "1", "--out", "s.sqlite", "--scheduler", address)
    ran = run_forked(survey, folder=tmp_path, timeout_s=30)
    assert ran.code == 2
    assert ran.err.startswith(b"error: no dask scheduler answers at ")
    assert ran.err.count(b"\n") == 1


def test_a_killed_worker_is_reported_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chatuchak_cli", "survey", "-n", "100000", "--seed", "1"]
    with subprocess.Popen(
        [*command, "--workers", "2", "--out", str(tmp_path / "s.sqlite")],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as survey:  # fmt: skip
        try:
            while not (workers := _workers(survey.pid)) and survey.poll() is None:
                time.sleep(0.1)
            workers[0].kill()
            _, message = survey.communicate(timeout=60)
        finally:
            survey.kill()
    assert survey.returncode == 2
    assert "defect" not in message
    assert message.splitlines()[-1] == (
        "error: a process ended before its work was done (was it killed?); stored chunks remain: "
        "--resume continues"
    )


def _workers(pid: int) -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(pid).children()
        return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    return []
