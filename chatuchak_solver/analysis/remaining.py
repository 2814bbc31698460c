"""The fewest moves that remain in each of many positions, exact or between bounds."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.batch import solve_on_boards
from chatuchak_solver.search.solve import solve

BATCH: Final = 64
"""Positions searched between two looks at the clock."""


class Remaining(NamedTuple):
    """The fewest moves that solve a position.

    Attributes
    ----------
    low
        The fewest moves needed: a proven lower bound.
    high
        The moves of the best solution known; None if there is none.
    """

    low: int
    high: int | None

    @property
    def exact(self) -> int | None:
        """The fewest moves, where they are proven."""
        return self.low if self.low == self.high else None


def remaining_moves(
    grids: Sequence[Grid],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    run: Run | None = None,
    done: int = 0,
) -> dict[Grid, Remaining]:
    """Return what remains in each grid, searched in their order until the run has to end.

    Exact under jumps; about 0.2 ms a position of a game. Under slides each search gets an equal
    share of the time that is left, and what is not proven then stays between bounds.

    Parameters
    ----------
    grids
        The positions, each once.
    run
        Asked between some positions whether to end, and told how far it is; its work is positions.
    done
        The positions that the run has searched before.
    """
    run = run or Run.begin()
    found: dict[Grid, Remaining] = {}
    step = BATCH if MoveRule(rule) is MoveRule.JUMP else 1
    for start in range(0, len(grids), step):
        if run.must_end(done + start):
            break
        some = grids[start : start + step]
        if step == 1:
            found[some[0]] = _by_slides(some[0], run, len(grids) - start)
        else:
            for solution in solve_on_boards(some, run.inside()).values():
                found[solution.grid] = Remaining(solution.lower_bound, solution.length)
        run.tell(done + len(found), done + len(grids))
    return {grid: found.get(grid) or _at_once(grid) for grid in grids}


def linked(path: Sequence[Remaining]) -> list[Remaining]:
    """Tighten bounds along a game: a move leads back too, so neighbors differ by one at most."""
    tight = list(path)
    for order in (range(1, len(tight)), range(len(tight) - 2, -1, -1)):
        for at in order:
            near = tight[at - 1 if order.step > 0 else at + 1]
            low = max(tight[at].low, near.low - 1)
            highs = [tight[at].high, None if near.high is None else near.high + 1]
            known = [high for high in highs if high is not None]
            tight[at] = Remaining(low, min(known, default=None))
    return tight


def _by_slides(grid: Grid, run: Run, left: int) -> Remaining:
    share = None if run.stop.time_s is None else run.seconds_left / left
    stop = Stop(time_s=share) | run.inside()
    solution = solve(grid, rule=MoveRule.SLIDE, stop=stop)
    return Remaining(solution.lower_bound, solution.length)


def _at_once(grid: Grid) -> Remaining:
    """Return bounds without a search: a move moves one booth, each color in pieces needs one."""
    low = sum(len(grid.component_masks(color)) > 1 for color in grid.colors)
    return Remaining(low, None if low else 0)
