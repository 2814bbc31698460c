"""Timing and positions of all booths in an animated solution."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.grid_svg import corner_of
from chatuchak_solver.rendering.steps import plan_steps

LEAD_S: Final = 0.9
"""Seconds before the first move."""

FLIGHT_S: Final = 0.55
"""Duration of a move in seconds."""

REST_S: Final = 0.3
"""Seconds between moves."""

HOLD_S: Final = 2.5
"""Seconds after the last move."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A move in an animation.

    Attributes
    ----------
    color
        Color of the booth.
    source, target
        Spots before and after the move.
    start_s, end_s
        Start and end in seconds.
    """

    color: Color
    source: int
    target: int
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """An animated solution.

    Attributes
    ----------
    grids
        The grid and the grid after each move.
    flights
        The moves.
    duration_s
        Duration in seconds, including the hold at the end.
    """

    grids: tuple[Grid, ...]
    flights: tuple[Flight, ...]
    duration_s: float

    @property
    def starts_s(self) -> tuple[float, ...]:
        """Start of each complete grid in seconds."""
        return (0.0, *(flight.end_s for flight in self.flights))

    def captions(self) -> tuple[str, ...]:
        """Return one caption per grid, limited to characters of `glyphs`."""
        total = len(self.flights)
        lines = ["START"]
        for number, flight in enumerate(self.flights, start=1):
            lines.append(
                f"{number}/{total}   {flight.color.letter} {flight.source}→{flight.target}"
            )
        if total and self.grids[-1].is_solved:
            lines[-1] = f"SOLVED IN {total} MOVE{'' if total == 1 else 'S'}"
        return tuple(lines)

    def rests(self) -> Iterator[tuple[Color, int, float, float]]:
        """Yield color, spot, start and end in seconds of each rest of a booth."""
        board = self.grids[0].board
        since = dict.fromkeys(range(board.spots), 0.0)
        for flight in self.flights:
            yield flight.color, flight.source, since[flight.source], flight.start_s
            since[flight.target] = flight.end_s
        for spot in range(board.spots):
            color = self.grids[-1].color_at(spot)
            if color is not None:
                yield color, spot, since[spot], self.duration_s

    def points(self, flight: Flight, samples: int) -> tuple[tuple[float, float], ...]:
        """Return the corner of a booth at ``samples`` + 1 equidistant times of its flight.

        It starts and stops smoothly, on a low arc.
        """
        board = self.grids[0].board
        x1, y1 = corner_of(board, flight.source)
        x2, y2 = corner_of(board, flight.target)
        lift = 8 + 0.06 * math.hypot(x2 - x1, y2 - y1)
        points = []
        for sample in range(samples + 1):
            share = sample / samples
            eased = share * share * (3 - 2 * share)
            points.append(
                (x1 + eased * (x2 - x1), y1 + eased * (y2 - y1) - lift * math.sin(math.pi * eased))
            )
        return tuple(points)


def plan_timeline(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> Timeline:
    """Return the timeline of an animation."""
    steps = plan_steps(grid, moves, rule=rule)
    flights = []
    for number, step in enumerate(steps):
        start = LEAD_S + number * (FLIGHT_S + REST_S)
        flights.append(Flight(step.color, step.source, step.target, start, start + FLIGHT_S))
    end = flights[-1].end_s if flights else 0.0
    grids = (grid, *(step.after for step in steps))
    return Timeline(grids, tuple(flights), round(end + HOLD_S, 6))
