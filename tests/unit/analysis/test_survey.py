"""Surveys: whole chunks, exact resuming, and summaries independent of the run."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from chatuchak_generators import StartGridSource, generate_start_grids
from chatuchak_solver import Grid, InputError, InvalidInstanceError, Stop, StopReason, replay, solve
from chatuchak_solver.analysis.difficulty import measure_features
from chatuchak_solver.analysis.survey import run as surveys
from chatuchak_solver.analysis.survey.run import SurveyPlan, SurveyRun, run_survey, solve_chunk
from chatuchak_solver.analysis.survey.store import SurveyStore

T = TypeVar("T")
R = TypeVar("R")

PLAN = SurveyPlan(StartGridSource(9))


def content(path: Path) -> list[tuple[object, ...]]:
    """Return all rows of grids and features, without their chunks."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            row
            for table in ("grids", "features")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY number")
        ]


def survey(
    path: Path, n: int, plan: SurveyPlan = PLAN, *, chunk: int = 7, workers: int | None = 2
) -> str:
    """Run a survey, or go on with it, and return its summary as text."""
    has_begun = path.exists() and path.stat().st_size > 0
    make = SurveyStore.resume if has_begun else SurveyStore.create
    with make(path, plan.describe()) as store:
        run_survey(plan, store, n, largest_chunk=chunk, workers=workers)
        return json.dumps(surveys.summarize(store).to_dict())


