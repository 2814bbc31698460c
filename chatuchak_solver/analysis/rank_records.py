"""The easiest and the hardest grids known of each expected rank, from a survey of random grids."""

from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from chatuchak_solver.codec import Form, Notation, decode
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.puzzle.grid import Grid

FILE_NAME: Final = "rank_records.json"

Positive = Annotated[int, Meta(ge=1)]


class RankRecord(Form, frozen=True):
    """The easiest or the hardest grid of a rank.

    Attributes
    ----------
    grid
        The start grid; it keeps rules A, B and C.
    optimal_length
        Its proven optimal length.
    difficulty
        Its difficulty, to three decimals.
    found
        How many grids of the rank have this optimal length.
    """

    grid: Notation[Grid]
    optimal_length: Positive
    difficulty: float
    found: Positive


class RankRecords(Form, frozen=True):
    """What is known of the grids of one rank.

    Attributes
    ----------
    rank
        The solo rank that the simulated player's median game earns on these grids, by the borders
        that are shipped.
    grids
        How many of the survey's grids have it.
    difficulties
        The least and the greatest difficulty among them.
    easiest, hardest
        The grid of fewest moves, of these the least difficult; the grid of most moves, of these the
        most difficult.
    """

    rank: str
    grids: Positive
    difficulties: tuple[float, float]
    easiest: RankRecord
    hardest: RankRecord


class RecordsByRank(Form, frozen=True):
    """The records of every rank that a survey's grids have.

    Attributes
    ----------
    survey
        The command that makes the survey, and the versions it was made with.
    grids
        How many grids were looked at: those that surely keep the start rules.
    formula_version
        The version of the difficulty formula.
    ranks
        Best rank first; a rank that no grid has is left out.
    """

    survey: str
    grids: Positive
    formula_version: Positive
    ranks: Annotated[tuple[RankRecords, ...], Meta(min_length=1)]


def load_rank_records(path: Path | None = None) -> RecordsByRank:
    """Read the shipped records of each rank, or those in the JSON file ``path``.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If it holds no such records; the message names the place.
    """
    data, source = read_bytes(FILE_NAME, path)
    return decode(data, RecordsByRank, source=source)
