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
from chatuchak_solver.rendering.steps import plan_steps, step_words

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
<p class="step" data-step role="status"></p>
<div class="controls" data-controls hidden>
<button type="button" class="large" data-control="back">Back</button>
<button type="button" class="large" data-control="forward">Next</button>
<button type="button" data-control="play">Play</button>
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
