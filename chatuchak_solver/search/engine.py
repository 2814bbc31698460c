"""Interface between the driver and the resumable searches."""

from collections.abc import Iterator
from typing import Protocol

from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule


class Search(Protocol):
    """A resumable search for a shortest solution of one grid.

    Attributes
    ----------
    lower_bound
        The proven lower bound so far, in moves; never decreases.
    incumbent
        The moves of the best solution so far, or None.
    expanded
        Node expansions so far.
    stopped_by
        The reason for an end without a result, for example a memory limit; otherwise None.
    """

    lower_bound: int
    incumbent: tuple[int, ...] | None
    expanded: int
    stopped_by: StopReason | None = None

    def __init__(self, grid: Grid, rule: MoveRule | str) -> None: ...

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Build and cache the large tables for a search of ``grid``.

        Yields before each piece of a few tenths of a second, for the caller to stop; finished
        pieces are reused. An unprepared search builds its tables itself.
        """
        del grid, rule
        yield from ()

    @property
    def work(self) -> int:
        """Expansions and comparable work, which count toward a limit."""
        return self.expanded

    def run(self, node_budget: int) -> bool:
        """Continue for about ``node_budget`` nodes of work; return True when finished.

        A finished optimal search has an incumbent as long as its lower bound, unless `stopped_by`
        has a reason.
        """
        ...
