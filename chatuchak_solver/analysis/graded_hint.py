"""Hints in steps: how many moves, where colors can end, which color moves, and the move."""

from typing import Final

import msgspec

from chatuchak_solver.analysis.final_places import booths_in_place, final_places
from chatuchak_solver.analysis.optimal_paths import MOST_SPOTS, is_countable
from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.execution.limits import OnProgress, Stop, StopReason
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.pattern_database import pattern_database
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve

LEVELS: Final = (1, 2, 3, 4)
PROOF: Final = ("status", "lower_bound", "stopped_by")
TOLD: Final[dict[int, tuple[str, ...]]] = {
    1: ("level", "remaining", *PROOF, "needs"),
    2: ("level", "remaining", *PROOF, "needs", "goal", "regions", "in_place"),
    3: ("level", "remaining", *PROOF, "needs", "goal", "regions", "in_place", "color"),
    4: ("move", "remaining", *PROOF),
}
"""What a hint of each level tells; one of level 4 as a `Hint` does."""


class GradedHint(Answer, frozen=True, kw_only=True, omit_defaults=False):
    """A hint that tells no more than its level.

    Attributes
    ----------
    level
        1 (how many), 2 (where colors can end), 3 (which color), 4 (the move).
    remaining
        The moves that remain; None where no solution was found.
    needs
        The moves that each color needs at least, as if it were alone on the board.
    goal
        From level 2 on: the solved grid that keeps the optimum; None where there is none.

        It leaves most booths in place; under slides, on boards of over 32 spots and where a limit
        came first it is that of the solution found.
    regions
        From level 2 on: the spots where each color ends in the goal.
    in_place
        From level 2 on: the booths that it leaves in place.
    color
        From level 3 on: the color that moves next; None in a solved grid.
    move
        At level 4: the spot that moves next; None in a solved grid.
    status
        What is proven of the moves that remain.
    lower_bound
        The proven lower bound on the moves that remain.
    stopped_by
        Why the search ended before the proof; None where it is proven.
    """

    level: int
    remaining: Count | None
    status: Status
    lower_bound: Count
    stopped_by: StopReason | None
    needs: dict[Notation[Color], Count]
    goal: Notation[Grid] | None = None
    regions: dict[Notation[Color], tuple[Count, ...]] = msgspec.field(default_factory=dict)
    in_place: Count | None = None
    color: Notation[Color] | None = None
    move: Count | None = None

    @property
    def is_proven(self) -> bool:
        """Whether no move leaves fewer."""
        return self.status is Status.OPTIMAL

    def to_dict(self) -> JsonObject:
        """Return a JSON-ready description, which tells no more than the level."""
        found = Answer.to_dict(self)
        return {name: found[name] for name in TOLD[self.level]}


def graded_hint(
    grid: Grid,
    level: int = 2,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> GradedHint:
    """Return a hint of a level; those of all levels are about the same way to the same goal.

    Parameters
    ----------
    level
        1..4, from how many moves remain to the move itself.
    grid, rule, stop, on_progress
        As in `chatuchak_solver.search.solve.solve`.

    Raises
    ------
    InputError
        If the level or the rule is unknown.

    Examples
    --------
    >>> advice = graded_hint(Grid.parse(".RY/YRG/RGG"), 2)
    >>> advice.remaining, str(advice.goal), advice.in_place
    (4, '.YY/RRG/RGG', 6)
    """
    level = checked_whole(level, LEVELS[0], LEVELS[-1], what="the level")
    return hint_of(solve(grid, rule=rule, stop=stop, on_progress=on_progress), level)


def hint_of(solution: Solution, level: int) -> GradedHint:
    """Return the hint of a level for a grid that has been solved."""
    grid, rule = solution.grid, MoveRule(solution.rule)
    is_proven, goal, moves = solution.gap == 0, None, solution.moves or ()
    if level > 1 and solution.moves is not None:
        places = None
        if is_proven and rule is MoveRule.JUMP and is_countable(grid):
            places = final_places(grid, length=solution.length)
        if places is not None:
            goal, moves = places.goal, places.moves
        else:
            goal = grid.trajectory(solution.moves)[-1]
    next_spot = moves[0] if moves else None
    is_color_told, is_move_told = level > LEVELS[1], level > LEVELS[2]
    return GradedHint(
        level=level,
        remaining=solution.length,
        status=solution.status,
        lower_bound=solution.lower_bound,
        stopped_by=solution.stopped_by,
        needs=color_needs(grid, rule),
        goal=goal,
        regions={color: iter_spots(goal.color_masks[color]) for color in goal.colors}
        if goal
        else {},
        in_place=None if goal is None else booths_in_place(grid, goal),
        color=grid.color_at(next_spot) if is_color_told and next_spot is not None else None,
        move=next_spot if is_move_told else None,
    )


def color_needs(grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> dict[Color, int]:
    """Return the moves that each color needs at least, as if it were alone on the board.

    By the pattern databases; where the board is too large for these, 1 for a color in pieces.
    """
    if grid.board.spots > MOST_SPOTS:
        return {color: int(len(grid.component_masks(color)) > 1) for color in grid.colors}
    return {
        color: int(pattern_database(grid.board, mask.bit_count(), rule).evaluate(mask))
        for color in grid.colors
        for mask in [grid.color_masks[color]]
    }
