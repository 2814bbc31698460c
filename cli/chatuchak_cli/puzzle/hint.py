"""``hint``: the next move of a shortest solution."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from chatuchak_cli.puzzle.solve import proof_words
from chatuchak_cli.shared import options
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.output import counted, print_answer
from chatuchak_cli.shared.runner import run_job
from chatuchak_solver.box import Box
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.rendering.steps import describe_step
from chatuchak_solver.search.hint import Hint
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    from rich.console import RenderableType


@options.command("hint")
@grid_argument
@click.option("--level", type=click.IntRange(1, 4), metavar="1..4",
              help="1: the remaining moves; 2: a goal; 3: the color; 4: the move.")  # fmt: skip
@options.rule_option
@options.limit_options
def command(*, grid: GridSource, level: int | None, rule: str, limits: Stop, box: Box) -> int:
    r"""Show one optimal move and the number of remaining moves.

    The remaining moves include the shown move, so the number is 0 only for a solved grid. After
    a limit or Ctrl-C the hint is not proven, with exit code 3 or 130.

    --level limits the hint: 1 shows the remaining moves and the minimum for each color; 2 adds a
    goal (of all optimal goals, the one that leaves the most booths in place); 3 adds the color of
    the next move toward this goal; 4 shows the move.

    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak hint tile:3
      chatuchak hint tile:3 --level 2
      chatuchak hint RY/YR/.G/GG --json
    """
    solution, code = run_job(partial(solve, grid.only(), rule=rule), limits)
    assumed = box.reasons(*grid.parts)
    if level is None:
        hint = Hint.from_solution(solution)
        print_answer(hint, lambda: _text(hint, solution), assumed)
        return code
    from chatuchak_solver.analysis.graded_hint import hint_of

    graded = hint_of(solution, level)

    def report() -> RenderableType:
        from rich.console import Group

        from chatuchak_cli.shared.puzzle_words import hint_words
        from chatuchak_solver.rendering.text import grid_text

        parts: list[RenderableType] = [f"Remaining: {proof_words(solution)}."]
        if solution.moves:
            parts.append(hint_words(graded, solution.grid))
            parts += [] if graded.goal is None else [grid_text(graded.goal)]
        return Group(*parts)

    print_answer(graded, report, assumed)
    return code


def _text(hint: Hint, solution: Solution) -> str:
    if hint.move is None:
        return f"No hint: {proof_words(solution)}."
    verb = "remains" if hint.remaining == 1 else "remain"
    proof = "proven optimal" if hint.is_proven else "not proven optimal"
    moves = counted(hint.remaining or 0, "move")
    step = describe_step(solution.grid, hint.move)
    return f"{step}\n{moves} {verb}, this one included; {proof}."
