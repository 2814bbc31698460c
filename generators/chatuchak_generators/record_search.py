"""Search for the easiest and hardest start grids by annealing with restarts.

Each restart anneals another random start grid by optimal length only; results do not depend on the
solver's implementation.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Literal, Self, get_args

import numpy as np
from msgspec import field

from chatuchak_generators.annealing import Range, anneal
from chatuchak_generators.order import Order
from chatuchak_generators.start_grids import MAX_INDEX, MAX_SEED, RandomStream, StartGridSource
from chatuchak_solver import Grid, arguments, codec
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads, map_ordered

Extreme = Literal["easiest", "hardest"]
EXTREMES: tuple[Extreme, ...] = get_args(Extreme)

STEPS = 4000
"""Grids evaluated per restart."""
CHUNK_SIZE = 8
"""Parallel restarts per thread, solved in batches."""
UNREACHABLE_LENGTH = 1000.0
SALT = 0x5EA3C4


class Attempt(codec.Answer, frozen=True):
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
    grid: codec.Notation[Grid]
    length: codec.Count = field(name="optimal_length")

    def better_than(self, other: Self | None) -> bool:
        """Return whether this grid is more extreme."""
        sign = 1 if self.extreme == "easiest" else -1
        return other is None or sign * self.length < sign * other.length


def attempts(
    restarts: Sequence[int], *, extreme: Extreme, source: StartGridSource, steps: int,
    stop: Stop | None = None,
) -> list[Attempt]:  # fmt: skip
    """Return the best grid of each of consecutive restarts, on one core; empty if stopped.

    Omits restarts from start grids that may violate rule C.
    """
    run = Run.begin(stop)
    batch = source.batch(restarts[0], len(restarts))
    valid = [restarts[row] for row in np.flatnonzero(~batch.fallback).tolist()]
    wanted = -UNREACHABLE_LENGTH if extreme == "easiest" else UNREACHABLE_LENGTH
    states = anneal(
        source.board, batch.colors[~batch.fallback], Range(wanted, wanted),
        partial(Order().values, stop=run.inside()),
        [RandomStream((source.seed + SALT) & MAX_SEED, restart) for restart in valid],
        np.geomspace(0.3, 0.1, steps),
    )  # fmt: skip
    for best, values in states:  # noqa: B007
        if run.should_stop():
            break
    if run.should_stop() or not valid:  # there may be no state
        return []
    grids = [Grid.from_colors(codes, board=source.board) for codes in best.tolist()]
    return [
        Attempt(extreme, source.seed, restart, steps, grid, int(length))
        for restart, grid, length in zip(valid, grids, values, strict=True)
    ]


class RecordSearch(Iterator[Attempt]):
    """A record search: an iterator over the best grid of each restart; ``found`` counts them."""

    def __init__(
        self, attempts: Callable[..., Iterator[list[Attempt]]], total: int | None, run: Run
    ) -> None:
        self.found: int = 0
        self._total, self._run = total, run
        groups = attempts(should_stop=lambda: run.should_stop(self.found))
        self._attempts = chain.from_iterable(groups)

    def __repr__(self) -> str:
        return f"RecordSearch(found={self.found})"

    def __next__(self) -> Attempt:
        """Return the best grid of the next restart."""
        attempt = next(self._attempts)
        self.found += 1
        self._run.report(self.found, self._total)
        return attempt

    @property
    def stopped_by(self) -> StopReason | None:
        """Reason for ending before the last restart, or None."""
        return None if self.found == self._total else self._run.stopped_by


def search_records(
    extreme: Extreme,
    *,
    seed: int,
    first: int = 0,
    restarts: int | None = None,
    steps: int = STEPS,
    counts: tuple[int, ...] | None = None,
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
        Unit of work: restarts.

    Examples
    --------
    >>> found = next(search_records("easiest", seed=2, restarts=1, steps=20))
    >>> found.restart, found.length < 21
    (0, True)
    """
    arguments.check_callable(spread, name="spread")
    arguments.check_choice(extreme, EXTREMES, name="extreme")
    source = StartGridSource(seed, counts)
    first = arguments.check_int(first, 0, name="first restart")
    steps = arguments.check_int(steps, 1, name="number of steps")
    if restarts is not None:
        restarts = arguments.check_int(restarts, 0, MAX_INDEX, name="number of restarts")
    end = first + (MAX_INDEX if restarts is None else restarts)
    groups = (range(start, min(start + CHUNK_SIZE, end)) for start in range(first, end, CHUNK_SIZE))
    run = Run.begin(stop, on_progress)
    cores = count_workers(workers)
    search = partial(attempts, extreme=extreme, source=source, steps=steps)
    if spread is None:
        search = partial(search, stop=run.inside())
        spread = partial(in_threads, workers=cores)
    return RecordSearch(partial(map_ordered, search, groups, spread), restarts, run)
