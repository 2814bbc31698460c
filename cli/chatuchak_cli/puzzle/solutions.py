"""``solutions``: all shortest solutions of a grid."""

import sys
from functools import partial
from itertools import islice
from pathlib import Path

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.output import counted, emit_json, is_json, print_answer
from chatuchak_cli.shared.runner import ExitCode, long_job, run_job
from chatuchak_solver.box import Box
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count, Notation
from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import format_moves
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.solve import solve


class SolutionsAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The number of shortest solutions of a grid.

    Attributes
    ----------
    optimal_length
        The optimal length in moves.
    optimal_solutions
        The number of shortest solutions; None at a limit.
    first_moves
        First moves of shortest solutions, ascending.
    positions
        The number of positions on shortest solutions.
    status
        ``optimal`` if all solutions are counted, else ``unknown``.
    stopped_by
        The reason for an early end, or None.
    solutions
        The listed solutions, as moves.
    """

    grid: Notation[Grid]
    optimal_length: Count | None
    optimal_solutions: int | None
    first_moves: tuple[Count, ...] | None = None
    positions: Count | None = None
    status: Status
    stopped_by: StopReason | None
    solutions: tuple[tuple[Count, ...], ...] = ()
    limit_reached: str | None = None


@options.command("solutions")
@grid_argument
@click.option("--list", "listed", type=click.IntRange(min=0), default=0, metavar="N",
              help="Also print the first N solutions.")  # fmt: skip
@options.output_option("--graph", help="Write the graph of their positions: .graphml or .json.")
@click.option("--limit", type=click.IntRange(min=1), default=1_000_000, show_default=True,
              metavar="N", help="Stop at more than N positions.")  # fmt: skip
def command(*, grid: GridSource, listed: int, graph: Path | None, limit: int, box: Box) -> int:
    r"""Count all shortest solutions, and list the first moves of shortest solutions.

    Beyond a limit there is no answer, only exit code 3. The nodes of the graph are positions with
    their depth, its edges are moves. Jumps only.

    \b
    Examples:
      chatuchak solutions tile:1
      chatuchak solutions tile:1 --list 10
      chatuchak solutions tile:1 --graph tile1.graphml --json
    """
    from chatuchak_cli.puzzle.export import graph_writer
    from chatuchak_solver.analysis.optimal_paths import check_countable, optimal_paths

    start, assumed = grid.only(), box.reasons(*grid.parts)
    check_countable([start])
    write_graph = None if graph is None else graph_writer(graph)
    solution, code = run_job(partial(solve, start))
    if code is not ExitCode.DONE:
        return code
    with long_job() as job:
        paths = optimal_paths(start, length=solution.length, max_positions=limit, stop=job.stop)
        is_counted = paths.count is not None
        answer = SolutionsAnswer(
            grid=start, optimal_length=paths.length, optimal_solutions=paths.count,
            first_moves=paths.first_moves if is_counted else None,
            positions=len(paths) if is_counted else None, stopped_by=paths.stopped_by,
            status=Status.OPTIMAL if is_counted else Status.UNKNOWN,
            solutions=tuple(islice(paths.solutions(), min(listed, paths.count or 0, sys.maxsize))),
            limit_reached=paths.limit_reached,
        )  # fmt: skip
        if paths.count is None:
            is_limit = paths.stopped_by in (StopReason.MEMORY, StopReason.WORK)
            if is_json() and is_limit:
                emit_json(answer, assumed)
            reason = f"not counted: {paths.limit_reached}" if is_limit else ""
            return job.end(
                paths.stopped_by, before="all shortest solutions were found", limit=reason
            )
    lines = (
        f"{counted(paths.count, 'shortest solution')} of {paths.length} moves.",
        f"First moves that keep the optimum: {', '.join(map(str, paths.first_moves))}",
        f"Positions on shortest solutions: {len(paths):,}",
        *map(format_moves, answer.solutions),
    )
    print_answer(answer, lambda: "\n".join(lines), assumed)
    if write_graph is not None:
        write_graph(paths.graph())
    return code
