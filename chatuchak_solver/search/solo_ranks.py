"""The solo game's ranks by number of moves."""

from dataclasses import dataclass
from typing import Final

from chatuchak_solver.arguments import FileName, checked_whole
from chatuchak_solver.document import Node
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.shipped import ASSUMED_FIELDS, read_assumption, read_document

FILE_NAME: Final = "solo_ranks.json"


@dataclass(frozen=True, slots=True)
class SoloRank:
    """One rank.

    Attributes
    ----------
    name
        Its name.
    most
        The most moves that earn it; None for the last rank, which any number earns.
    """

    name: str
    most: int | None


@dataclass(frozen=True, slots=True)
class SoloRanks:
    """All ranks, best first.

    Attributes
    ----------
    ranks
        The ranks.
    why_assumed
        Why their borders had to be assumed, in one line; None where they are none of ours.
    """

    ranks: tuple[SoloRank, ...]
    why_assumed: str | None = None

    def of_length(self, length: int) -> str:
        """Return the name of the rank that ``length`` moves earn."""
        length = checked_whole(length, 0, what="the number of moves")
        return next(rank.name for rank in self.ranks if rank.most is None or length <= rank.most)

    def of_game(self, length: int | None, *, rule: MoveRule, board: Board) -> str | None:
        """Return the rank of a game of ``length`` moves, or None where ranks say nothing.

        Ranks are for the game's own board and move rule, and for a solved grid (``length`` is
        not None).
        """
        if length is None or rule is not MoveRule.JUMP or board != STANDARD_BOARD:
            return None
        return self.of_length(length)


def load_solo_ranks(path: FileName | None = None) -> SoloRanks:
    """Read the shipped ranks, or the ranks in the JSON file ``path``.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If the file is no list of ranks with ascending borders; the message names the place.
    """
    document = read_document(FILE_NAME, path)
    fields = document.fields(("ranks",), ASSUMED_FIELDS)
    nodes = fields["ranks"].items(least=1)
    ranks = [_read_rank(node, last=node is nodes[-1]) for node in nodes]
    borders = [rank.most for rank in ranks if rank.most is not None]
    for node, border, following in zip(nodes[1:], borders, borders[1:], strict=False):
        if following <= border:
            raise node.error(f"expected a border above {border}, found {following}")
    return SoloRanks(tuple(ranks), read_assumption(fields))


def _read_rank(node: Node, *, last: bool) -> SoloRank:
    if last:
        return SoloRank(node.fields(("name",))["name"].label(), None)
    fields = node.fields(("name", "most"))
    return SoloRank(fields["name"].label(), fields["most"].integer(least=0))
