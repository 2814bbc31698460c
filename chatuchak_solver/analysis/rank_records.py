"""Easiest and hardest known grids of each expected rank, from a survey of random grids."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from chatuchak_solver.codec import Form, Notation, Source, decode
from chatuchak_solver.io.package_data import read_bytes
from chatuchak_solver.puzzle.grid import Grid

FILE_NAME: Final = "rank_records.json"

Positive = Annotated[int, Meta(ge=1)]


class RankRecord(Form, frozen=True):
    """The easiest or hardest grid of a rank.

    Attributes
    ----------
    grid
        The start grid; it respects rules A, B and C.
    optimal_length
        Its proven optimal length.
    difficulty
        Its difficulty, to three decimals.
    found
        The number of grids of the rank with this optimal length.
    holds
        The result of ``records --prove``; None if interrupted.
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
        The solo rank of the simulated player's median game on these grids, by the rank borders of
        the package.
    grids
        The number of the survey's grids with this rank.
    difficulties
        The minimum and maximum difficulty.
    easiest, hardest
        The grid with the fewest moves and lowest difficulty; the grid with the most moves and
        highest difficulty.
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
        The command that generates the survey, and its versions.
    grids
        The number of evaluated grids, without those that may violate rule C.
    formula_version
        The version of the difficulty formula.
    ranks
        Best rank first; ranks without grids are omitted.
    """

    survey: str
    grids: Positive
    formula_version: Positive
    ranks: Annotated[tuple[RankRecords, ...], Meta(min_length=1)]


def load_rank_records(path: Source | None = None) -> RecordsByRank:
    """Read the rank records of the package, or of ``path``: a file, bytes or a mapping."""
    data, source = read_bytes(FILE_NAME, path)
    return decode(data, RecordsByRank, source=source)
