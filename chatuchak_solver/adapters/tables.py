"""Surveys, rankings, records and simulations as CSV, Parquet and data frames.

Parquet needs the extra ``tables`` (pyarrow); data frames need pandas or polars.

Examples
--------
>>> from chatuchak_solver.adapters.tables import records_table
>>> from chatuchak_solver.analysis.records import load_record_book
>>> table = records_table(load_record_book())
>>> table.names
('extreme', 'grid', 'optimal_length', 'proof', 'found_by')
>>> [row[2] for row in table.rows()]
[14, 25]
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from chatuchak_solver.analysis.difficulty import Features, difficulty
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle.notation import format_moves

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from chatuchak_solver.analysis.ranking import RankedTile
    from chatuchak_solver.analysis.records import RecordBook
    from chatuchak_solver.games.simulate import SimulationReport


Kind: TypeAlias = Literal["int", "float", "str", "bool"]
Value: TypeAlias = int | float | str | bool | None
Row: TypeAlias = tuple[Value, ...]

BATCH = 1 << 16
"""Rows per row group of a Parquet file."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows of named, typed values; None if missing."""

    columns: Mapping[str, Kind]
    rows: Callable[[], Iterator[Row]]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.columns)

    def to_csv(self) -> str:
        """Return the table as CSV with a header; missing values are empty."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.names)
        writer.writerows(self.rows())
        return stream.getvalue()

    def to_arrow(self) -> pa.Table:
        """Return a pyarrow table; raises MissingExtraError without the extra ``tables``."""
        pyarrow = imported("pyarrow", "Parquet", "tables")
        types = {"int": "int64", "float": "float64", "str": "string", "bool": "bool"}
        schema = pyarrow.schema({name: types[kind] for name, kind in self.columns.items()})
        batches, rows = [], self.rows()
        while batch := list(islice(rows, BATCH)):
            pairs = zip(zip(*batch, strict=True), schema, strict=True)
            arrays = [pyarrow.array(values, field.type) for values, field in pairs]
            batches.append(pyarrow.record_batch(arrays, schema=schema))
        return pyarrow.Table.from_batches(batches, schema)

    def to_parquet(self) -> bytes:
        """Return the content of a Parquet file; raises as `to_arrow`."""
        table = self.to_arrow()
        from pyarrow import parquet

        stream = io.BytesIO()
        parquet.write_table(table, stream)
        return stream.getvalue()

    def to_pandas(self) -> pd.DataFrame:
        """Return a pandas data frame."""
        import pandas as pd

        types = {"int": "Int64", "float": "Float64", "str": "string", "bool": "boolean"}
        frame = pd.DataFrame.from_records(list(self.rows()), columns=list(self.names))
        return frame.astype({name: types[kind] for name, kind in self.columns.items()})

    def to_polars(self) -> pl.DataFrame:
        """Return a polars data frame."""
        import polars as pl

        types = {"int": pl.Int64, "float": pl.Float64, "str": pl.String, "bool": pl.Boolean}
        schema = {name: types[kind] for name, kind in self.columns.items()}
        return pl.DataFrame(list(self.rows()), schema=schema, orient="row")

    def write(self, path: Path) -> None:
        """Write the table to a ``.csv`` or ``.parquet`` file, atomically."""
        ending = check_table_file(path)
        write_file(path, self.to_csv() if ending == ".csv" else self.to_parquet())


def check_table_file(path: Path) -> str:
    """Return a table file's extension; raises MissingExtraError as `DataTable.to_arrow`."""
    ending = path.suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise InputError(f"invalid table file {path}: expected .csv or .parquet")
    if ending == ".parquet":
        imported("pyarrow", "Parquet", "tables")
    return ending


def _table(columns: str, rows: Callable[[], Iterator[JsonObject]]) -> DataTable:
    """Return a table of objects; ``columns`` are their fields with types, such as ``tile:int``."""
    kinds: dict[str, Any] = dict(column.split(":") for column in columns.split())
    return DataTable(kinds, lambda: (tuple(map(row.get, kinds)) for row in rows()))


FEATURES = " ".join(
    f"{field.name}:{field.type.__name__}" for field in msgspec.structs.fields(Features)
)


def ranking_table(tiles: Sequence[RankedTile]) -> DataTable:
    """Return a ranking, easiest first, with features and without reasons."""
    columns = (
        "position:int tile:int grid:str optimal_length:int optimal_solutions:int difficulty:float "
        f"percentile:float expected_rank:str limit_reached:str {FEATURES}"
    )
    documents = [tile.to_dict() for tile in tiles]
    return _table(columns, lambda: ({**tile, **(tile["features"] or {})} for tile in documents))


def records_table(book: RecordBook) -> DataTable:
    """Return the record book."""
    columns = "extreme:str grid:str optimal_length:int proof:str found_by:str"
    return _table(columns, lambda: (record.to_dict() for record in book.records))


def survey_table(path: Path) -> DataTable:
    """Return a survey's grids by number, with features and difficulty if measured."""
    columns = "number:int grid:str fallback:bool optimal_length:int moves:str expanded:int"
    with SurveyStore.open(path) as store:
        has_features = next(store.features(), None) is not None
    if has_features:
        columns += f" {FEATURES} difficulty:float"

    def rows() -> Iterator[JsonObject]:
        with SurveyStore.open(path) as store:
            found = store.features() if has_features else repeat((0, None))
            for row, (_, features) in zip(store.rows(), found, strict=has_features):
                values: JsonObject = {}
                if features is not None:
                    values = {**features.to_dict(), "difficulty": difficulty(features)}
                moves = format_moves(list(row.moves))
                yield {**values, **row._asdict(), "optimal_length": row.length, "moves": moves}

    return _table(columns, rows)


def simulation_table(report: SimulationReport) -> DataTable:
    """Return each player's results in a simulation."""
    columns = (
        "game:str seed:int number:int player:str games:int mean_score:float deviation:float "
        "lowest:int highest:int wins:float sole_wins:int win_share:float win_share_low:float "
        "win_share_high:float"
    )

    document: JsonObject = report.to_dict()
    rows: list[JsonObject] = []
    for player in document["players"]:
        share = player["win_share"]
        bounds = {"win_share_low": share["low"], "win_share_high": share["high"]}
        rows.append({**document, **player, "win_share": share["share"], **bounds})
    return _table(columns, lambda: iter(rows))


def events_table(report: SimulationReport) -> DataTable:
    """Return the frequencies of events in a simulation."""
    columns = "row:str event:str count:int times_a_game:float games_with:int games:int"
    document: JsonObject = report.to_dict()
    return _table(columns, lambda: iter(document["events"]))
