"""Damaged and edited survey files: each is refused in one line, or holds all that it held."""

import json
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore, seal_of, seal_of_chunk
from chatuchak_solver.analysis.survey.summary import summarize
from chatuchak_solver.errors import ChatuchakError, InvalidInstanceError

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
    # Where the content is: letters of grids, names of columns, digits of the source.
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
    # The rest hit bytes that hold nothing, such as the ends of pages.
    assert len(refusals) > MUTATIONS / 3


EDITS = [
    ("DELETE FROM grids WHERE number IN (3, 4)", "grid 2 differs from its checksum"),
    ("DELETE FROM grids", "grid 0 differs from its checksum"),
    ("DELETE FROM features WHERE number = 5", "grid 4 differs from its checksum"),
    ("DELETE FROM chunks WHERE first = 2", "table grids has rows that belong to no chunk: 2"),
    ("DELETE FROM chunks WHERE first = 6", "table grids has rows that belong to no chunk: 2"),
    ("UPDATE chunks SET n = 3 WHERE first = 6", "grid 6 differs from its checksum"),
    ("UPDATE chunks SET n = 0 WHERE first = 2", "grid 2 differs from its checksum"),
    ("UPDATE chunks SET n = 'two' WHERE first = 2", "grid 2 differs from its checksum"),
    ("UPDATE chunks SET n = 1e300 WHERE first = 2", "grid 2 differs from its checksum"),
    ("UPDATE chunks SET first = -2 WHERE first = 2", "begins with grid -2 differs from its"),
    ("UPDATE chunks SET program_version = x'ff'", "grid 0 differs from its checksum"),
    ("UPDATE chunks SET program_version = '9'", "grid 0 differs from its checksum"),
    ("UPDATE chunks SET seal = '' WHERE first = 4", "grid 4 differs from its checksum"),
    ("UPDATE grids SET number = 100 WHERE number = 7", "grid 6 differs from its checksum"),
    ("UPDATE grids SET grid = 'x' WHERE number = 7", "grid 6 differs from its checksum"),
    ("UPDATE grids SET length = 3 WHERE number = 1", "grid 0 differs from its checksum"),
    ("UPDATE grids SET length = 'many'", "grid 0 differs from its checksum"),
    ("UPDATE grids SET moves = 'text'", "grid 0 differs from its checksum"),
    ("UPDATE grids SET expanded = 1e999", "grid 0 differs from its checksum"),
    ("UPDATE features SET player_moves = NULL", "grid 0 differs from its checksum"),
    ("UPDATE features SET player_moves = 'x'", "grid 0 differs from its checksum"),
    ("INSERT INTO features (number) VALUES (99)", "table features has rows that belong to no"),
    ("UPDATE meta SET value = '{' WHERE key = 'source'", "its description differs from"),
    ("UPDATE meta SET value = 7 WHERE key = 'source'", "its description differs from"),
    ("DELETE FROM meta WHERE key = 'source'", "its description differs from"),
    ("DELETE FROM meta", "invalid format 'None'"),
    ("UPDATE meta SET value = char(27, 10) WHERE key = 'format'", r"invalid format '\x1b\n'"),
    ("DROP TABLE features", "it has no table features"),
    ("DROP TABLE meta", "it has no table meta"),
    ("ALTER TABLE grids RENAME COLUMN moves TO steps", "its table grids is not a survey's"),
    ("ALTER TABLE grids ADD COLUMN more", "its table grids is not a survey's"),
    ("CREATE TRIGGER t AFTER INSERT ON grids BEGIN DELETE FROM grids; END", "it has a trigger"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "message"), EDITS)
def test_edited_files_are_refused(
    whole: Path, tmp_path: Path, statement: str, message: str
) -> None:
    path = tmp_path / "edited.sqlite"
    shutil.copy(whole, path)
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    with pytest.raises(InvalidInstanceError, match=re.escape(message)) as refusal:
        SurveyStore.create_or_resume(path, PLAN.describe())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("source", ["{", "[]", "7", "[" * 100_000, '{"seed": 1, "seed": 2}'])
def test_invalid_source_with_checksum_is_refused(whole: Path, tmp_path: Path, source: str) -> None:
    # As somebody would write it who knows how files are sealed.
    path = tmp_path / "resealed.sqlite"
    shutil.copy(whole, path)
    connection = sqlite3.connect(path)
    for key, value in (("source", source), ("seal", seal_of(source))):
        connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    connection.commit()
    connection.close()
    with pytest.raises(InvalidInstanceError, match=re.escape(str(path))):
        SurveyStore.open(path)


def test_overlapping_chunks_with_checksums_are_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "resealed.sqlite"
    shutil.copy(whole, path)
    connection = sqlite3.connect(path)
    (version,) = connection.execute("SELECT program_version FROM chunks").fetchone()
    chunk = (1, 2, version)
    seal = seal_of_chunk(connection, *chunk)
    connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (*chunk, seal))
    connection.commit()
    connection.close()
    with pytest.raises(InvalidInstanceError, match="grid 1 differs from its checksum"):
        SurveyStore.open(path)


def test_other_tables_and_indexes_are_ignored(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    shutil.copy(whole, path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (number INTEGER, note TEXT)")
    connection.execute("CREATE INDEX by_length ON grids (length)")
    connection.commit()
    connection.close()
    assert summary(path) == summary(whole)
