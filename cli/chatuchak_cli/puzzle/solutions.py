"""``solutions`` and ``export``: all shortest solutions of a grid, planning tasks and graphs."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.shared import files, options, output, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_solver import Grid, InputError, Status, StopReason, solve
from chatuchak_solver.box import AssumedAnswer
from chatuchak_solver.codec import Count, JsonObject, Notation
from chatuchak_solver.io.files import write_file

if TYPE_CHECKING:
    import networkx as nx


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


@options.command("solutions", box=False)
@grid_argument
@click.option("--list", "listed", type=click.IntRange(0), default=0, show_default=False,
              metavar="N", help="Also print the first N solutions.")  # fmt: skip
@options.output_option("--graph", help="Write the graph of their positions: .graphml or .json.")
@click.option("--limit", type=click.IntRange(min=1), default=1_000_000,
              metavar="N", help="Stop at more than N positions.")  # fmt: skip
@options.add_box_option
def command(*, grid: GridSource, listed: int, graph: Path | None, limit: int) -> int:
    r"""Count all shortest solutions, and list the first moves of shortest solutions.

    Beyond a limit there is no answer, only exit code 3. The nodes of the graph are positions with
    their depth, its edges are moves. Jumps only.

    \b
    Examples:
      chatuchak solutions tile:1
      chatuchak solutions tile:1 --list 10
      chatuchak solutions tile:1 --graph tile1.graphml --json
    """
    from chatuchak_solver.analysis.optimal_paths import check_countable, optimal_paths
    from chatuchak_solver.rendering.templates import text

    start, assumed = grid.only(), grid.assumed
    check_countable([start])
    write_graph = None if graph is None else graph_writer(graph)
    solution, code = runner.run_job(partial(solve, start))
    if code is not runner.ExitCode.DONE:
        return code
    with runner.long_job() as job:
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
            if output.is_json() and is_limit:
                output.emit_json(answer, assumed)
            reason = f"not counted: {paths.limit_reached}" if is_limit else ""
            return job.end(
                paths.stopped_by, before="all shortest solutions were found", limit=reason
            )
    report = partial(text, "solutions.txt", answer=answer)
    output.print_answer(answer, report, assumed)
    if write_graph is not None:
        write_graph(paths.graph())
    return code


class ExportAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The written files of an export.

    Attributes
    ----------
    domain, problem
        The PDDL files.
    proof_steps
        The steps of a plan that prove the groups.
    positions
        The number of positions.
    edges
        The number of moves between them.
    solved
        The number of solved positions.
    farthest
        The moves to the farthest position.
    """

    grid: Notation[Grid]
    rule: str
    domain: str | None = None
    problem: str | None = None
    proof_steps: Count | None = None
    positions: Count | None = None
    edges: Count | None = None
    solved: Count | None = None
    farthest: Count | None = None


@options.command("export", box=False)
@grid_argument
@options.output_option("--pddl", metavar="FOLDER", file_okay=False,
                       help="Write domain.pddl and problem.pddl there, for planners.")  # fmt: skip
@options.output_option("--states", help="Write the graph of all positions: .graphml or .json.")
@click.option("--limit", type=click.IntRange(min=1), default=50_000,
              metavar="N", help="Maximum positions of the graph.")  # fmt: skip
@options.rule_option(default="jump")
@options.add_box_option
def export(
    *, grid: GridSource, pddl: Path | None, states: Path | None, limit: int, rule: str
) -> int:
    r"""Write a grid as a planning task in PDDL, or all its positions as a graph.

    A plan makes the moves and then proves, in a fixed number of steps, that every color is one
    group, so the shortest plans contain the shortest solutions. Any planner for STRIPS with types
    can read the task. The nodes of the graph are positions with their depth and their distance to
    the nearest solved position; its edges are moves.

    \b
    Examples:
      chatuchak export .RY/YRG/RGG --pddl task
      chatuchak export .RY/YRG/RGG --states space.graphml
      chatuchak export tile:1 --pddl tile1 --json
    """
    from chatuchak_solver.adapters.pddl import pddl_domain, pddl_problem, proof_length
    from chatuchak_solver.analysis.state_space import state_space
    from chatuchak_solver.rendering.templates import text

    if pddl is None and states is None:
        raise click.UsageError("nothing to write: expected --pddl FOLDER or --states FILE")
    options.require("--states FILE", states, "limit")
    write_graph = None if states is None else graph_writer(states)
    start = grid.only()
    fields: JsonObject = {"grid": start, "rule": rule}
    if pddl is not None:
        domain, problem = (pddl / f"{name}.pddl" for name in ("domain", "problem"))
        files.use_output(domain, "--pddl")
        files.use_output(problem, "--pddl")
        pddl.mkdir(parents=True, exist_ok=True)
        write_file(domain, pddl_domain())
        write_file(problem, pddl_problem(start, rule=rule))
        steps = proof_length(start)
        fields |= {"domain": str(domain), "problem": str(problem), "proof_steps": steps}
    if write_graph is not None:
        graph = state_space(start, rule=rule, limit=limit)
        farthest = max(distance for _, distance in graph.nodes(data="distance"))
        solved = sum(is_solved for _, is_solved in graph.nodes(data="solved"))
        edges = graph.number_of_edges()
        fields |= {"positions": len(graph), "edges": edges, "solved": solved, "farthest": farthest}
        write_graph(graph)
    answer = ExportAnswer(**fields)
    output.print_answer(answer, partial(text, "export.txt", answer=answer), grid.assumed)
    return 0


def graph_writer(path: Path) -> Callable[[nx.Graph[Grid]], None]:
    """Return a function that writes a graph to a file, with nodes named by notation."""
    ending = path.suffix.lower()
    if ending not in (".graphml", ".json"):
        raise InputError(f"invalid graph file {path}: expected .graphml or .json")

    def write(graph: nx.Graph[Grid]) -> None:
        import networkx as nx

        named: nx.Graph[str] = nx.relabel_nodes(graph, str)
        if ending == ".json":
            content = json.dumps(nx.node_link_data(named, edges="edges")).encode()
        else:
            stream = io.BytesIO()
            nx.write_graphml_xml(named, stream)
            content = stream.getvalue()
        write_file(path, content)
        output.print_message(f"graph: {path}")

    return write
