"""``export``: a grid for other people's planners and graph tools."""

from pathlib import Path

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import output_option, use_output
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option, rule_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed
from chatuchak_solver.box import Box
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count, JsonObject, Notation
from chatuchak_solver.puzzle.grid import Grid


class ExportAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The written files of an export.

    Attributes
    ----------
    grid, rule
        The grid and the move rule.
    domain, problem
        The PDDL files.
    proof_steps
        The steps of a plan in addition to the moves, which prove the groups.
    positions
        The number of positions.
    edges
        The number of moves between them.
    solved
        The number of solved positions.
    farthest
        The moves from the grid to the farthest position.
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


@click.command(name="export")
@grid_argument(many=True)
@click.option("--pddl", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False),
              help="Write domain.pddl and problem.pddl there, for planners.")  # fmt: skip
@output_option("--states", help="Write the graph of all positions: .graphml or .json.")
@click.option("--limit", type=click.IntRange(min=1), default=50_000, show_default=True,
              metavar="N", help="Refuse a graph of more than N positions.")  # fmt: skip
@rule_option
@box_option
@json_option
def command(
    *, grid: GridSource, pddl: Path | None, states: Path | None, limit: int, rule: str, box: Box,
    as_json: bool,
) -> int:  # fmt: skip
    r"""Write a grid as a planning task in PDDL, or all its positions as a graph.

    A plan moves, then proves in a fixed number of steps that every color is one group: its
    shortest plans have the shortest solutions. Any planner that reads STRIPS with types will do.
    In the graph, nodes are positions with their depth and their distance to the nearest solved
    one; edges are moves.

    \b
    Examples:
      chatuchak export .RY/YRG/RGG --pddl task
      chatuchak export .RY/YRG/RGG --states space.graphml
      chatuchak export tile:1 --pddl tile1 --json
    """
    from chatuchak_cli.puzzle.graph_file import graph_writer
    from chatuchak_solver.adapters.pddl import pddl_domain, pddl_problem, proof_length
    from chatuchak_solver.analysis.state_space import state_space
    from chatuchak_solver.io.files import write_file

    if pddl is None and states is None:
        raise click.UsageError("nothing to write; expected --pddl FOLDER or --states FILE")
    domain, problem = (Path(pddl or "", f"{name}.pddl") for name in ("domain", "problem"))
    if pddl is not None:
        use_output(domain, "--pddl")
        use_output(problem, "--pddl")
    write_graph = None if states is None else graph_writer(states)
    start = grid.only()
    told: JsonObject = {"grid": start, "rule": rule}
    if pddl is not None:
        pddl.mkdir(parents=True, exist_ok=True)
        write_file(domain, pddl_domain())
        write_file(problem, pddl_problem(start, rule=rule))
        told |= {"domain": str(domain), "problem": str(problem), "proof_steps": proof_length(start)}
        if not as_json:
            click.echo(f"{domain}, {problem}: plans are {proof_length(start)} steps longer than "
                       "their moves")  # fmt: skip
    if write_graph is not None:
        graph = state_space(start, rule=rule, limit=limit)
        farthest = max(distance for _, distance in graph.nodes(data="distance"))
        told |= {
            "positions": len(graph),
            "edges": graph.number_of_edges(),
            "solved": sum(solved for _, solved in graph.nodes(data="solved")),
            "farthest": farthest,
        }
        if not as_json:
            click.echo(f"{len(graph):,} positions, {graph.number_of_edges():,} moves to and fro, "
                       f"{told['solved']:,} solved; farthest: {farthest} moves")  # fmt: skip
        write_graph(graph)
    if as_json:
        emit_json(ExportAnswer(**told, **assumed_fields(box.reasons(*grid.parts))))
    else:
        print_assumed(box.reasons(*grid.parts))
    return 0
