"""When a search stops early, and what it reports while it runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from chatuchak_solver.errors import InputError

__all__ = ["Limits", "OnProgress", "Progress"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When to stop before the proof; checked between slices of a few hundredths of a second.

    Attributes
    ----------
    time_s
        Wall time in seconds; None for no limit. With a time limit the outcome depends on the
        machine; without one it is always the same.
    nodes
        Node expansions; None for no limit. A search may end a slice beyond it.
    should_stop
        Called between slices; the search stops as soon as it returns True. The command line
        sets it from Ctrl-C.

    Raises
    ------
    InputError
        If a limit is negative or not a number.
    """

    time_s: float | None = None
    nodes: int | None = None
    should_stop: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if self.time_s is not None and (math.isnan(self.time_s) or self.time_s < 0):
            raise InputError(f"time limit {self.time_s} is no time; expected seconds, 0 or more")
        if self.nodes is not None and self.nodes < 0:
            raise InputError(f"node limit {self.nodes} is negative; expected 0 or more")

    def reached(self, *, seconds: float, expanded: int) -> bool:
        """Return whether any limit is reached."""
        return (
            (self.time_s is not None and seconds >= self.time_s)
            or (self.nodes is not None and expanded >= self.nodes)
            or (self.should_stop is not None and self.should_stop())
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a running search.

    Attributes
    ----------
    lower_bound
        The proven lower bound so far, in moves.
    incumbent
        The length of the best solution so far, in moves, or None.
    expanded
        Node expansions so far.
    seconds
        Wall time so far.
    """

    lower_bound: int
    incumbent: int | None
    expanded: int
    seconds: float


OnProgress = Callable[[Progress], None]
