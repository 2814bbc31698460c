"""When and where every booth of an animated solution is: the plan of all animations."""

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
"""Seconds that a move takes."""

REST_S: Final = 0.3
"""Seconds from the end of a move to the next."""

HOLD_S: Final = 2.5
"""Seconds at the end."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One move on its way.

    Attributes
    ----------
    color
        The booth's color.
    source, target
        Its spots before and after.
    start_s, end_s
        When it leaves and when it arrives, in seconds.
    """

    color: Color
    source: int
    target: int
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """A solution in time.

    Attributes
    ----------
    grids
        The first grid, and the grid after every move.
    flights
        The moves.
    duration_s
        The whole length in seconds, with the hold at the end.
    """

    grids: tuple[Grid, ...]
    flights: tuple[Flight, ...]
    duration_s: float

    @property
    def starts_s(self) -> tuple[float, ...]:
        """When each grid is complete, in seconds."""
        return (0.0, *(flight.end_s for flight in self.flights))

    def captions(self) -> tuple[str, ...]:
        """Return one caption a grid, in capitals that `glyphs` can draw."""
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
        """Yield each stay of a booth on a spot: color, spot, from and until, in seconds."""
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
        """Return where a booth's corner is at ``samples`` + 1 even instants of its flight.

        It starts and stops gently, on a low arc above the line of its spots.
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
    """Return the plan of an animation.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    """
    steps = plan_steps(grid, moves, rule=rule)
    flights = []
    for number, step in enumerate(steps):
        start = LEAD_S + number * (FLIGHT_S + REST_S)
        flights.append(Flight(step.color, step.source, step.target, start, start + FLIGHT_S))
    end = flights[-1].end_s if flights else 0.0
    grids = (grid, *(step.after for step in steps))
    return Timeline(grids, tuple(flights), round(end + HOLD_S, 6))
