"""Surveys, rankings, records and simulations as tables: CSV, Parquet, data frames.

Parquet needs the extra ``tables`` (pyarrow), imported on first use; data frames need pandas or
polars, whichever is asked for.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast

import msgspec

from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.features import Features
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

ENDINGS: Final = (".csv", ".parquet")
BATCH: Final = 1 << 16
"""Rows that go into one part of a Parquet file."""


class Column(NamedTuple):
    """A column: its name and what its values are; any of them may be missing."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of named, typed values; a missing value is None.

    Attributes
    ----------
    columns
        What a row holds.
    rows
        Returns the rows; each call starts from the first.
    """

    columns: tuple[Column, ...]
    rows: Callable[[], Iterator[Row]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def to_csv(self) -> str:
        """Return the table as CSV with a line of names; nothing where a value is missing."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.names)
        writer.writerows(self.rows())
        return stream.getvalue()

    def to_arrow(self) -> pa.Table:
        """Return the table as pyarrow has it.

        Raises
        ------
        MissingExtraError
            If the extra ``tables`` is not installed.
        """
        pyarrow = imported("pyarrow", "Parquet", "tables")
        types = {"int": "int64", "float": "float64", "str": "string", "bool": "bool"}
        schema = pyarrow.schema([pyarrow.field(name, types[kind]) for name, kind in self.columns])
        batches, rows = [], self.rows()
        while some := list(islice(rows, BATCH)):
            columns = [list(values) for values in zip(*some, strict=True)]
            arrays = [
                pyarrow.array(values, field.type)
                for values, field in zip(columns, schema, strict=True)
            ]
            batches.append(pyarrow.record_batch(arrays, schema=schema))
        return pyarrow.Table.from_batches(batches, schema)

    def to_parquet(self) -> bytes:
        """Return the table as the content of a Parquet file.

        Raises
        ------
        MissingExtraError
            If the extra ``tables`` is not installed.
        """
        table = self.to_arrow()
        from pyarrow import parquet

        stream = io.BytesIO()
        parquet.write_table(table, stream)
        return stream.getvalue()

    def to_pandas(self) -> pd.DataFrame:
        """Return the table as a pandas data frame; pandas has to be installed."""
        import pandas as pd

        types = {"int": "Int64", "float": "Float64", "str": "string", "bool": "boolean"}
        frame = pd.DataFrame.from_records(list(self.rows()), columns=list(self.names))
        return frame.astype({name: types[kind] for name, kind in self.columns})

    def to_polars(self) -> pl.DataFrame:
        """Return the table as a polars data frame; polars has to be installed."""
        import polars as pl

        types = {"int": pl.Int64, "float": pl.Float64, "str": pl.String, "bool": pl.Boolean}
        schema = {name: types[kind] for name, kind in self.columns}
        return pl.DataFrame(list(self.rows()), schema=schema, orient="row")

    def write(self, path: Path) -> None:
        """Write the table to a ``.csv`` or ``.parquet`` file, whole or not at all.

        Raises
        ------
        InputError
            If the name has another ending, or the file cannot be written.
        MissingExtraError
            If Parquet is asked for and the extra ``tables`` is not installed.
        """
        ending = check_table_file(path)
        write_file(path, self.to_csv() if ending == ".csv" else self.to_parquet())


def check_table_file(path: Path) -> str:
    """Return the ending of a file that a table can be written to.

    Raises
    ------
    InputError
        If the name has another ending.
    MissingExtraError
        If Parquet is asked for and the extra ``tables`` is not installed.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"{path}: a table is a .csv or a .parquet file")
    if ending == ".parquet":
        imported("pyarrow", "Parquet", "tables")
    return ending


def _columns(text: str) -> tuple[Column, ...]:
    """Return columns that are written as their names and kinds."""
    pairs = (word.split(":") for word in text.split())
    return tuple(Column(name, cast("Kind", kind)) for name, kind in pairs)


FEATURES: Final = tuple(
    Column(field.name, "int" if field.type is int else "float")
    for field in msgspec.structs.fields(Features)
)

RANKING: Final = _columns(
    "position:int tile:int grid:str optimal_length:int optimal_solutions:int difficulty:float "
    "percentile:float expected_rank:str limit_reached:str"
)


def ranking_table(tiles: Sequence[RankedTile]) -> Table:
    """Return a ranking, easiest first: what its JSON has, features flat, without the reasons."""
    measured = tuple(column for column in FEATURES if column not in RANKING)
    columns = (*RANKING, *measured)

    def rows() -> Iterator[Row]:
        for tile in tiles:
            values: JsonObject = tile.to_dict()
            values |= values["features"] or {}
            yield tuple(values.get(column.name) for column in columns)

    return Table(columns, rows)


def records_table(book: RecordBook) -> Table:
    """Return the record book."""
    columns = _columns("extreme:str grid:str optimal_length:int proof:str found_by:str")
    return _of_dicts(columns, lambda: (record.to_dict() for record in book.records))


def survey_table(path: Path) -> Table:
    """Return a survey's grids by number; in a survey of features with these and the difficulty.

    Parameters
    ----------
    path
        The survey's file.

    Raises
    ------
    InputError
        If there is no such survey, or it is damaged; reading the rows as well.
    """
    with SurveyStore.open(path) as store:
        has_features = next(store.features(), None) is not None
    columns: tuple[Column, ...] = _columns(
        "number:int grid:str fallback:bool optimal_length:int moves:str expanded:int"
    )
    measured = tuple(column for column in FEATURES if column not in columns)
    if has_features:
        columns = (*columns, *measured, Column("difficulty", "float"))

    def rows() -> Iterator[Row]:
        with SurveyStore.open(path) as store:
            features = store.features() if has_features else None
            for row in store.rows():
                values: Row = (row.number, row.grid, row.fallback, row.length,
                               format_moves(list(row.moves)), row.expanded)  # fmt: skip
                if features is not None:
                    values += _measured(next(features)[1], columns[len(values) :])
                yield values

    return Table(columns, rows)


def _measured(features: Features | None, columns: tuple[Column, ...]) -> Row:
    """Return features and the difficulty, or nothing where a limit was reached."""
    if features is None:
        return (None,) * len(columns)
    values: JsonObject = {**features.to_dict(), "difficulty": difficulty(features)}
    return tuple(values[column.name] for column in columns)


def simulation_table(report: SimulationReport) -> Table:
    """Return what came of each player of a simulation."""
    columns = _columns(
        "game:str seed:int number:int player:str games:int mean_score:float deviation:float "
        "lowest:int highest:int wins:float sole_wins:int win_share:float win_share_low:float "
        "win_share_high:float"
    )

    def rows() -> Iterator[JsonObject]:
        document: JsonObject = report.to_dict()
        for player in document["players"]:
            share = player.pop("win_share")
            yield {
                "game": document["game"],
                "seed": document["seed"],
                **player,
                "win_share": share["share"],
                "win_share_low": share["low"],
                "win_share_high": share["high"],
            }

    return _of_dicts(columns, rows)


def events_table(report: SimulationReport) -> Table:
    """Return what happened how often in the games of a simulation."""
    columns = _columns("row:str event:str count:int times_a_game:float games_with:int games:int")
    document: JsonObject = report.to_dict()
    return _of_dicts(columns, lambda: iter(document["events"]))


def _of_dicts(columns: tuple[Column, ...], rows: Callable[[], Iterator[JsonObject]]) -> Table:
    names = [column.name for column in columns]
    return Table(columns, lambda: (tuple(row[name] for name in names) for row in rows()))
