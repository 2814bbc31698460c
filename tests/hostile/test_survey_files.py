"""Damaged, edited and crafted survey files: refused in one line, soon, or as they were."""

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver import ChatuchakError, InputError, InvalidInstanceError, Stop
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey, summarize
from chatuchak_solver.analysis.survey.store import SurveyStore, seal_of, seal_of_chunk
from tests.forked import RUN_PROGRAM, run_forked
from tests.tables import read_cases

PLAN = SurveyPlan(StartGridSource(9), features=True)
GRIDS = 8
MUTATIONS = 140


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a survey of four chunks with features."""
    path = tmp_path_factory.mktemp("survey") / "whole.sqlite"
    with SurveyStore.create(path, PLAN.describe()) as store:
        run_survey(PLAN, store, GRIDS, largest_chunk=2, workers=2)
    return path


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "copied.sqlite"))


@contextmanager
def edited(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def summary(path: Path) -> str:
    with SurveyStore.open(path) as store:
        rows = [*map(repr, store.rows()), *map(repr, store.features())]
        return json.dumps([summarize(store).to_dict(), rows])


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def write_over(data: bytearray, chance: random.Random) -> None:
    first = chance.randrange(len(data))
    length = min(chance.choice((1, 4, 30, 500)), len(data) - first)
    data[first : first + length] = chance.choice((bytes(length), chance.randbytes(length)))


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def take_out(data: bytearray, chance: random.Random) -> None:
    first = chance.randrange(len(data))
    del data[first : first + chance.choice((1, 20, 4096))]


def put_in(data: bytearray, chance: random.Random) -> None:
    first = chance.randrange(len(data))
    data[first:first] = chance.randbytes(chance.choice((1, 20, 4096)))


def copy_page(data: bytearray, chance: random.Random) -> None:
    pages = len(data) // 4096
    here, there = (4096 * chance.randrange(pages) for _ in range(2))
    data[here : here + 4096] = data[there : there + 4096]


def change_text(data: bytearray, chance: random.Random) -> None:
    # Positions of the content: letters of grids, names of columns, digits of the source.
    places = [place for place, byte in enumerate(data) if 32 <= byte < 127]
    data[chance.choice(places)] = chance.randrange(256)


CHANGES: list[Callable[[bytearray, random.Random], None]] = [
    flip, write_over, cut, take_out, put_in, copy_page, change_text,
]  # fmt: skip


def test_damaged_files_are_refused_or_summarized_correctly(whole: Path, tmp_path: Path) -> None:
    expected, original = summary(whole), whole.read_bytes()
    refusals = []
    for number in range(MUTATIONS):
        chance = random.Random(number)
        data = bytearray(original)
        CHANGES[number % len(CHANGES)](data, chance)
        path = tmp_path / "damaged.sqlite"
        path.write_bytes(data)
        try:
            assert summary(path) == expected, f"mutation {number}"
        except ChatuchakError as error:
            refusals.append(str(error))
        path.unlink()
    assert [text for text in refusals if "\n" in text or "damaged.sqlite" not in text] == []
    # The rest hit unused bytes, for example the ends of pages.
    assert len(refusals) > MUTATIONS / 3


@pytest.mark.parametrize(("_", "statement", "message"), read_cases("hostile/survey_edits.txt"))
def test_edited_files_are_refused(copied: Path, _: str, statement: str, message: str) -> None:
    with edited(copied) as connection:
        connection.execute(statement)
    with pytest.raises(InvalidInstanceError, match=re.escape(message)) as refusal:
        SurveyStore.resume(copied, PLAN.describe())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("source", ["{", "[]", "7", "[" * 100_000, '{"seed": 1, "seed": 2}'])
def test_invalid_source_with_checksum_is_refused(copied: Path, source: str) -> None:
    # As an attacker with knowledge of the checksums would write it.
    with edited(copied) as connection:
        for key, value in (("source", source), ("seal", seal_of(source))):
            connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    with pytest.raises(InvalidInstanceError, match=re.escape(str(copied))):
        SurveyStore.open(copied)


def test_overlapping_chunks_with_checksums_are_refused(copied: Path) -> None:
    with edited(copied) as connection:
        (version,) = connection.execute("SELECT program_version FROM chunks").fetchone()
        chunk = (1, 2, version)
        seal = seal_of_chunk(connection, *chunk)
        connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (*chunk, seal))
    with pytest.raises(InvalidInstanceError, match="grid 1 differs from its checksum"):
        SurveyStore.open(copied)


def test_other_tables_and_indexes_are_ignored(whole: Path, copied: Path) -> None:
    with edited(copied) as connection:
        connection.execute("CREATE TABLE notes (number INTEGER, note TEXT)")
        connection.execute("CREATE INDEX by_length ON grids (length)")
    assert summary(copied) == summary(whole)


PLAIN_PLAN = SurveyPlan(StartGridSource(9))
ENDLESS = """
WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
SELECT 'k' || n AS key, hex(zeroblob(1000)) AS value FROM endless
"""
MEMORY = 2**30
"""Bytes; the survey itself takes a third."""


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.sqlite"
    with SurveyStore.create(path, PLAIN_PLAN.describe()) as store:
        run_survey(PLAIN_PLAN, store, 4, largest_chunk=2, workers=1)
    return path


CRAFTED = {
    "endless meta": f"DROP TABLE meta; CREATE VIEW meta AS {ENDLESS}",
    "endless grids": f"DROP TABLE grids; CREATE VIEW grids AS {ENDLESS}",
    "long source": "UPDATE meta SET value = zeroblob(60000000) WHERE key = 'source'",
    "long moves": "UPDATE grids SET moves = zeroblob(60000000) WHERE number = 1",
    "long version": "UPDATE chunks SET program_version = zeroblob(60000000)",
    "many keys": f"INSERT INTO meta {ENDLESS} LIMIT 20000",
}


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_file_is_refused_soon_and_in_little_memory(survey: Path, name: str) -> None:
    with edited(survey) as connection:
        connection.executescript(CRAFTED[name])
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
    if name == "many keys":  # large, but all that is read of it is as it was
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
                run_survey(PLAIN_PLAN, second, 8, workers=1)
            assert len(second) == 4  # reading continues
        assert run_survey(PLAIN_PLAN, second, 8, workers=1).stopped_by is None
        assert len(first) == 8
    assert [path.name for path in survey.parent.iterdir()] == [survey.name]


def test_slower_of_two_new_surveys_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "survey.sqlite"
    SurveyStore.create(path, PLAIN_PLAN.describe()).close()
    # Both looked before either had written.
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(InputError, match="started by another program: --resume"):
        SurveyStore.create(path, PLAIN_PLAN.describe())


def test_a_survey_of_endless_length_begins_immediately(tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "survey.sqlite", PLAIN_PLAN.describe()) as store:
        ended = run_survey(PLAIN_PLAN, store, 10**12, largest_chunk=2, workers=1, stop=Stop(work=2))
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
