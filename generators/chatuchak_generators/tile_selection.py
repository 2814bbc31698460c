"""Tile sets selected from a pool by CP-SAT, spread over a range and far apart.

The selection maximizes the smallest distance of two grids: the number of differing spots up to
symmetry and renaming of colors (`count_differences`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from ortools.sat.python import cp_model

from chatuchak_generators.annealing import Range, codes_of
from chatuchak_generators.order import MadeGrid, Order, Quality
from chatuchak_generators.start_grids import StartGridSource
from chatuchak_generators.targeted import even_targets, make_set
from chatuchak_solver import Grid, InputError, OnProgress, Run, Stop, StopReason
from chatuchak_solver.arguments import check_all, check_choice, check_int, check_number, check_type
from chatuchak_solver.kernels.arrays import Bools, Int64s
from chatuchak_solver.puzzle.symmetry import canonical_form, pairwise_differences
from chatuchak_solver.stand.cp_sat import run_solver

MAX_POOL = 2000
POOL_ROUNDS = 4
POOL_STEP = 100_000
"""Offset between the start grids of successive rounds."""
MAX_SOLVE_S = 2.0
"""Time limit of a CP-SAT call; the first one has five times it."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """A selection of grids, by target.

    Attributes
    ----------
    distance
        Smallest distance of two grids, in spots; None for a single grid.
    bound
        Proven upper bound on the distance.
    stopped_by
        Reason for a missing proof; None if proven. Without grids, the stop came before their
        qualities were computed, or an interrupt before the first selection.
    """

    grids: tuple[Grid, ...]
    values: tuple[float, ...]
    distance: int | None
    bound: int | None
    stopped_by: StopReason | None = None

    @property
    def gap(self) -> int:
        """Difference of bound and distance; 0 if proven."""
        return (self.bound or 0) - (self.distance or 0)


def tile_set(
    pool: Sequence[Grid],
    count: int = 16,
    *,
    span: Range | None = None,
    quality: Quality = "difficulty",
    values: Sequence[float] | None = None,
    apart: int = 1,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> TileSet:
    """Select grids spread evenly over a range and as far apart as possible.

    Parameters
    ----------
    pool
        At least ``count`` grids of one board, at most `MAX_POOL`.
    span
        Range of qualities; the pool's by default.
    quality
        ``difficulty`` or ``optimal``, the optimal length.
    values
        Qualities of the pool, float (n,); computed by default, about 0.02 s per grid, and grids of
        unknown quality are left out.
    apart
        Minimum distance, in spots.
    stop
        Unit of work: calls of CP-SAT. Only an interrupt ends the first one.
    on_progress
        Called during the comparison of the grids and each of them.

    Examples
    --------
    >>> from chatuchak_generators import bulk_start_grids
    >>> pool = [start.grid for start in bulk_start_grids(40, seed=1)]
    >>> found = tile_set(pool, 4, quality="optimal")
    >>> found.values, found.distance, found.gap
    ((18.0, 19.0, 21.0, 22.0), 16, 0)
    """
    check_choice(quality, get_args(Quality), name="quality")
    run = Run.begin(stop, on_progress)
    first = Run.begin(Stop(interrupt=run.stop.interrupt), on_progress)
    pool = tuple(dict.fromkeys(check_all(pool, Grid, name="pool", hint="Grid.parse(text)")))
    count = check_int(count, 1, MAX_POOL, name="count")
    apart = check_int(apart, 0, name="apart")
    if not count <= len(pool) <= MAX_POOL:
        raise InputError(f"invalid pool of {len(pool)} grids: expected {count} to {MAX_POOL}")
    differences = pairwise_differences(pool, first)
    if first.stopped_by is not None:
        return TileSet((), (), None, None, first.stopped_by)
    if values is None:
        order = Order(quality=quality, source=StartGridSource(0, board=pool[0].board))
        computed = order.values(codes_of(pool), run.inside())
        known = np.flatnonzero(np.isfinite(computed))
        if run.stopped_by is not None and len(known) < len(pool):
            return TileSet((), (), None, None, run.stopped_by)
        if len(known) < count:
            text = f"expected at least {count} grids of known {quality}"
            raise InputError(f"invalid pool with {len(known)} of them: {text}")
        pool, values = tuple(pool[row] for row in known), computed[known].tolist()
        differences = differences[np.ix_(known, known)]
    numbers = [check_number(v, name="values") for v in check_all(values, object, name="values")]
    qualities = np.array(numbers, np.float64)
    if len(numbers) != len(pool) or not np.isfinite(qualities).all():
        raise InputError(f"invalid values: expected {len(pool)} finite numbers, one per grid")
    if span is None:
        span = Range(float(qualities.min()), float(qualities.max()))
    check_type(span, Range, name="span", hint="Range(30, 70)")
    targets = even_targets(count, span, quality)
    fits = np.array([target.distances(qualities) == 0 for target in targets])
    for target, row in zip(targets, fits, strict=True):
        if not row.any():
            nearest = min(qualities, key=target.distance)
            raise InputError(
                f"no grid of the pool has {quality} {target}: the nearest has {nearest:.4g}"
            )
    chosen, distance, bound, stopped_by = _select(fits, differences, apart, run, first)
    if not chosen:
        return TileSet((), (), None, None, stopped_by)
    tiles = tuple(pool[row] for row in chosen)
    found = tuple(qualities[chosen].tolist())
    if count == 1:
        return TileSet(tiles, found, None, None)
    return TileSet(tiles, found, distance, bound, None if bound == distance else stopped_by)


def tile_pool(
    count: int, span: Range, order: Order, *, first: int = 0, stop: Stop | None = None,
    **options: Any,
) -> tuple[list[MadeGrid], StopReason | None]:  # fmt: skip
    """Generate up to `POOL_ROUNDS` grids for each of ``count`` parts of a range.

    Returns the grids by rounds, and the reason for missing ones, or None. Parameters as in
    `tile_set` and `make_set`.
    """
    targets = even_targets(count, span, order.quality)
    run = Run.begin(stop)
    evaluated = 0
    pool: dict[Grid, MadeGrid] = {}
    for round_number in range(POOL_ROUNDS):
        start = first + round_number * POOL_STEP
        made = make_set(targets, order, first=start, stop=run.remaining(evaluated), **options)
        try:
            for found in made:
                pool.setdefault(canonical_form(found.grid), found)
        except InputError:
            if round_number == 0:
                raise
        evaluated += made.evaluated
        if made.stopped_by is not None:
            break
    return list(pool.values()), made.stopped_by


def _select(
    fits: Bools, differences: Int64s, apart: int, run: Run, first: Run
) -> tuple[list[int], int, int, StopReason | None]:
    """Return a grid for each target, their distance and its bound, by bisection with CP-SAT.

    ``first`` is the run of the first call, which may end without grids.
    """
    low, work, stopped_by = 0, 0, None
    high = proven = int(differences.max())

    def should_stop() -> bool:
        calls_left = (high - low).bit_length()  # of the bisection, at most
        run.report(work, work + calls_left, best=low if work else None, bound=proven)
        return run.should_stop(work) if work else first.should_stop()

    best = _assignment(fits, differences, apart, MAX_SOLVE_S * 5, should_stop)
    if best is None and first.stopped_by is not None:
        return [], 0, proven, first.stopped_by
    if not best:
        larger = f"no {len(fits)} grids of the pool"
        if best is None or not apart:
            raise InputError(f"{larger} found: expected a larger pool")
        nearest = _select(fits, differences, 0, run, first)
        if not nearest[0]:
            return nearest
        raise InputError(
            f"{larger} differ on {apart} spots or more: expected at most {nearest[1]}, or a larger "
            "pool"
        )
    low, work = _smallest(best, differences), 1
    while low < high and not should_stop():
        middle = (low + high + 1) // 2
        found = _assignment(fits, differences, middle, MAX_SOLVE_S, should_stop)
        work += 1
        if found:
            best, low = found, _smallest(found, differences)
        else:
            high = middle - 1
            if found is None:
                stopped_by = StopReason.TIME
            else:
                proven = high
    return best, low, proven, run.stopped_by or stopped_by


def _smallest(chosen: Sequence[int], differences: Int64s) -> int:
    """Return the smallest difference of two grids; the largest one for a single grid."""
    pairs = differences[np.ix_(chosen, chosen)][np.triu_indices(len(chosen), 1)]
    return int(pairs.min(initial=differences.max()))


def _assignment(
    fits: Bools, differences: Int64s, apart: int, seconds: float, should_stop: Callable[[], bool]
) -> list[int] | None:
    """Return a grid for each target, at least ``apart`` apart.

    Empty if impossible, None after a timeout or stop.
    """
    model = cp_model.CpModel()
    choices = {(t, g): model.new_bool_var("") for t, g in np.argwhere(fits).tolist()}
    of_grid: dict[int, list[cp_model.IntVar]] = {
        grid: [] for grid in np.flatnonzero(fits.any(axis=0)).tolist()
    }
    for (_, grid), choice in choices.items():
        of_grid[grid].append(choice)
    for target in range(len(fits)):
        model.add_exactly_one(choices[t, g] for t, g in choices if t == target)
    for group in of_grid.values():
        model.add_at_most_one(group)
    for first, second in np.argwhere(np.triu(differences < apart, 1)).tolist():
        if first in of_grid and second in of_grid:
            model.add_at_most_one(of_grid[first] + of_grid[second])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_time_in_seconds = seconds
    status = run_solver(solver, model, should_stop)
    if status == cp_model.INFEASIBLE:
        return []
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [grid for (_, grid), choice in choices.items() if solver.boolean_value(choice)]
