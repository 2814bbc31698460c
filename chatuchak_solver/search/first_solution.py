"""Constructive heuristic: a solution of any grid without tables.

The fallback of a search that is stopped before its tables are ready. Solutions are some three times
as long as the optimum, and take a few hundredths of a second.

The target has the colors in sequence along a snake through the board, in the order of their mean
places on it, with the empty spot at the end. Of the snakes from each corner, the one with the most
booths in place is chosen. The spots are filled row by row and, in the last two rows, column by
column, each by a breadth-first search. Under slides the last two spots of a row, and both spots of
a column, are filled together, as in the fifteen puzzle; so are the last six spots. This always
succeeds: the last two booths of the snake have the same color, so arrangements of either parity are
solvable.
"""

import itertools
import operator
from collections import deque
from collections.abc import Iterator, Sequence

from chatuchak_solver.errors import SolverError
from chatuchak_solver.puzzle import Board, Grid, MoveRule, iter_spots, reach_masks
from chatuchak_solver.puzzle.colors import EMPTY_LETTER

BLOCK_COLUMNS = 3
"""Two columns of the last two rows are not always enough."""

Rows = tuple[tuple[int, ...], ...]
"""The spots of a board, row by row, seen from one of its sides."""


def first_solution(grid: Grid, rule: MoveRule | str = MoveRule.JUMP) -> tuple[int, ...]:
    """Return moves that solve ``grid``; deterministic.

    Examples
    --------
    >>> from chatuchak_solver.puzzle import Grid
    >>> first_solution(Grid.parse("RY./RRY/YYY"))
    (1, 4, 5, 2)
    """
    if grid.is_solved:
        return ()
    rule = MoveRule(rule)
    targets = [(rows, _target_letters(grid, rows)) for rows in _views(grid.board)]
    rows, target = max(targets, key=lambda found: sum(map(operator.eq, found[1], grid.letters)))
    filling = _Filling(grid, rule)
    for spots in _groups(rows, target):
        # Jumps pass over filled spots.
        for group in [spots] if rule is MoveRule.SLIDE else [(spot,) for spot in spots]:
            filling.fill(group, target)
    filling.fill(tuple(spot for spot in filling.free if target[spot] != EMPTY_LETTER), target)
    return tuple(filling.moves)


def _views(board: Board) -> Iterator[Rows]:
    starts = range(0, board.spots, board.columns)
    rows = tuple(tuple(range(start, start + board.columns)) for start in starts)
    for view in (rows, tuple(zip(*rows, strict=True))):
        for turned in (view, view[::-1]):
            yield turned
            yield tuple(row[::-1] for row in turned)


def _target_letters(grid: Grid, rows: Rows) -> list[str]:
    snake = [spot for row, way in zip(rows, itertools.cycle((1, -1))) for spot in row[::way]]
    places: dict[str, list[int]] = {}
    for place, spot in enumerate(snake):
        places.setdefault(grid.letters[spot], []).append(place)
    del places[EMPTY_LETTER]
    order = sorted(places, key=lambda letter: sum(places[letter]) / len(places[letter]))
    sequence = [letter for color in order for letter in color * len(places[color])]
    letters = [EMPTY_LETTER] * len(snake)
    for spot, letter in zip(snake, sequence, strict=False):
        letters[spot] = letter
    return letters


def _groups(rows: Rows, target: Sequence[str]) -> Iterator[tuple[int, ...]]:
    *upper, over, last = rows
    for row in upper:
        yield from ((spot,) for spot in row[:-2])
        yield row[-2:]
    columns = list(zip(over, last, strict=True))
    if target[last[0]] == EMPTY_LETTER:
        columns.reverse()
    yield from columns[:-BLOCK_COLUMNS]


class _Filling:
    def __init__(self, grid: Grid, rule: MoveRule) -> None:
        self._letters = list(grid.letters)
        self.free = set(range(grid.board.spots))
        self._reach = [iter_spots(mask) for mask in reach_masks(grid.board, rule)]
        self.moves: list[int] = []

    def fill(self, targets: tuple[int, ...], wanted: Sequence[str]) -> None:
        """Bring the right booths to the targets with the fewest moves among free spots; fix them.

        A state is the empty spot and the places of these booths.
        """
        empty = self._letters.index(EMPTY_LETTER)
        candidates = [
            [spot for spot in self.free if self._letters[spot] == wanted[target]]
            for target in targets
        ]
        starts = [
            (empty, *places)
            for places in itertools.product(*candidates)
            if len(set(places)) == len(places)
        ]

        near = [[spot for spot in spots if spot in self.free] for spots in self._reach]
        came_from: dict[tuple[int, ...], tuple[int, ...] | None] = dict.fromkeys(starts)
        waiting = deque(came_from)
        while waiting:
            state = waiting.popleft()
            empty, *places = state
            if places == [*targets]:
                break
            for spot in near[empty]:
                following = (spot, *(empty if place == spot else place for place in places))
                if following not in came_from:
                    came_from[following] = state
                    waiting.append(following)
        else:
            raise SolverError(f"{''.join(self._letters)}: no moves to the target")
        path: list[int] = []
        step: tuple[int, ...] | None = state
        while step is not None:
            path.append(step[0])
            step = came_from[step]
        for spot in reversed(path[:-1]):
            empty = self._letters.index(EMPTY_LETTER)
            self._letters[empty], self._letters[spot] = self._letters[spot], EMPTY_LETTER
            self.moves.append(spot)
        self.free.difference_update(targets)
