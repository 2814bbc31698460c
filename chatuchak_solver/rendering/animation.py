"""Animated solutions as self-contained SVG or HTML.

As an image, the SVG animation repeats without a script. As a document, it has buttons to play and
pause, step, and set the speed.
"""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.booths import board_size
from chatuchak_solver.rendering.grid_svg import describe_grid, describe_moves
from chatuchak_solver.rendering.steps import describe_step
from chatuchak_solver.rendering.svg import Svg, svg_picture
from chatuchak_solver.rendering.templates import html_page
from chatuchak_solver.rendering.timeline import plan_timeline

CAPTION_HEIGHT: Final = 44


def animation_svg(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution, animated", guide: bool = False,
) -> Svg:  # fmt: skip
    """Return a self-contained animated SVG of moves.

    Its root has the duration (``data-duration``) and the start of each grid (``data-steps``), in
    seconds.

    Parameters
    ----------
    guide
        For an HTML page: spot numbers and an arrow (``data-arrow``) per move in place of the
        buttons and the script.
    """
    timeline = plan_timeline(grid, moves, rule=rule)
    width, height = board_size(grid.board)
    starts = " ".join(f"{start:g}" for start in timeline.starts_s)
    # Buttons are not allowed in images.
    data = {"role": "img", "data-waits": ""} if guide else {"role": "group"}
    data |= {"data-player": "", "data-duration": f"{timeline.duration_s:g}", "data-steps": starts}
    return svg_picture(
        "animation.svg", width, height + CAPTION_HEIGHT, title=title, data=data, corner=20,
        description=f"{describe_grid(grid)}\n{describe_moves(grid, moves, rule=rule)}",
        timeline=timeline, guide=guide,
    )  # fmt: skip


def animation_html(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution",
) -> str:  # fmt: skip
    """Return a self-contained HTML document that shows the moves step by step.

    Each step has a description, an arrow and spot numbers.
    """
    picture = animation_svg(grid, moves, rule=rule, title=title, guide=True)
    instructions = map(describe_step, plan_timeline(grid, moves, rule=rule).grids, moves)
    lines = describe_moves(grid, moves, rule=rule).splitlines()
    steps = list(zip(instructions, (line.partition(": ")[2] for line in lines), strict=True))
    return html_page("animation.html", title=title, grid=grid, picture=picture, steps=steps)
