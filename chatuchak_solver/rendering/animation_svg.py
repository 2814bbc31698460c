"""Animated solutions as self-contained SVG.

As an image, the animation repeats without a script. As a document, it has buttons to play and
pause, step, and set the speed.
"""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering import grid_svg, resource
from chatuchak_solver.rendering.booths import booth_id, define_booths, draw_booth
from chatuchak_solver.rendering.steps import FLIGHT_S, Step
from chatuchak_solver.rendering.svg import PAPER, Svg, add, document, finish, write
from chatuchak_solver.rendering.timeline import Timeline, plan_timeline

BAR: Final = 44
"""Height of the caption."""

CONTROLS: Final = 164
"""Distance of the buttons from the right side."""
SAMPLES: Final = 8


def animation_svg(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    title: str = "Chatuchak solution, animated",
) -> Svg:
    """Return a self-contained animated SVG of moves."""
    root = animation_document(grid, moves, rule=rule, title=title)
    root.set("role", "group")  # buttons are not allowed in images
    width, height = grid_svg.board_size(grid.board)
    controls = ET.fromstring(resource("player.xml"))
    controls.set("transform", f"translate({width - CONTROLS} {height + 4})")
    root.append(controls)
    add(root, "script").text = resource("player.js")
    return finish(root)


def animation_document(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str, title: str, guide: bool = False
) -> ET.Element:
    """Return the animation without buttons and script.

    Its root has the duration (``data-duration``) and the start of each grid (``data-steps``), in
    seconds.

    Parameters
    ----------
    guide
        Add spot numbers, and an arrow (``data-arrow``) per move.
    """
    timeline = plan_timeline(grid, moves, rule=rule)
    words = [grid_svg.describe_grid(grid), grid_svg.describe_moves(grid, moves, rule=rule)]
    width, height = grid_svg.board_size(grid.board)
    root = document(width, height + BAR, title=title, description="\n".join(words))
    root.set("data-player", "")
    root.set("data-duration", f"{timeline.duration_s:g}")
    root.set("data-steps", " ".join(f"{start:g}" for start in timeline.starts_s))
    define_booths(root, grid.colors)
    add(root, "rect", width=width, height=height + BAR, rx=20, fill=PAPER)
    grid_svg.draw_empty_spots(root, grid.board, range(grid.board.spots))
    for color, spot, start, end in timeline.rests():
        x, y = grid_svg.corner_of(grid.board, spot)
        _show_between(draw_booth(root, color, x=x, y=y), start, end, timeline)
    for step in timeline.steps:
        _fly(root, timeline, step)
    if timeline.steps and timeline.grids[-1].is_solved:
        solved = add(root, "g")
        grid_svg.draw_grid(solved, timeline.grids[-1], groups=True)
        _show_between(solved, timeline.starts_s[-1] + 0.3, timeline.duration_s, timeline)
    ends = (*timeline.starts_s[1:], timeline.duration_s)
    for caption, start, end in zip(timeline.captions(), timeline.starts_s, ends, strict=True):
        _show_between(draw_caption(root, grid, caption), start, end, timeline)
    if guide:
        _draw_guide(root, timeline)
    return root


def _draw_guide(root: ET.Element, timeline: Timeline) -> None:
    board = timeline.start.board
    for spot in range(board.spots):
        grid_svg.draw_number(root, board, spot)
    for step in timeline.steps:
        arrow = add(root, "g", data_arrow=step.number, visibility="hidden")
        grid_svg.draw_arrows(arrow, board, [(step.source, step.target)])


def draw_caption(parent: ET.Element, grid: Grid, caption: str) -> ET.Element:
    """Write the caption below a board."""
    _, height = grid_svg.board_size(grid.board)
    return write(parent, caption, x=18, y=height + 28, size=13, weight=1.8)


def _fly(root: ET.Element, timeline: Timeline, step: Step) -> None:
    points = timeline.points(step, SAMPLES)
    carrier = add(root, "g", transform="translate({:g} {:g})".format(*points[0]))
    add(carrier, "use", href=f"#{booth_id(step.color)}")
    times = [step.start_s + FLIGHT_S * sample / SAMPLES for sample in range(SAMPLES + 1)]
    path = [f"{x:.1f} {y:.1f}" for x, y in points]
    changes = zip([0.0, *times, timeline.duration_s], [path[0], *path, path[-1]], strict=True)
    _animate(carrier, "animateTransform", "transform", changes, timeline, type="translate")
    _show_between(carrier, step.start_s, step.end_s, timeline)


def _show_between(element: ET.Element, start: float, end: float, timeline: Timeline) -> None:
    changes = [(0.0, "hidden")] if start > 0 else []
    changes.append((start, "visible"))
    if end < timeline.duration_s:
        changes.append((end, "hidden"))
    if len(changes) == 1:
        return
    if start > 0:
        element.set("visibility", "hidden")
    _animate(element, "animate", "visibility", changes, timeline, calcMode="discrete")


def _animate(
    element: ET.Element, tag: str, name: str, changes: Iterable[tuple[float, str]],
    timeline: Timeline, **options: str,
) -> None:  # fmt: skip
    times, values = zip(*changes, strict=True)
    keys = ";".join(f"{time / timeline.duration_s:.5g}" for time in times)
    add(element, tag, attributeName=name, **options, values=";".join(values), keyTimes=keys,
        dur=f"{timeline.duration_s:g}s", repeatCount="indefinite")  # fmt: skip
