"""Entry points: solve one grid or many, with any algorithm, until done or stopped."""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Literal, get_args

from chatuchak_solver.arguments import check_all, check_callable, check_choice, check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.callable_ida_star import CallableIdaStarSearch, Heuristic
from chatuchak_solver.search.engine import Search
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.verify import check_answer

Algorithm = Literal["goal", "ida", "astar", "anytime"]
"""``goal`` (goal-directed branch and bound), ``ida``, ``astar``, or ``anytime`` (beams and proof
search in turns).
"""

ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)

SEARCHES = {
    "goal": ("goal_directed", "GoalDirectedSearch"),
    "ida": ("ida_star", "IdaStarSearch"),
    "astar": ("a_star", "AStarSearch"),
    "anytime": ("anytime", "AnytimeSearch"),
}

FIRST_SLICE_NODES = 20_000
SLICE_S = 0.05
MIN_SLICE_NODES = 1_000
BATCH = 64


def default_algorithm(rule: MoveRule | str, grid: Grid | None = None) -> Algorithm:
    """Return the best algorithm for a rule and a grid.

    ``goal`` for jumps, ``anytime`` for slides, or ``ida`` for a grid with too many spots or colors
    for ``anytime``.
    """
    if MoveRule(rule) is MoveRule.JUMP:
        return "goal"
    if grid is None:
        return "anytime"
    from chatuchak_solver.search.packed_grid import is_packable

    return "anytime" if is_packable(grid) else "ida"


