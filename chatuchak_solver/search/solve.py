"""The front door: solve one grid or many, by any algorithm, within any limits."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal, get_args

from chatuchak_solver.errors import InputError, VerificationError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.limits import Limits, OnProgress, Progress
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.verify import replay

__all__ = ["ALGORITHMS", "Algorithm", "default_algorithm", "solve", "solve_many"]

Algorithm = Literal["goal", "ida", "astar", "beam", "anytime"]
"""``goal`` (goal-directed branch and bound), ``ida``, ``astar``, ``beam`` (without proof), or
``anytime`` (beams and proof search in turns)."""

ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)

FIRST_SLICE_NODES = 20_000
SLICE_S = 0.05
QUICK_WIDTH = 256
"""The beam width that gives an incumbent where a limit comes before any solution."""


def default_algorithm(rule: MoveRule | str) -> Algorithm:
    """Return the best algorithm for a rule: ``goal`` for jumps, ``anytime`` for slides."""
    return "goal" if MoveRule(rule) is MoveRule.JUMP else "anytime"


def solve(
    grid: Grid,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    algorithm: Algorithm | None = None,
    limits: Limits | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Find a shortest solution of ``grid``, with proof unless a limit comes first.

    Deterministic unless a time limit or ``should_stop`` ends it. Where a limit comes before any
    solution, a narrow beam search of a few milliseconds gives one without proof. The moves are
    replayed by independent code before they are returned.

    Parameters
    ----------
    grid
        Any grid of any board.
    rule
        ``jump`` (the game's own) or ``slide``.
    algorithm
        See `Algorithm`; all but ``beam`` prove their answers. `default_algorithm` by default.
    limits
        When to stop without proof.
    on_progress
        Called about twenty times a second from the calling thread.

    Raises
    ------
    InputError
        If the rule or the algorithm is unknown.
    VerificationError
        If the moves fail their replay: always a defect of this library.

    Examples
    --------
    >>> solution = solve(Grid.parse(".RY/YRG/RGG"))
    >>> solution.length, str(solution.status)
    (4, 'optimal')
    """
    rule = MoveRule(rule)
    algorithm = algorithm or default_algorithm(rule)
    limits = limits or Limits()
    start = time.perf_counter()
    search = _make_search(grid, rule, algorithm)
    slice_nodes = FIRST_SLICE_NODES
    finished = False
    while not finished:
        slice_start = time.perf_counter()
        seconds = slice_start - start
        if limits.reached(seconds=seconds, expanded=search.expanded):
            break
        if limits.nodes is not None:
            slice_nodes = min(slice_nodes, limits.nodes - search.expanded)
        finished = search.run(slice_nodes)
        slice_s = time.perf_counter() - slice_start
        slice_nodes = max(1_000, int(slice_nodes * min(4.0, max(0.25, SLICE_S / (slice_s + 1e-9)))))
        if on_progress is not None and not finished:
            incumbent = None if search.incumbent is None else len(search.incumbent)
            on_progress(
                Progress(
                    search.lower_bound, incumbent, search.expanded, time.perf_counter() - start
                )
            )
    moves = search.incumbent
    if moves is None and algorithm != "beam":
        moves = _quick_incumbent(grid, rule)
    return _checked_solution(
        grid, rule, algorithm, search, moves, seconds=time.perf_counter() - start
    )


def _make_search(grid: Grid, rule: MoveRule, algorithm: str) -> Search:
    """Make the search object; imports one algorithm and its kernels only."""
    if algorithm == "goal":
        from chatuchak_solver.search.goal_directed import GoalDirectedSearch

        return GoalDirectedSearch(grid, rule)
    if algorithm == "ida":
        from chatuchak_solver.search.ida_star import IdaStarSearch

        return IdaStarSearch(grid, rule)
    if algorithm == "astar":
        from chatuchak_solver.search.a_star import AStarSearch

        return AStarSearch(grid, rule)
    if algorithm == "beam":
        from chatuchak_solver.search.beam import BeamSearch

        return BeamSearch(grid, rule)
    if algorithm == "anytime":
        from chatuchak_solver.search.anytime import AnytimeSearch

        return AnytimeSearch(grid, rule)
    raise InputError(f"unknown algorithm {algorithm!r}; expected one of {', '.join(ALGORITHMS)}")


def _quick_incumbent(grid: Grid, rule: MoveRule) -> tuple[int, ...] | None:
    """Return the moves of a narrow beam search, which takes some milliseconds."""
    from chatuchak_solver.search.beam import BeamSearch

    beam = BeamSearch(grid, rule, width=QUICK_WIDTH)
    while not beam.run(FIRST_SLICE_NODES):
        pass
    return beam.incumbent


def _checked_solution(
    grid: Grid,
    rule: MoveRule,
    algorithm: str,
    search: Search,
    moves: tuple[int, ...] | None,
    *,
    seconds: float,
) -> Solution:
    """Replay the moves and say what is proven about them."""
    if moves is None:
        status = Status.UNKNOWN
    else:
        if not replay(grid, moves, rule=rule) or len(moves) < search.lower_bound:
            raise VerificationError(f"{algorithm} returned {moves} for {grid}, which fails replay")
        status = Status.OPTIMAL if len(moves) == search.lower_bound else Status.FEASIBLE
    return Solution(
        grid, rule, algorithm, status, moves, search.lower_bound, search.expanded, seconds
    )


def solve_many(
    grids: Iterable[Grid],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    algorithm: Algorithm | None = None,
    limits: Limits | None = None,
    workers: int | None = None,
) -> Iterator[Solution]:
    """Solve any number of grids on all cores and yield the solutions in the grids' order.

    The kernels release the GIL, so threads are enough. Grids are drawn from the iterable as
    needed: a few times ``workers`` of them are in memory at once.

    Parameters
    ----------
    grids
        The grids, possibly endless.
    limits
        Limits for each grid; ``should_stop`` also ends the whole iteration after the grids that
        are under way.
    workers
        The number of threads; all usable cores by default.

    Raises
    ------
    InputError
        If ``workers`` is not positive, or as `solve`.
    """
    count = (os.cpu_count() or 1) if workers is None else workers
    if count < 1:
        raise InputError(f"{count} workers cannot solve anything; expected 1 or more")
    rule = MoveRule(rule)
    pending: deque[Future[Solution]] = deque()
    with ThreadPoolExecutor(count, thread_name_prefix="solve") as pool:
        try:
            for grid in grids:
                pending.append(
                    pool.submit(solve, grid, rule=rule, algorithm=algorithm, limits=limits)
                )
                while pending and (len(pending) >= 8 * count or pending[0].done()):
                    yield pending.popleft().result()
                if limits is not None and limits.should_stop is not None and limits.should_stop():
                    break
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
