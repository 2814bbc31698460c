"""The contract between the driver and the algorithms: searches that run in slices."""

from __future__ import annotations

from typing import Protocol

from chatuchak_solver.run import StopReason

__all__ = ["Search"]


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

    def run(self, node_budget: int) -> bool:
        """Search on for about ``node_budget`` expansions; return True when finished.

        A finished search of an optimal algorithm has an incumbent as long as its lower bound,
        unless it says in `stopped_by` why not; a finished search of any other algorithm leaves
        the lower bound as proven as it is.
        """
        ...
