"""Upper bound on the total of stands, for the certificate checker.

Some group size separates the largest groups of announced goods from those of other scoring goods.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.stand.checker.pieces import (
    NOTHING,
    Pieces,
    Shown,
    Sums,
    join_pieces,
    most_points,
    plus,
)
from chatuchak_solver.stand.checker.visible_pieces import Shows, shown_together
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, good_code


def verify_bound(problem: StandProblem, own: Announcement, run: Run) -> int:
    """Return an upper bound on the total of stands whose owner announces ``own``.

    After the limit of ``run`` it becomes coarser.
    """
    worth = Worth(problem, own, run)
    return worth.most(worth.none, (1 << len(problem.cards)) - 1)


class Worth:
    """Upper bounds on the points of clusters, loose pieces and remaining cards.

    Parameters
    ----------
    also
        Alternative announcements with the same scoring goods.
    run
        Bounds become coarser after its limit.

    Attributes
    ----------
    goods
        The scoring goods' codes.
    none
        The `Sums` of no clusters.
    join
        Merge the `Sums` of two clusters that may touch in a bit set of goods.
    most
        Return the maximum points, without the clusters' mice, of `Sums`, a bit set of remaining
        cards, and loose pieces.
    """

    def __init__(
        self, problem: StandProblem, own: Announcement, run: Run, also: Sequence[Announcement] = ()
    ) -> None:
        letters = [good for good in GOODS if good in own or good in problem.announced]
        self.goods: tuple[int, ...] = tuple(good_code(good) for good in letters)
        self._problem = problem
        self._run = run
        shares = [sum(good in choice for choice in (own, *also)) for good in letters]
        self._owned = [share == 1 + len(also) for share in shares]
        self._open = [good for good, share in enumerate(shares) if 0 < share <= len(also)]
        self._pieces: list[Pieces] = []
        self._numbers: dict[Pieces, int] = {}
        self.none: Sums = tuple(self.number(Pieces()) for _ in letters)
        self.most: Callable[..., int] = cache(self._most)
        self._states = cache(self._list_states)
        self._tables = cache(self._table)
        self.join: Callable[..., Sums] = cache(self._join)

    def number(self, pieces: Pieces) -> int:
        """Return the number of a good's pieces in clusters."""
        found = self._numbers.setdefault(pieces, len(self._pieces))
        if found == len(self._pieces):
            self._pieces.append(pieces)
        return found

    def _join(self, first: Sums, second: Sums, touch: int) -> Sums:
        pairs = enumerate(zip(first, second, strict=True))
        return tuple([self._join_good(*pair, touch >> good & 1) for good, pair in pairs])

    def _join_good(self, first: int, second: int, touch: int) -> int:
        return self.number(join_pieces(self._pieces[first], self._pieces[second], touch=touch > 0))

    def _most(self, sums: Sums, left: int, loose: Shows | None = None) -> int:
        best = NOTHING
        for points, shows in self._states(left):
            pairs = zip(sums, map(plus, shows, loose) if loose else shows, strict=True)
            picked = [self._tables(good, *pair) for good, pair in enumerate(pairs)]
            most = points + sum([peak for peak, _ in picked])
            if most > best:
                best = max(best, points + self._by_size(picked)) if any(self._owned) else most
        return best

    def _by_size(self, picked: list[tuple[int, list[int]]]) -> int:
        sizes = [*zip(*[table for _, table in picked], strict=False)]
        found = [*map(sum, sizes)]
        # An alternative announced good may have a larger group.
        peaks = [(good, picked[good][0]) for good in self._open]
        for size, points in enumerate(sizes if peaks else ()):
            found[size] += max([peak - points[good] for good, peak in peaks])
        return max(found, default=NOTHING)

    def _list_states(self, left: int) -> list[tuple[int, Shows]]:
        cards = [card for card in range(len(self._problem.cards)) if left >> card & 1]
        together = shown_together(self._problem, self.goods, cards, self._run)
        states = [(MOUSE_POINTS * mice, shows) for shows, mice in together.items()]
        states.sort(key=lambda state: state[0] + sum(map(sum, state[1])), reverse=True)
        return states

    def _table(self, good: int, number: int, new: Shown) -> tuple[int, list[int]]:
        points = most_points(self._pieces[number], new)
        if self._owned[good]:
            table = list(accumulate(reversed(points), max))[::-1]
            return table[0], table
        table = list(accumulate(points, max))
        return table[-1], table + table[-1:] * (6 * len(self._problem.cards) + 1 - len(table))
