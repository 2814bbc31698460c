"""Positions of all booths in an animated solution."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.booths import corner_of
from chatuchak_solver.rendering.steps import Step, plan_steps

HOLD_S: Final = 2.5
"""Seconds after the last move."""
SAMPLES: Final = 8
"""Parts of a flight in an SVG animation."""

Change = tuple[float, str]
"""A time in seconds, and the value of an attribute from then on."""


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

    def flight(self, step: Step) -> list[Change]:
        """Return the corner of a flying booth as changes of an SVG translation."""
        path = [f"{x:.1f} {y:.1f}" for x, y in self.points(step, SAMPLES)]
        part_s = (step.end_s - step.start_s) / SAMPLES
        times = [step.start_s + part_s * sample for sample in range(SAMPLES + 1)]
        changes = list(zip(times, path, strict=True))
        return [(0.0, path[0]), *changes, (self.duration_s, path[-1])]

    def visibility(self, start_s: float, end_s: float) -> list[Change]:
        """Return the changes of an element's visibility, shown from a start to an end."""
        changes = [(0.0, "hidden")] if start_s > 0 else []
        changes.append((start_s, "visible"))
        if end_s < self.duration_s:
            changes.append((end_s, "hidden"))
        return changes

    def key_times(self, changes: Iterable[Change]) -> str:
        """Return the times of changes in SVG's form, as shares of the duration."""
        return ";".join(f"{time_s / self.duration_s:.5g}" for time_s, _ in changes)


def plan_timeline(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> Timeline:
    """Return the timeline of an animation."""
    return Timeline(grid, plan_steps(grid, moves, rule=rule))
