"""A bound on the total of stands, in plain Python.

The checker of certificates rests on it. An announced good's biggest group is at least as big as any
other scoring good's: there is a size that the one reaches and the other does not exceed.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.stand.checker.pieces import (
    NOTHING,
    Pieces,
    Shown,
    Sums,
    joined,
    most_points,
    plus,
)
from chatuchak_solver.stand.checker.showing import Shows, shown_together
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, good_code


def checked_bound(problem: StandProblem, own: Announcement, run: Run) -> int:
    """Return a total that no stand surpasses whose owner announces ``own``.

    Parameters
    ----------
    run
        Once it has to end the bound becomes coarser.
    """
    worth = Worth(problem, own, run)
    return worth.most(worth.none, (1 << len(problem.cards)) - 1)


class Worth:
    """The most that pieces in clusters, other pieces and the cards left are worth together.

    What clusters show of a good is told by a number: see `Sums`.

    Parameters
    ----------
    problem
        The cards and rules.
    own
        The goods that the owner announces.
    also
        Others with which the same goods score and which may be announced instead.
    run
        Once it has to end bounds become coarser.

    Attributes
    ----------
    goods
        The scoring goods' codes.
    none
        No pieces in clusters.
    join
        Returns what two clusters show (`Sums`), which may touch in a set of goods, as bits.
    most
        Returns the most points of what clusters show, but for their mice, and of the cards
        left, which are a set of their numbers as bits, and of pieces that may lie anywhere.
    """

    def __init__(
        self, problem: StandProblem, own: Announcement, run: Run, also: Sequence[Announcement] = ()
    ) -> None:
        letters = [good for good in GOODS if good in own or good in problem.announced]
        self.goods: tuple[int, ...] = tuple(good_code(good) for good in letters)
        self._problem = problem
        self._run = run
        shares = [sum(good in one for one in (own, *also)) for good in letters]
        self._owned = [share == 1 + len(also) for share in shares]
        self._open = [good for good, share in enumerate(shares) if 0 < share <= len(also)]
        self._pieces: list[Pieces] = []
        self._numbers: dict[Pieces, int] = {}
        self.none: Sums = tuple(self.number(Pieces()) for _ in letters)
        self.most = cache(self._most)
        self._states = cache(self._list_states)
        self._tables = cache(self._table)
        self.join = cache(self._join)

    def number(self, pieces: Pieces) -> int:
        """Return the number of pieces of a good in clusters."""
        found = self._numbers.setdefault(pieces, len(self._pieces))
        if found == len(self._pieces):
            self._pieces.append(pieces)
        return found

    def _join(self, one: Sums, other: Sums, touch: int) -> Sums:
        pairs = enumerate(zip(one, other, strict=True))
        return tuple([self._join_good(*pair, touch >> good & 1) for good, pair in pairs])

    def _join_good(self, one: int, other: int, touch: int) -> int:
        return self.number(joined(self._pieces[one], self._pieces[other], touch=touch > 0))

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
        """Return the most points of goods, an announced one's biggest group being no smaller."""
        sizes = [*zip(*[table for _, table in picked], strict=False)]
        found = [*map(sum, sizes)]
        # One that is announced instead of another may have a bigger group.
        peaks = [(good, picked[good][0]) for good in self._open]
        for size, points in enumerate(sizes if peaks else ()):
            found[size] += max([peak - points[good] for good, peak in peaks])
        return max(found, default=NOTHING)

    def _list_states(self, left: int) -> list[tuple[int, Shows]]:
        """Return what cards can show, the most promising first, after the points of their mice."""
        cards = [card for card in range(len(self._problem.cards)) if left >> card & 1]
        together = shown_together(self._problem, self.goods, cards, self._run)
        states = [(MOUSE_POINTS * mice, shows) for shows, mice in together.items()]
        states.sort(key=lambda one: one[0] + sum(map(sum, one[1])), reverse=True)
        return states

    def _table(self, good: int, number: int, new: Shown) -> tuple[int, list[int]]:
        """Return the most points, and those by the size that parts announced goods from others."""
        points = most_points(self._pieces[number], new)
        if self._owned[good]:
            table = list(accumulate(reversed(points), max))[::-1]
            return table[0], table
        table = list(accumulate(points, max))
        return table[-1], table + table[-1:] * (6 * len(self._problem.cards) + 1 - len(table))
