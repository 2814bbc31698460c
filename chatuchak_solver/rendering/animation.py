"""Animated solutions as self-contained SVG or HTML.

As an image, the SVG animation repeats without a script. As a document, it has buttons to play and
pause, step, and set the speed.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.rendering.booths import board_size, corner_of
from chatuchak_solver.rendering.grid_svg import describe_grid, describe_moves
from chatuchak_solver.rendering.steps import Step, describe_step, plan_steps
from chatuchak_solver.rendering.svg import Svg, svg_picture
from chatuchak_solver.rendering.templates import html_page

CAPTION_HEIGHT = 44
HOLD_S = 2.5
"""Seconds after the last move."""
SAMPLES = 8
"""Parts of a flight in an SVG animation."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """An animated solution."""

    start: Grid
    steps: tuple[Step, ...]

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The grid and the grid after each move."""
        return (self.start, *(step.after for step in self.steps))

    @property
    def starts_s(self) -> tuple[float, ...]:
        """Start of each grid in seconds."""
        return (0.0, *(step.end_s for step in self.steps))

    @property
    def duration_s(self) -> float:
        """Duration in seconds, including the hold at the end."""
        return round(self.starts_s[-1] + HOLD_S, 6)

    def captions(self) -> tuple[str, ...]:
        """Return one caption per grid, in characters of `GLYPHS`."""
        total = len(self.steps)
        lines = ["START"]
        lines += [
            f"{step.number}/{total}   {step.color.letter} {step.source}→{step.target}"
            for step in self.steps
        ]
        if total and self.grids[-1].is_solved:
            lines[-1] = f"SOLVED IN {total} MOVE{'' if total == 1 else 'S'}"
        return tuple(lines)

    def rests(self) -> Iterator[tuple[Color, int, float, float]]:
        """Yield color, spot, start and end in seconds of each booth's rest."""
        since = dict.fromkeys(range(self.start.board.spots), 0.0)
        for step in self.steps:
            yield step.color, step.source, since[step.source], step.start_s
            since[step.target] = step.end_s
        for spot, start in since.items():
            color = self.grids[-1].color_at(spot)
            if color is not None:
                yield color, spot, start, self.duration_s

    def points(self, step: Step, samples: int) -> tuple[tuple[float, float], ...]:
        """Return a booth's corner at ``samples`` + 1 equidistant times of its flight.

        The flight is a low arc with smooth start and stop.
        """
        start, end = (
            complex(*corner_of(self.start.board, spot)) for spot in (step.source, step.target)
        )
        lift = 8j + 0.06j * abs(end - start)
        points = []
        for sample in range(samples + 1):
            share = sample / samples
            eased = share * share * (3 - 2 * share)
            point = start + eased * (end - start) - lift * math.sin(math.pi * eased)
            points.append((point.real, point.imag))
        return tuple(points)

    def flight(self, step: Step) -> list[tuple[float, str]]:
        """Return the corner of a flying booth as times and values of an SVG translation."""
        path = [f"{x:.1f} {y:.1f}" for x, y in self.points(step, SAMPLES)]
        part_s = (step.end_s - step.start_s) / SAMPLES
        times = [step.start_s + part_s * sample for sample in range(SAMPLES + 1)]
        return [(0.0, path[0]), *zip(times, path, strict=True), (self.duration_s, path[-1])]


def plan_timeline(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> Timeline:
    """Return the timeline of an animation."""
    return Timeline(grid, plan_steps(grid, moves, rule=rule))


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
    timeline = plan_timeline(grid, moves, rule=rule)
    return html_page(
        "animation.html", title=title, picture=picture, timeline=timeline, describe=describe_step
    )
