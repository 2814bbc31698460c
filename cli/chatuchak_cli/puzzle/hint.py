"""``hint``: the next move of a shortest solution."""

import click

from chatuchak_cli.puzzle.solution_report import proof_words
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option, limit_options, rule_option
from chatuchak_cli.shared.output import assumed_fields, console, counted, emit_json, print_assumed
from chatuchak_cli.shared.searches import search_one
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.rendering.steps import describe_step
from chatuchak_solver.search.hint import Hint
from chatuchak_solver.search.solution import Solution


@click.command(name="hint")
@grid_argument(many=True)
@click.option("--level", type=click.IntRange(1, 4), metavar="1..4",
              help="1: how many moves; 2: where colors can end; 3: which color; 4: the move.",
              )  # fmt: skip
@rule_option
@limit_options
@box_option
@json_option
def command(
    *, grid: GridSource, level: int | None, rule: str, limits: Stop, box: Box, as_json: bool
) -> int:
    r"""Show one move that keeps the optimum, and how many moves remain.

    The number of moves that remain includes the one that is shown, so it is 0 for a solved grid
    alone. After a limit or Ctrl-C the hint is not proven; the exit code is then 3 or 130.

    With --level the hint tells no more than wanted: how many moves remain and each color needs at
    least, also where each color can end (of all goals that keep the optimum, the one that leaves
    most booths in place), also which color moves next on a shortest way there, or that move.

    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak hint tile:3
      chatuchak hint tile:3 --level 2
      chatuchak hint RY/YR/.G/GG --json
    """
    start = grid.only()
    solution, code = search_one(start, rule, limits)
    if level is not None:
        _print_graded(solution, level, assumed_fields(box.reasons(*grid.parts)), as_json=as_json)
        if not as_json:
            print_assumed(box.reasons(*grid.parts))
        return code
    advice = Hint.from_solution(solution)
    move = advice.move
    if move is None:
        words = f"No hint: {proof_words(solution)}."
    else:
        verb = "remains" if advice.remaining == 1 else "remain"
        moves = counted(advice.remaining or 0, "move")
        proof = "proven optimal" if advice.is_proven else "not proven optimal"
        words = f"{describe_step(start, move)}\n{moves} {verb}, this one included; {proof}."
    if as_json:
        emit_json({**advice.to_dict(), **assumed_fields(box.reasons(*grid.parts))})
    else:
        click.echo(words)
        print_assumed(box.reasons(*grid.parts))
    return code


def _print_graded(solution: Solution, level: int, assumed: JsonObject, *, as_json: bool) -> None:
    """Print the hint of a level for a grid that has been solved."""
    from chatuchak_cli.shared.puzzle_words import hint_words
    from chatuchak_solver.analysis.graded_hint import hint_of
    from chatuchak_solver.rendering.text import grid_text

    advice = hint_of(solution, level)
    if as_json:
        emit_json({**advice.to_dict(), **assumed})
        return
    click.echo(f"Remaining: {proof_words(solution)}.")
    if solution.moves:
        click.echo(hint_words(advice, solution.grid))
    if advice.goal is not None and solution.moves:
        console().print(grid_text(advice.goal))
