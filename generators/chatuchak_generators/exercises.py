"""Exercises: positions with exactly one right move, and a natural one that is wrong.

A random start grid is solved, and a few random moves lead off its solution near the end, as
people's slips do. A position there is an exercise if just one move keeps its optimum while another
looks better: the colors, one by one, need fewer moves after it than after the right one. The
simulated player judges positions by that too.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, Final, Self

from chatuchak_generators.random_stream import MAX_SEED, RandomStream
from chatuchak_generators.start_grids import checked_counts, start_grid
from chatuchak_solver.analysis.final_places import LIMITS
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, optimal_paths
from chatuchak_solver.analysis.player_kinds import miss_shares
from chatuchak_solver.arguments import checked_all, checked_whole
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import OnProgress, Run, Stop
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solve import solve

FEWEST: Final = 3
"""Moves left in an exercise; with fewer a natural move is hardly ever wrong."""
MOST: Final = 16
SLIPS: Final = 3
"""Random moves that lead off a solution, at most."""
TRIES: Final = 12
"""Positions looked at near the end of each start grid's solution."""
AVERAGE: Final = 1500
"""The rating of an exercise that the simulated players miss half of the time."""
LEAST_SHARE: Final = 0.02


class ExerciseAnswer(Answer, frozen=True):
    """The JSON form of an `Exercise`; ``best`` is a list of one spot."""

    grid: Notation[Grid]
    remaining: Count
    best: tuple[Count]
    natural: tuple[Count, ...]
    misses: dict[str, float]
    difficulty: float
    rating: int
    digits: ClassVar[dict[str, int]] = {"misses": 3, "difficulty": 3}


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with exactly one right move.

    Attributes
    ----------
    grid
        The position.
    remaining
        The fewest moves that solve it.
    best
        The spot of the only booth whose move keeps them.
    natural
        The spots, ascending, whose moves look better and are wrong.
    misses
        How often simulated players of each kind need more moves from here, 0..1.
    """

    grid: Grid
    remaining: int
    best: int
    natural: tuple[int, ...]
    misses: dict[str, float]

    @property
    def difficulty(self) -> float:
        """How often the simulated players miss it, on average over their kinds."""
        return sum(self.misses.values()) / len(self.misses)

    @property
    def rating(self) -> int:
        """The rating on Elo's scale."""
        return rating_of(self.difficulty)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return ExerciseAnswer.of(self, best=(self.best,)).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the exercise of a JSON-ready form."""
        read = ExerciseAnswer.from_dict(document)
        return cls(read.grid, read.remaining, read.best[0], read.natural, read.misses)


def rating_of(difficulty: float) -> int:
    """Return an exercise's rating on Elo's scale, by how often it is missed (0..1)."""
    share = min(max(difficulty, LEAST_SHARE), 1 - LEAST_SHARE)
    return round(AVERAGE + 400 * math.log10(share / (1 - share)))


def exercise_of(grid: Grid, remaining: int) -> Exercise | None:
    """Return the exercise that a grid is, or None if it is none.

    Parameters
    ----------
    remaining
        The proven fewest moves that solve it.
    """
    paths = optimal_paths(grid, length=remaining, limits=LIMITS)
    if not isinstance(paths, OptimalPaths) or len(paths.first_moves) != 1 or not paths.misleads[0]:
        return None
    best = paths.first_moves[0]
    right = additive_heuristic(grid.apply_unchecked(best)[0])
    natural = tuple(
        spot
        for spot in grid.legal_moves()
        if additive_heuristic(grid.apply_unchecked(spot)[0]) < right
    )
    return Exercise(grid, remaining, best, natural, miss_shares(grid, remaining))


def generate_exercises(
    n: int | None = None,
    *,
    seed: int,
    remaining: tuple[int, int] = (3, 6),
    counts: tuple[int, ...] | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Exercise]:
    """Yield exercises by the jump rule, the same for a seed; about 0.1 s each.

    No two are alike up to symmetry and renaming of colors, and each is of a start grid of its own.

    Parameters
    ----------
    n
        How many; endless by default.
    seed
        0..2**64 - 1.
    remaining
        The fewest and the most moves that may be left, within 3..16.
    counts
        Booths of each color, as in `chatuchak_generators.start_grids.start_grid`.
    stop
        When to end; its work is start grids.
    on_progress
        Called after each start grid; its work is exercises.

    Raises
    ------
    InputError
        If the number, the seed or the range is out of range.

    Examples
    --------
    >>> [exercise.remaining for exercise in generate_exercises(3, seed=1, remaining=(4, 5))]
    [5, 5, 5]
    """
    n = None if n is None else checked_whole(n, 0, what="the number of exercises")
    seed = checked_whole(seed, 0, MAX_SEED, what="the seed")
    span = checked_all(remaining, object, what="the moves left")
    low, high = (
        checked_whole(one, FEWEST, MOST, what="the moves left") for one in (*span, *span)[:2]
    )
    if len(span) != 2 or low > high:
        raise InputError(f"the moves left {span} are no range; expected two, the fewer first")
    return _exercises(
        n, seed, (low, high), checked_counts(counts, STANDARD_BOARD), Run.begin(stop, on_progress)
    )


def _exercises(
    n: int | None, seed: int, remaining: tuple[int, int], counts: tuple[int, ...], run: Run
) -> Iterator[Exercise]:
    seen: set[Grid] = set()
    for index in count():
        if (n is not None and len(seen) >= n) or run.must_end(index):
            return
        for grid, left in _candidates(seed, index, remaining, counts):
            found = exercise_of(grid, left)
            if found is not None and (form := canonical_form(grid)) not in seen:
                seen.add(form)
                yield found
                break
        run.tell(len(seen), n)


def _candidates(
    seed: int, index: int, remaining: tuple[int, int], counts: tuple[int, ...]
) -> Iterator[tuple[Grid, int]]:
    """Yield positions a few slips off a start grid's solution, with what remains in each."""
    low, high = remaining
    stream = RandomStream(seed, index)
    grid = start_grid(seed=seed, index=index, counts=counts).grid
    path = grid.trajectory(solve(grid).moves or ())[::-1]  # the k-th position has k moves left
    for _ in range(TRIES):
        slips = 1 + stream.below(SLIPS)
        least, most = max(1, low - slips), min(high, len(path) - 1)
        position = path[least + stream.below(max(1, most - least + 1))]
        for _ in range(slips):
            spots = position.legal_moves()
            position = position.apply_unchecked(spots[stream.below(len(spots))])[0]
        left = solve(position).length or 0
        if low <= left <= high:
            yield position, left
