"""Known easiest and hardest start grids, overall and by expected rank in a survey."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from chatuchak_solver.codec import Answer, Form, Notation, Source, decode
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.puzzle.grid import Grid

FILE_NAME = "records.json"


class Record(Form, frozen=True):
    """A record.

    Attributes
    ----------
    extreme
        ``easiest`` or ``hardest``.
    grid
        Start grid by rules A, B and C.
    optimal_length
        Proven optimal length.
    proof
        Command that repeats the proof.
    found_by
        Command that found it.
    holds
        Result of ``records --prove``; None if interrupted.
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
        Description of the search.
    """

    records: Annotated[tuple[Record, ...], Meta(min_length=1)]
    search: str


class _RecordFile(RecordBook, frozen=True):
    provenance: str = ""
    assumed: bool = False
    why_assumed: str = ""


def load_record_book(path: Source | None = None) -> RecordBook:
    """Read the package's record book, or that of a file, bytes or a mapping."""
    data, source = read_bytes(FILE_NAME, path)
    return RecordBook.of(decode(data, _RecordFile, source=source))


RANKS_FILE = "rank_records.json"

Positive = Annotated[int, Meta(ge=1)]


class RankRecord(Form, frozen=True):
    """The easiest or hardest grid of a rank.

    Attributes
    ----------
    grid
        Start grid by rules A, B and C.
    optimal_length
        Proven optimal length.
    difficulty
        Difficulty, to three decimals.
    found
        Number of grids of the rank with this optimal length.
    holds
        Result of ``records --prove``; None if interrupted.
    """

    grid: Notation[Grid]
    optimal_length: Positive
    difficulty: float
    found: Positive
    holds: bool | UnsetType | None = UNSET


class RankRecords(Form, frozen=True):
    """Known grids of one rank.

    Attributes
    ----------
    rank
        Solo rank of the simulated player's median game on these grids.
    grids
        Number of the survey's grids with this rank.
    difficulties
        Minimum and maximum difficulty.
    easiest, hardest
        Grids with the fewest and the most moves, then the lowest and the highest difficulty.
    """

    rank: str
    grids: Positive
    difficulties: tuple[float, float]
    easiest: RankRecord
    hardest: RankRecord


class RecordsByRank(Form, frozen=True):
    """The records of all ranks in a survey.

    Attributes
    ----------
    survey
        Command that generates the survey, and its versions.
    grids
        Number of evaluated grids, without those that may violate rule C.
    formula_version
        Version of the difficulty formula.
    ranks
        Best rank first; ranks without grids are omitted.
    """

    survey: str
    grids: Positive
    formula_version: Positive
    ranks: Annotated[tuple[RankRecords, ...], Meta(min_length=1)]


def load_rank_records(path: Source | None = None) -> RecordsByRank:
    """Read the package's rank records, or those of a file, bytes or a mapping."""
    data, source = read_bytes(RANKS_FILE, path)
    return decode(data, RecordsByRank, source=source)