def test_rows_are_the_generators_grids_with_proven_lengths(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    survey(path, 20)
    with SurveyStore.open(path) as store:
        rows = list(store.rows())
    expected = list(generate_start_grids(20, seed=9))
    assert [row.grid for row in rows] == [str(start.grid) for start in expected]
    assert [row.number for row in rows] == list(range(20))
    for row, start in zip(rows, expected, strict=True):
        assert row.length == len(row.moves) == solve(start.grid).length
        assert replay(start.grid, tuple(row.moves))


@pytest.mark.usefixtures("two_cores")
def test_summaries_do_not_depend_on_cores(tmp_path: Path) -> None:
    sequential = survey(tmp_path / "one", 40, chunk=40, workers=1)
    assert survey(tmp_path / "two", 40, chunk=3, workers=None) == sequential
    assert content(tmp_path / "one") == content(tmp_path / "two")


def three_scrambled(
    function: Callable[[T], R], items: Iterable[T], *, should_stop: Callable[[], bool]
) -> Iterator[R]:
    """Do three items, in a scrambled order, as if it was stopped then."""
    del should_stop
    yield from map(function, sorted(items, key=lambda chunk: chunk.start * 7 % 11)[:3])  # type: ignore[attr-defined]


def test_an_interrupted_survey_resumes_to_the_same_grids(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    expected = survey(whole, 40)
    with SurveyStore.create(parts, PLAN.describe()) as store:
        stop = Stop(work=12)
        run = run_survey(PLAN, store, 30, largest_chunk=4, spread=three_scrambled, stop=stop)
        assert run == SurveyRun(12, StopReason.WORK)
        assert len(store) == 12
    # Other chunks, more grids than before, and gaps in the middle.
    assert survey(parts, 40, chunk=9) == expected
    assert content(parts) == content(whole)


def test_missing_chunks_fill_every_gap_once(tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "s", PLAN.describe()) as store:
        for first, n in ((5, 3), (10, 1), (2**63 - 1, 1)):
            solved = solve_chunk(PLAN, range(first, first + n))
            assert solved is not None
            store.add(solved)
        missing = list(store.missing(14, largest=4))
        assert missing == [range(4), range(4, 5), range(8, 10), range(11, 14)]
        assert list(store.missing(6, largest=100)) == [range(5)]
        assert list(store.missing(0, largest=1)) == []


def test_a_chunk_is_stored_once_and_a_failed_one_not_at_all(tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "s", PLAN.describe()) as store:
        solved = solve_chunk(PLAN, range(3))
        overlapping = solve_chunk(PLAN, range(1, 5))
        assert solved is not None
        assert overlapping is not None
        store.add(solved)
        for again in (solved, overlapping):
            with pytest.raises(InputError, match="another program is writing to this survey"):
                store.add(again)
        assert store.chunks() == [range(3)]
        assert [row.number for row in store.rows()] == [0, 1, 2]


def test_a_stop_discards_the_running_chunk() -> None:
    assert solve_chunk(PLAN, range(5), Stop(interrupt=lambda: True)) is None


def test_features_are_stored_with_the_grids(tmp_path: Path) -> None:
    plan = SurveyPlan(StartGridSource(9), features=True)
    path = tmp_path / "s"
    survey(path, 2, plan)
    with SurveyStore.open(path) as store:
        features = dict(store.features())
        summary = surveys.summarize(store)
    for number, start in enumerate(generate_start_grids(2, seed=9)):
        assert features[number] == measure_features(start.grid)
    assert summary.difficulty is not None
    assert summary.difficulty.grids == 2
    assert summary.to_dict()["source"]["features"]["games"] == 200
    with pytest.raises(InputError, match="invalid features"):
        SurveyStore.resume(path, PLAN.describe())


def test_grids_beyond_limits_have_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatuchak_solver.analysis.survey.run.MAX_COUNT", 0)
    plan = SurveyPlan(StartGridSource(9), features=True)
    survey(tmp_path / "s", 1, plan)
    with SurveyStore.open(tmp_path / "s") as store:
        assert list(store.features()) == [(0, None)]
        assert surveys.summarize(store).difficulty is None
    assert content(tmp_path / "s")[1][-1] == "more than 0 optimal solutions"


def test_other_surveys_are_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "s"
    survey(path, 1)
    with pytest.raises(InputError, match="invalid seed 8: expected 9"):
        SurveyStore.resume(path, SurveyPlan(StartGridSource(8)).describe())
    with pytest.raises(InputError, match="exists: --resume"):
        SurveyStore.create(path, PLAN.describe())


def test_a_survey_begins_in_an_empty_file(tmp_path: Path) -> None:
    # A program that was killed before its first write leaves one.
    path = tmp_path / "s"
    path.touch()
    assert json.loads(survey(path, 2))["grids"] == 2


def test_other_files_are_refused(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other"
    text.write_text("this is no database, just a text that is long enough to look like one\n" * 20)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE t (x)")
    for path, reason in ((text, "not a survey"), (other, "not a survey"), (tmp_path, "^[^:]+: un")):
        with pytest.raises(InvalidInstanceError, match=reason):
            SurveyStore.open(path)
    with pytest.raises(FileNotFoundError):
        SurveyStore.open(tmp_path / "missing")


def test_a_summary_counts_the_stored_grids(tmp_path: Path) -> None:
    survey(tmp_path / "s", 30)
    with SurveyStore.open(tmp_path / "s") as store:
        summary = surveys.summarize(store)
        lengths = [row.length for row in store.rows()]
    assert summary.grids == 30
    assert summary.lengths == {value: lengths.count(value) for value in sorted(set(lengths))}
    assert summary.mean == pytest.approx(sum(lengths) / 30)
    assert all(solve(Grid.parse(grid)).length == n for n, grid in summary.examples.items())
    with SurveyStore.create(tmp_path / "none", PLAN.describe()) as store:
        assert surveys.summarize(store).to_dict()["mean_length"] is None


def test_numbers_out_of_range_are_refused(tmp_path: Path) -> None:
    with SurveyStore.create(tmp_path / "s", PLAN.describe()) as store:
        with pytest.raises(InputError, match="invalid number of grids -1"):
            run_survey(PLAN, store, -1)
        with pytest.raises(InputError, match="invalid largest_chunk 0"):
            run_survey(PLAN, store, 1, largest_chunk=0)
        with pytest.raises(InputError, match="invalid number of workers 0"):
            run_survey(PLAN, store, 1, workers=0)
