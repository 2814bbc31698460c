"""Graded hints: number of moves, final places of the colors, next color, next move."""

import msgspec

from chatuchak_solver.analysis.optimal_paths import MAX_SPOTS, GoalRegions, booths_in_place
from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.execution.limits import OnProgress, Stop, StopReason
from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.search.pattern_database import pattern_database
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve

LEVELS = (1, 2, 3, 4)
PROOF = ("status", "lower_bound", "stopped_by")
LEVEL_FIELDS: dict[int, tuple[str, ...]] = {
    1: ("level", "remaining", *PROOF, "needs"),
    2: ("level", "remaining", *PROOF, "needs", "goal", "regions", "in_place"),
    3: ("level", "remaining", *PROOF, "needs", "goal", "regions", "in_place", "color"),
    4: ("move", "remaining", *PROOF),
}
"""JSON fields by level; level 4 is in the form of a `Hint`."""


class GradedHint(Answer, frozen=True, kw_only=True, omit_defaults=False):
    """A hint limited to a level.

    Attributes
    ----------
    level
        1 (number of moves), 2 (final places), 3 (next color), 4 (next move).
    remaining
        Remaining moves; None if no solution was found.
    needs
        Minimum number of moves of each color alone on the board.
    goal
        From level 2: optimally reachable solved grid with the most booths in place; None if
        unknown.

        The end of the solution under slides, on boards of over 32 spots and after a limit.
    regions
        From level 2: final spots of each color in the goal.
    in_place
        From level 2: number of booths in place in the goal.
    color
        From level 3: color of the next move; None in a solved grid.
    move
        At level 4: spot of the next move; None in a solved grid.
    status
        Proof status of the remaining moves.
    lower_bound
        Proven lower bound on the remaining moves.
    stopped_by
        Reason for a missing proof; None if proven.
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

    def to_dict(self) -> JsonObject:
        """Return the JSON form, limited to the level."""
        found = Answer.to_dict(self)
        return {name: found[name] for name in LEVEL_FIELDS[self.level]}


def graded_hint(
    grid: Grid,
    level: int = 2,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> GradedHint:
    """Return a hint; all levels refer to the same solution.

    The levels are 1 (number of remaining moves) to 4 (next move).

    Examples
    --------
    >>> advice = graded_hint(Grid.parse(".RY/YRG/RGG"), 2)
    >>> advice.remaining, str(advice.goal), advice.in_place
    (4, '.YY/RRG/RGG', 6)
    """
    level = check_int(level, LEVELS[0], LEVELS[-1], name="level")
    return hint_of(solve(grid, rule=rule, stop=stop, on_progress=on_progress), level)


def hint_of(solution: Solution, level: int) -> GradedHint:
    """Return a hint by a solution."""
    grid, rule = solution.grid, solution.rule
    moves = solution.moves or ()
    goal = None
    if level > 1 and solution.moves is not None:
        goal = grid.trajectory(moves)[-1]
        if solution.gap == 0 and rule is MoveRule.JUMP:
            regions = GoalRegions.find(grid, length=solution.length)
            if regions is not None:
                goal, moves = regions.goal, regions.moves
    next_spot = moves[0] if moves else None
    return GradedHint.of(
        solution, level=level, remaining=solution.length, needs=color_needs(grid, rule), goal=goal,
        regions={color: iter_spots(goal.color_masks[color]) for color in goal.colors}
        if goal else {},
        in_place=None if goal is None else booths_in_place(grid, goal),
        color=grid.color_at(next_spot) if level > LEVELS[1] and next_spot is not None else None,
        move=next_spot if level == LEVELS[-1] else None,
    )  # fmt: skip


def color_needs(grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> dict[Color, int]:
    """Return the minimum moves of each color alone on the board.

    By pattern databases; on larger boards 1 for a disconnected color.
    """
    if grid.board.spots > MAX_SPOTS:
        return {color: int(len(grid.component_masks(color)) > 1) for color in grid.colors}
    counts, masks = grid.counts, grid.color_masks
    return {
        color: pattern_database(grid.board, counts[color], rule).evaluate(masks[color])
        for color in grid.colors
    }