def solve(
    grid: Grid,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    algorithm: Algorithm | None = None,
    heuristic: Heuristic | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Find a proven shortest solution of ``grid``, or the best one before the stop.

    Deterministic unless time or an interrupt ends it. A stop before any solution gives one without
    proof, of a narrow beam search or, if its tables would take too much time or memory, of
    `first_solution`. The time limit includes the construction of tables, but not the compilation of
    kernels on first use. Independent code verifies the moves.

    Parameters
    ----------
    grid
        Any grid of any board.
    rule
        ``jump`` (the game's own) or ``slide``.
    algorithm
        See `Algorithm`; `default_algorithm` by default.
    heuristic
        A function from a grid to a lower bound on its moves, for ``ida``, which then runs in plain
        Python. The proof is valid if the function never exceeds the optimum. `InputError` if the
        solution is shorter than a bound by the function.
    stop
        Limits; the work is nodes: expansions, and regions placed by ``goal``.
    on_progress
        Called about twenty times a second from the calling thread: its work is nodes, its best the
        length of the best solution, its bound the proven lower bound.

    Raises
    ------
    InputError
        If the rule or the algorithm is unknown, or the grid has the wrong type.

    Examples
    --------
    >>> solution = solve(Grid.parse(".RY/YRG/RGG"))
    >>> solution.length, str(solution.status)
    (4, 'optimal')

    IDA* with a custom heuristic, here a blind one: the expansions within each bound.

    >>> blind = solve(Grid.parse(".RY/YRG/RGG"), algorithm="ida", heuristic=lambda grid: 0)
    >>> blind.length, blind.expanded_per_bound
    (4, (1, 5, 17, 53, 78))
    """
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    rule = MoveRule(rule)
    algorithm = default_algorithm(rule, grid) if algorithm is None else algorithm
    kind = _search_type(algorithm)
    search: Search | None = None
    run = Run.begin(stop, on_progress)
    if heuristic is not None:
        check_callable(heuristic, name="heuristic")
        if algorithm != "ida":
            raise InputError(f"invalid algorithm {algorithm!r}: expected 'ida' with a heuristic")
        search = CallableIdaStarSearch(grid, rule, heuristic)
    elif algorithm == "ida" and rule is MoveRule.SLIDE and _is_too_large(grid):
        run.end(StopReason.MEMORY)
    elif _is_prepared(kind.prepare(grid, rule), run):
        search = kind(grid, rule)
    if search is None:
        # Each disconnected color needs a move of its own.
        bound = sum(len(grid.component_masks(color)) > 1 for color in grid.colors)
        moves, expanded = None, 0
    else:
        _run_in_slices(search, run)
        moves, bound, expanded = search.incumbent, search.lower_bound, search.expanded
    if moves is None:
        from chatuchak_solver.search.anytime import quick_solution
        from chatuchak_solver.search.first_solution import first_solution

        moves = quick_solution(grid, rule) or first_solution(grid, rule)
    check_answer(grid, moves, rule=rule, lower_bound=bound, author=algorithm)
    status = Status.OPTIMAL if len(moves) == bound else Status.FEASIBLE
    # A fallback solution may match the lower bound; the result is then proven.
    stopped_by = None if status is Status.OPTIMAL else run.stopped_by
    per_bound = tuple(search.expanded_per_bound) if search else ()
    return Solution(
        grid, rule, algorithm, status, moves, bound, expanded, run.seconds, stopped_by, per_bound
    )


def _search_type(algorithm: str) -> type[Search]:
    module, name = SEARCHES[check_choice(algorithm, ALGORITHMS, name="algorithm")]
    found: type[Search] = getattr(import_module(f"chatuchak_solver.search.{module}"), name)
    return found


def _is_too_large(grid: Grid) -> bool:
    from chatuchak_solver.search.pattern_database import MAX_BYTES, table_bytes

    return table_bytes(grid.board.spots, {*grid.counts} - {0}) > MAX_BYTES


def _is_prepared(pieces: Iterator[None], run: Run) -> bool:
    for _ in pieces:
        if run.should_stop(None):
            return False
        run.report(0, phase="making tables")
    return True


def _run_in_slices(search: Search, run: Run) -> None:
    slice_nodes = FIRST_SLICE_NODES
    while not run.should_stop(search.work):
        work_left = run.work_left(search.work)
        if work_left is not None:
            slice_nodes = min(slice_nodes, work_left)
        before, slice_start = search.work, time.perf_counter()
        if search.run(slice_nodes):
            break
        slice_s = time.perf_counter() - slice_start
        slice_nodes = _next_slice(slice_nodes, search.work - before, slice_s)
        best = None if search.incumbent is None else len(search.incumbent)
        run.report(search.work, best=best, bound=search.lower_bound)
    if search.stopped_by is not None:
        run.end(search.stopped_by)


def _next_slice(nodes: int, done: int, seconds: float) -> int:
    if done == 0:
        return nodes
    fitting = done * SLICE_S / (seconds + 1e-9)
    return max(MIN_SLICE_NODES, int(min(4.0 * nodes, max(0.25 * nodes, fitting))))


def solve_many(
    grids: Iterable[Grid],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    algorithm: Algorithm | None = None,
    stop: Stop | None = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Solution]:
    """Solve any number of grids on all cores and yield the solutions in the grids' order.

    At most some hundred times ``workers`` grids are in memory. The default algorithm, without
    limits per grid, solves them in batches; a batch's grids share its time.

    Parameters
    ----------
    grids
        Possibly endless.
    stop
        Limits of the search of each grid; its interrupt also ends the iteration, after the current
        grids.
    workers
        The number of threads; all usable cores by default.
    on_progress
        Unit of work: solutions; the total is known for a sequence.

    Raises
    ------
    InputError
        If an argument is invalid; immediately, except for the grids of an iterator.
    """
    count = count_workers(workers)
    rule = MoveRule(rule)
    if algorithm is not None:
        _search_type(algorithm)
    if isinstance(grids, Sequence) or not isinstance(grids, Iterable):
        grids = check_all(grids, Grid, name="grids", hint="Grid.parse(text)")
    run = Run.begin(stop, on_progress)
    return _solutions(grids, rule, algorithm, run, count)


def _solutions(
    grids: Iterable[Grid], rule: MoveRule, algorithm: Algorithm | None, run: Run, count: int
) -> Iterator[Solution]:
    for done, solution in enumerate(_solve_ahead(grids, rule, algorithm, run.stop, count), 1):
        run.report(done, len(grids) if isinstance(grids, Sequence) else None)
        yield solution


def _solve_ahead(
    grids: Iterable[Grid], rule: MoveRule, algorithm: Algorithm | None, stop: Stop, count: int
) -> Iterator[Solution]:
    # One grid needs no threads: a command starts faster.
    from concurrent.futures import Future, ThreadPoolExecutor

    is_goal = (algorithm or default_algorithm(rule)) == "goal"
    in_batches = is_goal and rule is MoveRule.JUMP and stop.time_s is None and stop.work is None
    most = BATCH if in_batches else 1

    def solve_all(grids: list[Grid]) -> list[Solution]:
        from chatuchak_solver.search.batch import solve_on_boards

        solved = solve_on_boards(grids, stop) if in_batches else {}
        # The rest is solved without a search.
        return [
            solved.get(index) or solve(grid, rule=rule, algorithm=algorithm, stop=stop)
            for index, grid in enumerate(grids)
        ]

    pending: deque[Future[list[Solution]]] = deque()
    with ThreadPoolExecutor(count, thread_name_prefix="solve") as pool:
        try:
            waiting: list[Grid] = []
            for grid in grids:
                check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
                waiting.append(grid)
                # A full batch, or a partial one for an idle thread.
                if len(waiting) == most or len(pending) < count or pending[-count].done():
                    pending.append(pool.submit(solve_all, waiting))
                    waiting = []
                while pending and (len(pending) >= 8 * count or pending[0].done()):
                    yield from pending.popleft().result()
                if stop.interrupt is not None and stop.interrupt():
                    break
            pending.append(pool.submit(solve_all, waiting))
            while pending:
                yield from pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
