"""Search for the easiest and the hardest start grid: guided searches, one after the other.

Each restart anneals another random start grid by the optimal length alone, so that what it finds
does not depend on how the solver comes to its proofs. (With the effort of a proof or the sum of the
pattern databases as a further guide, easy grids were found no sooner.)
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Final, Literal, Self, get_args

import numpy as np
from msgspec import field

from chatuchak_generators.guided import Annealing, Annealings, Wanted
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_generators.start_grids import checked_counts, start_grid
from chatuchak_solver.arguments import checked_call, checked_choice, checked_whole
from chatuchak_solver.codec import Answer, Count, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Spread, in_threads, in_turn
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.batch import solve_batch

Extreme = Literal["easiest", "hardest"]
EXTREMES: tuple[Extreme, ...] = get_args(Extreme)

STEPS: Final = 4000
"""Grids evaluated in each restart."""
TOGETHER: Final = 8
"""Restarts that go side by side in a thread, so that their grids are solved in batches."""
FAR: Final = 1000.0
SALT: Final = 0x5EA3C4
"""Parts a search's random numbers from those of its start grid."""


class Attempt(Answer, frozen=True):
    """The best grid of one restart.

    Attributes
    ----------
    extreme, seed, restart, steps
        What made it; a pure function of these.
    grid, length
        The grid and its proven optimal length.
    """

    extreme: Extreme
    seed: int
    restart: int
    steps: int
    grid: Notation[Grid]
    length: Count = field(name="optimal_length")

    def better_than(self, other: Self | None) -> bool:
        """Return whether this grid is more extreme than another."""
        if other is None:
            return True
        less = self.length < other.length
        return less if self.extreme == "easiest" else self.length > other.length


def attempts(
    extreme: Extreme,
    seed: int,
    restarts: Sequence[int],
    *,
    steps: int = STEPS,
    counts: Sequence[int] | None = None,
    stop: Stop | None = None,
) -> list[Attempt]:
    """Search from some random start grids side by side, on one core.

    Returns
    -------
    The best grid of each restart, in order. Restarts whose start grid may break rule C have
    none; none at all if it was stopped first.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    checked_choice(extreme, EXTREMES, what="extreme")
    steps = _checked_steps(steps)
    run = Run.begin(stop)
    starts = [(restart, start_grid(seed, restart, counts=counts)) for restart in restarts]
    starts = [(restart, start) for restart, start in starts if not start.fallback]
    if not starts:
        return []

    def value(codes: Int8s) -> Float64s:
        lengths = solve_batch(STANDARD_BOARD, codes, run=run).lengths
        return np.where(lengths < 0, np.nan, lengths)

    wanted = Wanted(-FAR, -FAR) if extreme == "easiest" else Wanted(FAR, FAR)
    searches = Annealings(
        [start.grid for _, start in starts],
        [wanted] * len(starts),
        value,
        [RandomStream((seed + SALT) & MAX_SEED, restart) for restart, _ in starts],
        Annealing(steps=steps, hot=0.3, cold=0.1),
    )
    searches.run(run.inside())
    if run.must_end():
        return []
    return [
        Attempt(extreme, seed, restart, steps, best.grid, int(best.value))
        for (restart, _), best in zip(starts, searches.found, strict=True)
        if best is not None
    ]


def _checked_steps(steps: int) -> int:
    steps = checked_whole(steps, what="the number of steps")
    if steps < 1:
        raise InputError(f"{steps} steps find nothing; expected 1 or more")
    return steps


class RecordSearch(Iterator[Attempt]):
    """A search for a record: an iterator that yields the best grid of each restart, in order.

    Attributes
    ----------
    found
        How many grids were yielded so far.
    """

    def __init__(
        self,
        groups: Iterator[range],
        search: Callable[..., list[Attempt]],
        *,
        workers: int,
        spread: Spread | None = None,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
        total: int | None = None,
    ) -> None:
        self._run = Run.begin(stop, on_progress)
        self._total = total
        self.found: int = 0
        if spread is None:
            search = partial(search, stop=self._run.inside())
            spread = partial(in_threads, workers=workers)
        self._attempts = self._found(groups, search, spread)

    def __repr__(self) -> str:
        return f"RecordSearch(found={self.found})"

    def __next__(self) -> Attempt:
        """Return the best grid of the next restart."""
        attempt = next(self._attempts)
        self.found += 1
        return attempt

    @property
    def stopped_by(self) -> StopReason | None:
        """Why it ended before its last restart; None while it goes on, and where it got there."""
        # Whatever asks the run and has to end loses the restarts that it is at.
        return self._run.stopped_by

    def _found(
        self, groups: Iterator[range], search: Callable[[range], list[Attempt]], spread: Spread
    ) -> Iterator[Attempt]:
        done = 0
        found = in_turn(search, groups, spread, must_end=lambda: self._run.must_end(done))
        for best in found:
            yield from best
            done += TOGETHER
            self._run.tell(done if self._total is None else min(done, self._total), self._total)


def search_records(
    extreme: Extreme,
    *,
    seed: int,
    first: int = 0,
    restarts: int | None = None,
    steps: int = STEPS,
    counts: Sequence[int] | None = None,
    workers: int | None = None,
    spread: Spread | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> RecordSearch:
    """Yield the best grid of each restart, in order, until there are no more or it is stopped.

    Parameters
    ----------
    extreme
        What is sought.
    seed
        0..2**64 - 1.
    first, restarts
        The number of the first restart, and how many there are; without end by default.
    steps
        Grids evaluated in each.
    counts
        Booths of each color; by default those of the game.
    workers
        Threads; all usable cores by default.
    spread
        Who searches instead, such as ``Cluster(address).each``; then ``workers`` counts for
        nothing.
    stop
        When to end; its work is restarts. Then ``stopped_by`` of the iterator says why.
    on_progress
        Called after each group of restarts; its work is restarts.

    Raises
    ------
    InputError
        If an argument is out of range.

    Examples
    --------
    >>> found = next(search_records("easiest", seed=2, restarts=1, steps=20))
    >>> found.restart, found.length < 21
    (0, True)
    """
    checked_call(spread, what="spread")
    checked_choice(extreme, EXTREMES, what="extreme")
    checked_whole(seed, 0, MAX_SEED, what="seed")
    first = checked_whole(first, 0, what="the first restart's number")
    if restarts is not None:
        restarts = checked_whole(restarts, 0, what="the number of restarts")
    if counts is not None:
        counts = checked_counts(counts, STANDARD_BOARD)
    search = partial(attempts, extreme, seed, steps=_checked_steps(steps), counts=counts)
    groups = _groups(first, restarts)
    return RecordSearch(
        groups, search, workers=count_workers(workers), spread=spread, stop=stop,
        on_progress=on_progress, total=restarts,
    )  # fmt: skip


def _groups(first: int, restarts: int | None) -> Iterator[range]:
    """Yield the numbers of the restarts, those that go side by side together."""
    for start in count(first, TOGETHER):
        end = start + TOGETHER if restarts is None else min(start + TOGETHER, first + restarts)
        if start >= end:
            return
        yield range(start, end)
