"""Tables: the same values as CSV, Parquet and data frames."""

import csv
import io
import math
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from pyarrow import parquet

from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver import Grid, SimulationPlan, load_start_tiles, rank_tiles, simulate
from chatuchak_solver.adapters import tables
from chatuchak_solver.adapters.tables import DataTable, check_table_file, survey_table
from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.records import load_record_book
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.search.verify import replay

MIXED = DataTable(
    {"n": "int", "x": "float", "name": "str", "yes": "bool"},
    lambda: iter([(1, 0.5, 'a "b", c', True), (None, None, None, None), (2**40, -1e9, "é", False)]),
)


def survey(path: Path, *, features: bool, n: int = 3) -> Path:
    plan = SurveyPlan(StartGridSource(2), features)
    with SurveyStore.create(path, plan.describe()) as store:
        run_survey(plan, store, n, workers=1, largest_chunk=2)
    return path


def every_table(tmp_path: Path) -> list[DataTable]:
    report = simulate(SimulationPlan("chatuchak", ("random", "random"), 2, 1), workers=1)
    return [
        MIXED,
        tables.ranking_table(rank_tiles(load_start_tiles().grids[:2], games=5, workers=1)),
        tables.records_table(load_record_book()),
        survey_table(survey(tmp_path / "plain.sqlite", features=False)),
        survey_table(survey(tmp_path / "hard.sqlite", features=True, n=1)),
        tables.simulation_table(report),
        tables.events_table(report),
    ]


def test_win_shares_are_inside_their_intervals() -> None:
    report = simulate(SimulationPlan("chatuchak", ("random", "random"), 2, 1), workers=1)
    table = tables.simulation_table(report)
    row: dict[str, Any] = dict(zip(table.names, next(table.rows()), strict=True))
    assert row["win_share_low"] <= row["win_share"] <= row["win_share_high"]


def test_all_formats_hold_the_same_rows(tmp_path: Path) -> None:
    for number, table in enumerate(every_table(tmp_path)):
        rows = list(table.rows())
        assert rows == list(table.rows())
        assert rows
        names = list(table.names)
        # A misspelled column would be empty.
        empty = {name for name, column in zip(names, zip(*rows, strict=True), strict=True)
                 if not any(value is not None for value in column)}  # fmt: skip
        assert empty <= {"limit_reached"}
        file = tmp_path / f"{number}.parquet"
        table.write(file)
        stored = parquet.read_table(file)
        assert stored.column_names == names
        assert [tuple(row.values()) for row in stored.to_pylist()] == rows
        polars: Any = table.to_polars()
        assert polars.columns == names
        assert polars.rows() == rows
        pandas: Any = table.to_pandas()
        assert list(pandas.columns) == names
        values = pandas.astype(object).where(pandas.notna(), None).itertuples(index=False)
        assert [tuple(row) for row in values] == rows
        table.write(tmp_path / f"{number}.csv")
        text = (tmp_path / f"{number}.csv").read_text(encoding="utf-8")
        read = list(csv.reader(io.StringIO(text)))
        assert read == [names, *(["" if v is None else str(v) for v in row] for row in rows)]
        assert pl.read_csv(io.StringIO(text)).height == pd.read_csv(io.StringIO(text)).shape[0]


def test_types_hold_without_any_row() -> None:
    empty = DataTable(MIXED.columns, lambda: iter(()))
    assert empty.to_arrow().schema == MIXED.to_arrow().schema
    assert empty.to_polars().schema == MIXED.to_polars().schema
    assert list(empty.to_pandas().dtypes) == list(MIXED.to_pandas().dtypes)
    assert empty.to_csv() == "n,x,name,yes\n"


def test_a_survey_table_has_every_value(tmp_path: Path) -> None:
    path = survey(tmp_path / "s.sqlite", features=True, n=2)
    frame: Any = survey_table(path).to_pandas()
    with SurveyStore.open(path) as store:
        for row, (_, features) in zip(store.rows(), store.features(), strict=True):
            record = frame.iloc[row.number]
            moves = [int(word) for word in record["moves"].split(",")]
            assert replay(Grid.parse(row.grid), moves)
            assert (record["grid"], record["optimal_length"]) == (row.grid, row.length)
            assert features is not None
            assert record["player_moves"] == pytest.approx(features.player_moves)
            assert math.isclose(record["difficulty"], difficulty(features))


def test_many_rows_are_converted_in_batches() -> None:
    many = DataTable({"n": "int"}, lambda: ((n,) for n in range(150_000)))
    assert many.to_arrow()["n"].to_pylist() == list(range(150_000))


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    MIXED.write(file)
    before = file.read_bytes()

    def broken() -> Any:
        yield (1, 0.5, "a", True)
        raise InputError("the source is gone")

    with pytest.raises(InputError, match="the source is gone"):
        DataTable(MIXED.columns, broken).write(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_parquet_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"\.\[tables\]"):
        check_table_file(Path("t.parquet"))
    assert check_table_file(Path("t.csv")) == ".csv"
