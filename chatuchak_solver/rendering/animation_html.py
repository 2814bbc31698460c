"""An animated solution as one HTML file that needs nothing else."""

from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import animation_document
from chatuchak_solver.rendering.grid_svg import describe_moves
from chatuchak_solver.rendering.resources import filled, html_page, resource
from chatuchak_solver.rendering.steps import plan_steps, step_words


def animation_html(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution",
) -> str:
    """Return an HTML document that shows ``moves`` from ``grid`` on, one step at a time.

    Each step is said in words and has an arrow, with numbers on all spots, so that it can be
    followed with wooden booths. It has buttons for a step back and forward, play and pause, and
    speed, a slider, and all moves in words; keys and swipes go from step to step. It loads nothing
    and works from a file.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    """
    picture = animation_document(grid, moves, rule=rule, title=title, guide=True)
    picture.set("data-waits", "")
    ET.indent(picture)
    lines = describe_moves(grid, moves, rule=rule).splitlines()
    before = (grid, *(step.after for step in plan_steps(grid, moves, rule=rule)))
    items = [
        f'<li data-move="{number}" data-words="{escape(step_words(before[number - 1], spot))}">'
        f"{escape(line.partition(': ')[2])}</li>"
        for number, (line, spot) in enumerate(zip(lines, moves, strict=True), start=1)
    ]
    body = filled(
        "animation.html",
        grid=escape(str(grid)),
        picture=ET.tostring(picture, encoding="unicode"),
        count=len(lines),
        moves="\n".join(items),
    )
    return html_page(title, body, style=resource("player.css"), script=resource("player.js"))
