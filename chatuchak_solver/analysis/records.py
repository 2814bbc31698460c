"""The record book: the easiest and the hardest start grids known."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from chatuchak_solver.jsonable import Jsonable, read_as
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.shipped import ASSUMED_FIELDS, read_document

FILE_NAME: Final = "records.json"


@dataclass(frozen=True, slots=True)
class Record(Jsonable):
    """One record.

    Attributes
    ----------
    extreme
        ``easiest`` or ``hardest``.
    grid
        The start grid; it keeps rules A, B and C.
    optimal_length
        Its proven optimal length.
    proof
        The command that proves it again.
    found_by
        The command that found it.
    """

    extreme: Literal["easiest", "hardest"]
    grid: Grid
    optimal_length: int
    proof: str
    found_by: str


@dataclass(frozen=True, slots=True)
class RecordBook(Jsonable):
    """All records.

    Attributes
    ----------
    search
        How the search for them went.
    """

    records: tuple[Record, ...]
    search: str


def load_record_book(path: Path | None = None) -> RecordBook:
    """Read the shipped record book, or one in the JSON file ``path``.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If it is no record book; the message names the place.
    """
    document = read_document(FILE_NAME, path)
    found: RecordBook = read_as(RecordBook, document, optional=ASSUMED_FIELDS)
    return found
