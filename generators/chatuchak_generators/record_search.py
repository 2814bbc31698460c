"""Search for the easiest and the hardest start grid: guided searches, one after the other.

Each restart anneals another random start grid. Besides the optimal length, a search values how
many nodes the proof took: among grids of the same length, a long proof means that many ways nearly
come out shorter, a quick one that none does.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from chatuchak_generators.guided import Annealing, Wanted, anneal
from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver.errors import InputError
from chatuchak_solver.run import Stop, count_workers
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["EXTREMES", "Attempt", "Extreme", "attempt", "search_records"]

Extreme = Literal["easiest", "hardest"]
EXTREMES: tuple[Extreme, ...] = get_args(Extreme)

STEPS: Final = 4000
"""Grids evaluated in each restart."""
FAR: Final = 1000.0
PROOF_WEIGHT: Final = 0.1
"""Moves that a proof twice as long is worth."""
SALT: Final = 0x5EA3C4
"""Parts a search's random numbers from those of its start grid."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The best grid of one restart.

    Attributes
    ----------
    extreme, seed, restart, steps
        What made it; a pure function of these and the program's version.
    grid, length
        The grid and its proven optimal length.
    """

    extreme: Extreme
    seed: int
    restart: int
    steps: int
    grid: Grid
    length: int

    def better_than(self, other: Attempt | None) -> bool:
        """Return whether this grid is more extreme than another."""
        if other is None:
            return True
        less = self.length < other.length
        return less if self.extreme == "easiest" else self.length > other.length

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description."""
        return {
            "extreme": self.extreme,
            "grid": str(self.grid),
            "optimal_length": self.length,
            "seed": self.seed,
            "restart": self.restart,
            "steps": self.steps,
        }


def attempt(
    extreme: Extreme,
    seed: int,
    restart: int,
    *,
    steps: int = STEPS,
    stop: Stop | None = None,
) -> Attempt | None:
    """Search once, from one random start grid; None if it was stopped first.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    if extreme not in EXTREMES:
        raise InputError(f"unknown extreme {extreme!r}; expected one of {', '.join(EXTREMES)}")
    if steps < 1:
        raise InputError(f"{steps} steps find nothing; expected 1 or more")
    start = start_grid(seed, restart)
    if start.fallback:
        return None
    run = (stop or Stop()).begin()

    def value(grid: Grid) -> float | None:
        solution = solve(grid, stop=run.inside())
        if solution.length is None or solution.gap != 0:
            return None
        return solution.length - PROOF_WEIGHT * math.log2(1 + solution.expanded)

    wanted = Wanted(-FAR, -FAR) if extreme == "easiest" else Wanted(FAR, FAR)
    stream = RandomStream((seed + SALT) & MAX_SEED, restart)
    annealing = Annealing(steps=steps, hot=0.3, cold=0.1)
    found = anneal(start.grid, wanted, value, stream, annealing=annealing, stop=run.inside())
    if found is None or run.must_end():
        return None
    length = solve(found.grid).length
    assert length is not None
    return Attempt(extreme, seed, restart, steps, found.grid, length)


def search_records(
    extreme: Extreme,
    *,
    seed: int,
    first: int = 0,
    restarts: int | None = None,
    steps: int = STEPS,
    workers: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Attempt]:
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
    workers
        Threads; all usable cores by default.
    stop
        When to end; its work is restarts.

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
    threads = count_workers(workers)
    run = (stop or Stop()).begin()
    done = 0
    pending: deque[Future[Attempt | None]] = deque()
    numbers = iter(count(first) if restarts is None else range(first, first + restarts))
    with ThreadPoolExecutor(threads, thread_name_prefix="records") as pool:
        try:
            while not run.must_end(done):
                while len(pending) < 2 * threads:
                    number = next(numbers, None)
                    if number is None:
                        break
                    pending.append(
                        pool.submit(attempt, extreme, seed, number, steps=steps, stop=run.inside())
                    )
                if not pending:
                    return
                found = pending.popleft().result()
                done += 1
                if found is not None:
                    yield found
        finally:
            for future in pending:
                future.cancel()
