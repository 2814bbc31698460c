"""Orders of start grids, and grids in the making.

What is wanted of a grid and how it is measured, and the iterator that yields the grids as they
are found; `chatuchak_generators.made_to_order` finds them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from chatuchak_generators.guided import Wanted
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.analysis.difficulty import difficulty
from chatuchak_solver.analysis.difficulty_distribution import load_difficulty_distribution
from chatuchak_solver.analysis.features import Features, measure_features
from chatuchak_solver.analysis.records import load_record_book
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.run import OnProgress, Progress, Stop, StopReason, count_workers
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["MadeGrid", "Making", "Order", "Quality"]

T = TypeVar("T")

Quality = Literal["optimal", "difficulty"]

PROOF_WEIGHT: Final = 0.05
"""Moves that a proof twice as long is worth."""
MOST_DOUBT: Final = 0.99
"""Less than a move, so that lengths keep their order."""
REPORT_S: Final = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted.

    Attributes
    ----------
    quality
        ``optimal``, the optimal length in moves; or ``difficulty``.
    source
        The random start grids; those of seed 0 by default.
    workers
        Threads; all usable cores by default.

    Raises
    ------
    InputError
        If ``workers`` is out of range.
    """

    quality: Quality = "optimal"
    source: StartGridSource = field(default_factory=lambda: StartGridSource(0))
    workers: int | None = None

    def __post_init__(self) -> None:
        count_workers(self.workers)

    def known(self) -> Wanted | None:
        """Return the range of qualities that are known to come; None for boards of another kind.

        For lengths that is from the easiest to the hardest grid known; for difficulties it is
        what the random grids of the shipped distribution have.
        """
        if self.source.board != STANDARD_BOARD or self.source.counts != STANDARD_COUNTS:
            return None
        if self.quality == "difficulty":
            quantiles = load_difficulty_distribution().quantiles
            return Wanted(quantiles[0], quantiles[-1])
        lengths = [record.optimal_length for record in load_record_book().records]
        return Wanted(min(lengths), max(lengths))

    def evaluate(self, grid: Grid, *, stop: Stop | None = None) -> float | None:
        """Return the quality of a grid, or None where it is not known."""
        solution = solve(grid, stop=stop)
        if solution.length is None or solution.gap != 0:
            return None
        if self.quality == "optimal":
            return solution.length
        features = measure_features(grid, length=solution.length, stop=stop)
        return difficulty(features) if isinstance(features, Features) else None

    def guide(self, grid: Grid, *, stop: Stop | None = None) -> float | None:
        """Return what a guided search values: the quality, and for lengths how firm they are.

        A grid of length n has a value above n - 1 and up to n: the longer the proof took, the
        nearer the grid is to a shorter one.
        """
        if self.quality == "difficulty":
            return self.evaluate(grid, stop=stop)
        solution = solve(grid, stop=stop)
        if solution.length is None or solution.gap != 0:
            return None
        return solution.length - min(MOST_DOUBT, PROOF_WEIGHT * math.log2(1 + solution.expanded))

    def quality_of(self, value: float) -> float:
        """Return the quality of a grid that `guide` gave a value."""
        return math.ceil(value) if self.quality == "optimal" else value

    def guiding_range(self, wanted: Wanted) -> Wanted:
        """Return the range of `guide` that holds just the grids of a wanted quality."""
        if self.quality == "difficulty":
            return wanted
        return Wanted(wanted.low - MOST_DOUBT, wanted.high)


@dataclass(frozen=True, slots=True)
class MadeGrid:
    """A grid made to order.

    Attributes
    ----------
    grid
        The grid; it keeps rules A, B and C.
    value
        Its quality.
    guided
        Whether a guided search made it; otherwise it is one of the random start grids.
    """

    grid: Grid
    value: float
    guided: bool

    def to_dict(self, quality: Quality) -> dict[str, Any]:
        """Return a JSON-ready description."""
        name = "optimal_length" if quality == "optimal" else "difficulty"
        value = int(self.value) if quality == "optimal" else round(self.value, 3)
        return {"grid": str(self.grid), "fallback": False, name: value, "guided": self.guided}


class Making(Iterator[MadeGrid]):
    """Grids in the making: an iterator that yields each as soon as it is found.

    Attributes
    ----------
    total
        How many are wanted.
    made
        How many were found so far.
    evaluated
        How many grids were looked at so far.
    nearest
        The quality of the grid that came nearest to what is wanted now; None before the first.
    """

    def __init__(
        self,
        total: int,
        order: Order,
        grids: Callable[[Making], Iterator[MadeGrid]],
        stop: Stop | None,
        on_progress: OnProgress | None,
    ) -> None:
        self.total = total
        self.made = self.evaluated = 0
        self.nearest: float | None = None
        self._order = order
        self._run = (stop or Stop()).begin()
        self._on_progress = on_progress
        self._lock = Lock()
        self._grids = grids(self)

    def __next__(self) -> MadeGrid:
        """Return the next grid."""
        grid = next(self._grids)
        self.made += 1
        self.nearest = None
        return grid

    @property
    def stopped_by(self) -> StopReason | None:
        """Why fewer grids than wanted were made; None where it went on to the end."""
        return self._run.stopped_by if self.made < self.total else None

    @property
    def must_end(self) -> bool:
        """Whether to end now."""
        return self._run.must_end(self.evaluated)

    def evaluate(self, grid: Grid) -> float | None:
        """Return the quality of a grid, counted; None where it is not known, or when stopped."""
        value = self._order.evaluate(grid, stop=self._run.inside())
        self._count()
        return value

    def guide(self, grid: Grid, wanted: Wanted) -> float | None:
        """Return what a guided search values (see `Order.guide`), counted."""
        value = self._order.guide(grid, stop=self._run.inside())
        self._count()
        if value is not None:
            self.see(self._order.quality_of(value), wanted)
        return value

    def see(self, value: float, wanted: Wanted) -> None:
        """Keep a quality if none so far is nearer to what is wanted."""
        if self.nearest is None or wanted.distance(value) < wanted.distance(self.nearest):
            self.nearest = value

    def report(self) -> None:
        """Tell how far it is."""
        if self._on_progress is not None:
            nearest = "" if self.nearest is None else f", nearest so far {self.nearest:.4g}"
            self._on_progress(
                Progress(
                    work=self.evaluated,
                    seconds=self._run.seconds,
                    phase=f"{self.made} of {self.total} made{nearest}",
                )
            )

    def result(self, future: Future[T]) -> T:
        """Wait for what a thread finds, and tell how far it is meanwhile."""
        while not future.done():
            wait([future], timeout=REPORT_S)
            self.report()
        return future.result()

    def stop_of_search(self, is_settled: Callable[[], bool]) -> Stop:
        """Return the stop of one of several guided searches of which one is enough."""
        return Stop(interrupt=lambda: is_settled() or self.must_end)

    def _count(self) -> None:
        with self._lock:
            self.evaluated += 1
