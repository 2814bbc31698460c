"""An animated solution as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import animation_document, player_script
from chatuchak_solver.rendering.grid_svg import describe_moves

__all__ = ["animation_html"]

PAGE: Final = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<main>
<h1>$title</h1>
<p><code>$grid</code></p>
$picture
<div class="controls" data-controls hidden>
<button type="button" data-control="back">Back</button>
<button type="button" data-control="play">Play</button>
<button type="button" data-control="forward">Step</button>
<button type="button" data-control="speed">1\u00d7</button>
<input type="range" data-control="seek" min="0" max="$count" value="0" aria-label="Move">
</div>
<ol>
$moves
</ol>
</main>
<script>
$script</script>
</body>
</html>
""")


def animation_html(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution",
) -> str:
    """Return an HTML document that plays ``moves`` from ``grid`` on.

    It has buttons for play and pause, a step back and forward and speed, a slider, and the moves
    in words; it loads nothing and works from a file.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    """
    picture = animation_document(grid, moves, rule=rule, title=title)
    ET.indent(picture)
    lines = describe_moves(grid, moves, rule=rule).splitlines()
    items = [
        f'<li data-move="{number}">{escape(line.partition(": ")[2])}</li>'
        for number, line in enumerate(lines, start=1)
    ]
    style = resources.files("chatuchak_solver.rendering").joinpath("player.css")
    return PAGE.substitute(
        title=escape(title),
        style=style.read_text("utf-8"),
        grid=escape(str(grid)),
        picture=ET.tostring(picture, encoding="unicode"),
        count=len(lines),
        moves="\n".join(items),
        script=player_script(),
    )
