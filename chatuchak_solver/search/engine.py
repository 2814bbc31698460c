"""Interface between the driver and the resumable searches."""

from collections.abc import Iterator, Sequence

from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.puzzle import Grid, MoveRule


class Search:
    """A resumable search for a shortest solution of one grid.

    Attributes
    ----------
    lower_bound
        The proven lower bound so far, in moves; never decreases.
    incumbent
        The moves of the best solution so far, or None.
    expanded
        Node expansions so far.
    expanded_per_bound
        The expansions within each f-bound so far, ascending; only for IDA*.
    stopped_by
        The reason for an end without a result, for example a memory limit; otherwise None.
    """

    lower_bound: int = 0
    incumbent: tuple[int, ...] | None = None
    expanded: int = 0
    expanded_per_bound: Sequence[int] = ()
    stopped_by: StopReason | None = None

    def __init__(self, grid: Grid, rule: MoveRule) -> None:
        raise NotImplementedError

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

    @property
    def is_proven(self) -> bool:
        """Whether the incumbent is as short as the lower bound."""
        return self.incumbent is not None and len(self.incumbent) == self.lower_bound

    def run(self, node_budget: int) -> bool:
        """Continue for about ``node_budget`` nodes of work; return True when finished.

        A finished optimal search is proven, unless `stopped_by` has a reason.
        """
        raise NotImplementedError
