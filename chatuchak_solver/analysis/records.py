"""The record book: the easiest and hardest known start grids."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from chatuchak_solver.codec import Answer, Form, Notation, Source, decode
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.puzzle.grid import Grid

FILE_NAME: Final = "records.json"


class Record(Form, frozen=True):
    """A record.

    Attributes
    ----------
    extreme
        ``easiest`` or ``hardest``.
    grid
        The start grid; it respects rules A, B and C.
    optimal_length
        Its proven optimal length.
    proof
        The command that repeats the proof.
    found_by
        The command that found it.
    holds
        The result of ``records --prove``; None if interrupted.
    """

    extreme: Literal["easiest", "hardest"]
    grid: Notation[Grid]
    optimal_length: Annotated[int, Meta(ge=1)]
    proof: str
    found_by: str
    holds: bool | UnsetType | None = UNSET


class RecordBook(Answer, frozen=True):
    """All records.

    Attributes
    ----------
    search
        A description of the search.
    """

    records: Annotated[tuple[Record, ...], Meta(min_length=1)]
    search: str


class _RecordFile(RecordBook, frozen=True):
    provenance: str = ""
    assumed: bool = False
    why_assumed: str = ""


def load_record_book(path: Source | None = None) -> RecordBook:
    """Read the record book of the package, or of ``path``: a file, bytes or a mapping."""
    data, source = read_bytes(FILE_NAME, path)
    found = decode(data, _RecordFile, source=source)
    return RecordBook(found.records, found.search)
