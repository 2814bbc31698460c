"""Exercises: positions with one optimal move and a natural but wrong one.

Candidates are a few random moves away from a late position of a random grid's solution. The wrong
move looks better by the sum of the colors' separate distances, by which simulated players judge.
"""

import math
from collections.abc import Iterator
from itertools import count
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from chatuchak_generators.start_grids import RandomStream, StartGridSource
from chatuchak_solver import Grid, InputError, additive_heuristic, arguments, canonical_form, solve
from chatuchak_solver.analysis.optimal_paths import optimal_paths
from chatuchak_solver.analysis.simulated_player import miss_shares
from chatuchak_solver.codec import Answer, Count, Digits, Notation
from chatuchak_solver.execution.limits import OnProgress, Run, Stop

MIN_MOVES = 3
"""Natural moves are rarely wrong closer to the end."""
MAX_MOVES = 16
MAX_SLIPS = 3
"""Maximum random moves off a solution."""
CANDIDATES = 12
"""Candidate positions per start grid."""
AVERAGE_RATING = 1500
"""Rating of an exercise that half of the simulated players miss."""
MIN_SHARE = 0.02


class Exercise(Answer, frozen=True):
    """A position with one optimal move.

    Attributes
    ----------
    remaining
        Optimal number of moves.
    optimal_moves
        Spot of the booth with the only optimal move; ``best`` in JSON.
    natural
        Spots of wrong moves that look better, ascending.
    misses
        Fraction of each kind of simulated player that needs more moves, 0..1.
    difficulty
        Mean of `misses`.
    rating
        Elo rating.
    """

    grid: Notation[Grid]
    remaining: Count
    optimal_moves: tuple[Count] = msgspec.field(name="best")
    natural: tuple[Count, ...]
    misses: Annotated[dict[str, Annotated[float, Meta(ge=0, le=1)]], Meta(min_length=1)]
    difficulty: float
    rating: int
    digits: ClassVar[Digits] = {"misses": 3, "difficulty": 3}

    @property
    def best(self) -> int:
        """Spot of the booth with the only optimal move."""
        return self.optimal_moves[0]


def rating_of(difficulty: float) -> int:
    """Return an exercise's Elo rating by its difficulty, 0..1."""
    share = min(max(difficulty, MIN_SHARE), 1 - MIN_SHARE)
    return round(AVERAGE_RATING + 400 * math.log10(share / (1 - share)))


def exercise_of(grid: Grid, remaining: int) -> Exercise | None:
    """Return the exercise of a grid with a proven optimal length, if it is one."""
    paths = optimal_paths(grid, length=remaining)
    if len(paths.first_moves) != 1 or not paths.misleads[0]:
        return None
    best = paths.first_moves[0]
    estimates = {spot: additive_heuristic(grid.move(spot)) for spot in grid.legal_moves()}
    natural = tuple(spot for spot in estimates if estimates[spot] < estimates[best])
    misses = miss_shares(grid, remaining)
    difficulty = sum(misses.values()) / len(misses)
    return Exercise(grid, remaining, (best,), natural, misses, difficulty, rating_of(difficulty))


def generate_exercises(
    n: int | None = None,
    *,
    seed: int,
    remaining: tuple[int, int] = (3, 6),
    counts: tuple[int, ...] | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Exercise]:
    """Yield exercises by the jump rule, reproducible by seed; about 0.1 s each.

    All differ beyond symmetry and renaming of colors, and have different start grids.

    Parameters
    ----------
    n
        Number of exercises; endless by default.
    seed
        0..2**64 - 1.
    remaining
        Minimum and maximum remaining moves, within 3..16.
    stop
        Unit of work: start grids; of ``on_progress``, exercises.

    Examples
    --------
    >>> [exercise.remaining for exercise in generate_exercises(3, seed=1, remaining=(4, 5))]
    [5, 5, 4]
    """
    n = None if n is None else arguments.check_int(n, 0, name="number of exercises")
    span = tuple(
        arguments.check_int(moves, MIN_MOVES, MAX_MOVES, name="moves left")
        for moves in arguments.check_all(remaining, object, name="moves left")
    )
    if len(span) != 2 or span[0] > span[1]:
        raise InputError(f"invalid remaining moves {span}: expected (minimum, maximum)")
    return _exercises(
        n, StartGridSource(seed, counts), (span[0], span[1]), Run.begin(stop, on_progress)
    )


def _exercises(
    n: int | None, source: StartGridSource, remaining: tuple[int, int], run: Run
) -> Iterator[Exercise]:
    seen = set[Grid]()
    for index in count():
        if len(seen) == n or run.should_stop(index):
            return
        for grid, left in _candidates(source, index, remaining):
            found = exercise_of(grid, left)
            if found is not None and (form := canonical_form(grid)) not in seen:
                seen.add(form)
                yield found
                break
        run.report(len(seen), n)


def _candidates(
    source: StartGridSource, index: int, remaining: tuple[int, int]
) -> Iterator[tuple[Grid, int]]:
    low, high = remaining
    stream = RandomStream(source.seed, index)
    (start,) = source.batch(index, 1)
    grid = start.grid
    path = grid.trajectory(solve(grid).moves or ())[::-1]  # the k-th position has k moves left
    for _ in range(CANDIDATES):
        slips = 1 + stream.below(MAX_SLIPS)
        shortest, longest = max(1, low - slips), min(high, len(path) - 1)
        if longest < shortest:
            continue  # the solution is too short for so few slips
        position = path[shortest + stream.below(longest - shortest + 1)]
        for _ in range(slips):
            spots = position.legal_moves()
            position = position.apply_unchecked(spots[stream.below(len(spots))])[0]
        left = solve(position).length or 0
        if low <= left <= high:
            yield position, left
