"""Search for the easiest and hardest start grids by annealing with restarts.

Each restart anneals another random start grid by optimal length only; results do not depend on the
solver's implementation.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Final, Literal, Self, get_args

from msgspec import field

from chatuchak_generators.annealing import Annealing, Annealings, Range
from chatuchak_generators.order import Order
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_generators.start_grids import check_counts, start_grid
from chatuchak_solver.arguments import check_callable, check_choice, check_int
from chatuchak_solver.codec import Answer, Count, Notation
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads, map_ordered
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.grid import Grid

Extreme = Literal["easiest", "hardest"]
EXTREMES: tuple[Extreme, ...] = get_args(Extreme)

STEPS: Final = 4000
"""Grids evaluated per restart."""
CHUNK_SIZE: Final = 8
"""Parallel restarts per thread, solved in batches."""
UNREACHABLE_LENGTH: Final = 1000.0
SALT: Final = 0x5EA3C4


class Attempt(Answer, frozen=True):
    """The best grid of a restart.

    Attributes
    ----------
    extreme, seed, restart, steps
        Parameters, which determine the grid.
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
        """Return whether this grid is more extreme."""
        sign = 1 if self.extreme == "easiest" else -1
        return other is None or sign * self.length < sign * other.length


def attempts(
    extreme: Extreme,
    seed: int,
    restarts: Sequence[int],
    *,
    steps: int = STEPS,
    counts: Sequence[int] | None = None,
    stop: Stop | None = None,
) -> list[Attempt]:
    """Return the best grid of each restart, in order, on one core; empty if stopped.

    Omits restarts from start grids that may violate rule C.
    """
    check_choice(extreme, EXTREMES, name="extreme")
    steps = check_int(steps, 1, name="number of steps")
    run = Run.begin(stop)
    starts = [(restart, start_grid(seed, restart, counts=counts)) for restart in restarts]
    starts = [(restart, start) for restart, start in starts if not start.fallback]
    if not starts:
        return []
    wanted = -UNREACHABLE_LENGTH if extreme == "easiest" else UNREACHABLE_LENGTH
    searches = Annealings(
        [start.grid for _, start in starts],
        Range(wanted, wanted),
        partial(Order().values, stop=run.inside()),
        [RandomStream((seed + SALT) & MAX_SEED, restart) for restart, _ in starts],
        Annealing(steps=steps, hot=0.3, cold=0.1),
    )
    searches.run(run.inside())
    if run.should_stop():
        return []
    return [
        Attempt(extreme, seed, restart, steps, searches.grid(index), int(value))
        for index, ((restart, _), value) in enumerate(
            zip(starts, searches.values.tolist(), strict=True)
        )
        if not math.isnan(value)
    ]


class RecordSearch(Iterator[Attempt]):
    """A record search: an iterator over the best grid of each restart; ``found`` counts them."""

    def __init__(self, attempts: Iterator[Attempt], run: Run) -> None:
        self.found: int = 0
        self._attempts, self._run = attempts, run

    def __repr__(self) -> str:
        return f"RecordSearch(found={self.found})"

    def __next__(self) -> Attempt:
        """Return the best grid of the next restart."""
        attempt = next(self._attempts)
        self.found += 1
        return attempt

    @property
    def stopped_by(self) -> StopReason | None:
        """Reason for ending before the last restart, or None."""
        return self._run.stopped_by


def search_records(
    extreme: Extreme,
    *,
    seed: int,
    first: int = 0,
    restarts: int | None = None,
    steps: int = STEPS,
    counts: Sequence[int] | None = None,
    workers: int | None = None,
    spread: Executor | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> RecordSearch:
    """Yield the best grid of each restart, in order.

    Parameters
    ----------
    extreme
        ``easiest`` or ``hardest``.
    seed
        0..2**64 - 1.
    first, restarts
        Number of the first restart, and of restarts; endless by default.
    steps
        Grids evaluated per restart.
    counts
        The game's by default.
    workers
        One thread per usable core by default.
    spread
        Replaces the threads, for example ``Cluster(address).each``.
    stop
        Unit of work: restarts. The iterator's ``stopped_by`` is the reason.
    on_progress
        Called after each group of restarts.

    Examples
    --------
    >>> found = next(search_records("easiest", seed=2, restarts=1, steps=20))
    >>> found.restart, found.length < 21
    (0, True)
    """
    check_callable(spread, name="spread")
    check_choice(extreme, EXTREMES, name="extreme")
    check_int(seed, 0, MAX_SEED, name="seed")
    first = check_int(first, 0, name="first restart")
    if restarts is not None:
        restarts = check_int(restarts, 0, name="number of restarts")
    if counts is not None:
        counts = check_counts(counts, STANDARD_BOARD)
    steps = check_int(steps, 1, name="number of steps")
    search = partial(attempts, extreme, seed, steps=steps, counts=counts)
    run, cores = Run.begin(stop, on_progress), count_workers(workers)
    if spread is None:
        search = partial(search, stop=run.inside())
        spread = partial(in_threads, workers=cores)
    return RecordSearch(_attempts(_groups(first, restarts), search, spread, run, restarts), run)


def _attempts(
    groups: Iterator[list[int]],
    search: Callable[[list[int]], list[Attempt]],
    spread: Executor,
    run: Run,
    total: int | None,
) -> Iterator[Attempt]:
    done = 0
    found = map_ordered(search, groups, spread, should_stop=lambda: run.should_stop(done))
    for best in found:
        yield from best
        done += CHUNK_SIZE
        run.report(done if total is None else min(done, total), total)


def _groups(first: int, restarts: int | None) -> Iterator[list[int]]:
    numbers = count(first) if restarts is None else iter(range(first, first + restarts))
    while group := list(islice(numbers, CHUNK_SIZE)):
        yield group
