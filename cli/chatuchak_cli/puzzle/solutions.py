"""``solutions``: all shortest solutions of a grid."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_solver.puzzle.grid import Grid

__all__ = ["command"]


@click.command(name="solutions")
@grid_argument()
@click.option("--list", "listed", type=click.IntRange(min=0), default=0, metavar="N",
              help="Print the first N solutions too.")  # fmt: skip
@click.option("--graph", metavar="FILE", type=click.Path(path_type=Path),
              help="Write the graph of all positions on them: .graphml or .json.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=1_000_000, show_default=True,
              metavar="N", help="Give up at more than N positions on them.")  # fmt: skip
@json_option
def command(*, grid: Grid, listed: int, graph: Path | None, limit: int, as_json: bool) -> int:
    r"""Count all shortest solutions, and tell which first moves keep the optimum.

    Beyond a limit there is no answer, and exit code 3, never a part of the solutions. In the
    graph, nodes are positions with their depth, and edges are moves. Jumps only.

    \b
    Examples:
      chatuchak solutions tile:1
      chatuchak solutions tile:1 --list 10
      chatuchak solutions tile:1 --graph tile1.graphml --json
    """
    from chatuchak_cli.puzzle.graph_file import graph_writer
    from chatuchak_cli.puzzle.paths_runner import find_paths
    from chatuchak_solver.analysis.optimal_paths import LimitReached

    write_graph = None if graph is None else graph_writer(graph)
    paths, code = find_paths(grid, limit)
    if paths is None:
        return code
    if isinstance(paths, LimitReached):
        if as_json:
            emit_json({"grid": str(grid), "optimal_solutions": None, "limit_reached": str(paths)})
        click.echo(f"not counted: {paths}", err=True)
        return code
    moves = [list(solution) for solution in islice(paths.solutions(), listed)]
    if write_graph is not None:
        write_graph(paths.graph())
    if as_json:
        emit_json({**paths.to_dict(), **({"solutions": moves} if listed else {})})
        return code
    several = "" if paths.count == 1 else "s"
    click.echo(f"{paths.count:,} shortest solution{several} of {paths.length} moves.")
    click.echo(f"First moves that keep the optimum: {', '.join(map(str, paths.first_moves))}")
    click.echo(f"Positions on shortest solutions: {len(paths):,}")
    for solution in moves:
        click.echo(",".join(map(str, solution)))
    return code
