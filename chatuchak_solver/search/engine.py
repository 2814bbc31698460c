"""The contract between the driver and the algorithms: searches that run in slices."""

from collections.abc import Iterator
from typing import Protocol

from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule


class Search(Protocol):
    """A search for a shortest solution of one grid, run in slices so that it can be stopped.

    Attributes
    ----------
    lower_bound
        The proven lower bound so far, in moves; it never falls.
    incumbent
        The moves of the best solution so far, or None.
    expanded
        Node expansions so far.
    stopped_by
        Why it is finished without having done its work, as with no memory left; None otherwise.
    """

    lower_bound: int
    incumbent: tuple[int, ...] | None
    expanded: int
    stopped_by: StopReason | None = None

    def __init__(self, grid: Grid, rule: MoveRule | str) -> None: ...

    @classmethod
    def prepare(cls, grid: Grid, rule: MoveRule) -> Iterator[None]:
        """Make the large tables that a search of ``grid`` needs, and keep them in memory.

        Yields before each piece of at most some tenths of a second, so that the caller can
        end it there; what was made by then is not lost. A search that nobody prepared for makes
        its tables itself, all at once.
        """
        del grid, rule
        yield from ()

    @property
    def work(self) -> int:
        """The nodes so far that a limit counts: expansions, and whatever else takes its time."""
        return self.expanded

    def run(self, node_budget: int) -> bool:
        """Search on for about ``node_budget`` nodes of work; return True when finished.

        A finished search of an optimal algorithm has an incumbent as long as its lower bound,
        unless it says in `stopped_by` why not; a finished search of any other algorithm leaves
        the lower bound as proven as it is.
        """
        ...
