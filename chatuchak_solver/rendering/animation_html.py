"""Animated solutions as self-contained HTML files."""

from collections.abc import Sequence

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import animation_document
from chatuchak_solver.rendering.grid_svg import describe_moves
from chatuchak_solver.rendering.steps import describe_step, plan_steps
from chatuchak_solver.rendering.svg import finish
from chatuchak_solver.rendering.templates import html_page


def animation_html(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution",
) -> str:
    """Return a self-contained HTML document that shows the moves step by step.

    Each step has a description, an arrow and spot numbers.
    """
    picture = animation_document(grid, moves, rule=rule, title=title, guide=True)
    picture.set("data-waits", "")
    grids = (grid, *(step.after for step in plan_steps(grid, moves, rule=rule)))
    instructions = map(describe_step, grids, moves)
    lines = (
        line.partition(": ")[2] for line in describe_moves(grid, moves, rule=rule).splitlines()
    )
    steps = list(zip(instructions, lines, strict=True))
    return html_page("animation.html", title=title, grid=grid, picture=finish(picture), steps=steps)
