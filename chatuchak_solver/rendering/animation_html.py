"""Animated solutions as self-contained HTML files."""

from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import animation_document
from chatuchak_solver.rendering.grid_svg import describe_moves
from chatuchak_solver.rendering.resources import fill_template, html_page, resource
from chatuchak_solver.rendering.steps import describe_step, plan_steps


def animation_html(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution",
) -> str:
    """Return an HTML document that shows the moves step by step.

    Each step has a description, an arrow and spot numbers, to be followed with wooden booths.
    Controls are buttons, a slider, a list of moves, keys and swipes. The document loads no other
    files.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    """
    picture = animation_document(grid, moves, rule=rule, title=title, guide=True)
    picture.set("data-waits", "")
    ET.indent(picture)
    lines = describe_moves(grid, moves, rule=rule).splitlines()
    grids = (grid, *(step.after for step in plan_steps(grid, moves, rule=rule)))
    items = [
        f'<li data-move="{number}" data-words="{escape(describe_step(grids[number - 1], spot))}">'
        f"{escape(line.partition(': ')[2])}</li>"
        for number, (line, spot) in enumerate(zip(lines, moves, strict=True), start=1)
    ]
    body = fill_template(
        "animation.html",
        grid=escape(str(grid)),
        picture=ET.tostring(picture, encoding="unicode"),
        count=len(lines),
        moves="\n".join(items),
    )
    return html_page(title, body, style=resource("player.css"), script=resource("player.js"))
