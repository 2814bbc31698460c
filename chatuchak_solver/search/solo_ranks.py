"""Ranks of the solo game by number of moves."""

from dataclasses import dataclass
from typing import Annotated, Self

from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_int
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.package_data import Provenance, read_bytes
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, MoveRule

FILE_NAME = "solo_ranks.json"


class SoloRank(codec.Answer, frozen=True):
    """A rank.

    Attributes
    ----------
    name
        Its name.
    most
        The maximum number of moves; None for the last rank.
    """

    name: codec.Label
    most: codec.Count | None = None


class RanksFile(Provenance, frozen=True, kw_only=True):
    """A file of solo ranks.

    Attributes
    ----------
    ranks
        The ranks, the best first.
    """

    ranks: Annotated[tuple[SoloRank, ...], Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class SoloRanks:
    """All ranks, best first.

    Attributes
    ----------
    why_assumed
        The reason for placeholder limits, in one line; None for custom ranks.
    """

    ranks: tuple[SoloRank, ...]
    why_assumed: str | None = None

    def __post_init__(self) -> None:
        low: int | None = -1
        for index, rank in enumerate(self.ranks):
            path, most = f"ranks[{index}].most", rank.most
            if index == len(self.ranks) - 1:
                if most is not None:
                    raise InputError(f"invalid {path} {most}: expected none for the last rank")
            elif most is None or low is None or most <= low:
                raise InputError(
                    f"invalid {path} {codec.show_json(most)}: expected a number > {low}"
                )
            low = most

    @classmethod
    def from_list(cls, ranks: object, *, why_assumed: str | None = None, source: str = "") -> Self:
        """Return the ranks of a JSON-ready list of objects with ``name`` and ``most``.

        Raises
        ------
        InvalidInstanceError
            If the list is empty, its limits do not ascend, or its last rank has one.
        """
        file = codec.convert({"ranks": ranks}, RanksFile, source=source)
        with codec.error_context(source):
            return cls(file.ranks, why_assumed)

    def of_length(self, length: int) -> str:
        """Return the name of the rank of ``length`` moves."""
        length = check_int(length, 0, name="number of moves")
        return next(rank.name for rank in self.ranks if rank.most is None or length <= rank.most)

    def of_game(self, length: int | None, *, rule: MoveRule, board: Board) -> str | None:
        """Return the rank of a game of ``length`` moves, or None if ranks do not apply.

        Ranks apply to solved grids (``length`` is not None) with the game's own board and rule.
        """
        if length is None or rule is not MoveRule.JUMP or board != STANDARD_BOARD:
            return None
        return self.of_length(length)


def load_solo_ranks(path: codec.Source | None = None) -> SoloRanks:
    """Read the shipped ranks, or ranks from a file, bytes or a mapping.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If the file is invalid; the message names the place.
    """
    data, source = read_bytes(FILE_NAME, path)
    file = codec.decode(data, RanksFile, source=source)
    with codec.error_context(source):
        return SoloRanks(file.ranks, file.reason)
