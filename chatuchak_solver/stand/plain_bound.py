"""What no stand surpasses, in plain Python that shares nothing with the searches.

The checker of certificates rests on it. Of each card some spaces are hidden by later cards, each
of which hides what a card of 2 x 3 spaces can. What stays visible shows pieces of groups; groups
are made of whole pieces, so that g groups leave the biggest at most the spaces without the g - 1
smallest pieces. An announced good's biggest group is at least as big as any other scoring good's.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from chatuchak_solver.run import Run
from chatuchak_solver.stand.groups import MOUSE_POINTS, Announcement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import GOODS, KIND_MASK, MOUSE, good_code

Cell = tuple[int, int]
Pieces = tuple[int, int, int, int]
"""How many pieces of 1, of 2 and of more spaces, and their spaces."""
Shown = tuple[Pieces, ...]
"""By scoring good."""
Options = dict[Shown, int]
"""The fewest mice of everything that can show."""

CELLS: Final = tuple(product(range(2), range(3)))
MOST_STATES: Final = 20_000
"""More than these are made fewer, for which no bound is lower."""


def plain_bound(problem: StandProblem, own: Announcement, run: Run) -> int:
    """Return a total that no stand surpasses whose owner announces ``own``.

    Parameters
    ----------
    run
        Once it has to end the bound becomes coarser.
    """
    letters = [good for good in GOODS if good in own or good in problem.announced]
    goods = [good_code(good) for good in letters]
    best: int | None = None
    for shown, mice in _together(problem, goods, run).items():
        most = [_most_points(pieces) for pieces in shown]
        for size in range(max(len(table) for table in most) if most else 1):
            total = MOUSE_POINTS * mice
            possible = True
            for letter, table in zip(letters, most, strict=True):
                reach = table[size:] if letter in own else table[: size + 1]
                possible = possible and bool(reach)
                total += max(reach, default=0)
            if possible and (best is None or total > best):
                best = total
    assert best is not None
    return best


def _together(problem: StandProblem, goods: Sequence[int], run: Run) -> Options:
    """Return what all cards can show together, by how many cards are sure to come later."""
    hidden = _hidden_sets()
    none: Options = {((0, 0, 0, 0),) * len(goods): 0}
    # Which of the places 0 (the last card) and 1 (the last but one) are taken already.
    states: dict[frozenset[int], Options] = {frozenset(): none}
    last = len(problem.cards) - 1
    for index, card in enumerate(problem.cards):
        grown: dict[frozenset[int], Options] = {}
        # Under two later cards no more can be hidden than under three.
        places: Iterable[int] = (0, 1, 3) if last > 2 else range(last + 1)
        if problem.fixed_order:
            places = (min(last - index, 3),)
        for later in places:
            options = _options(card.spaces, hidden[later], goods)
            for taken, before in states.items():
                if later < 2 and later in taken:
                    continue
                into = grown.setdefault(taken | {later} if later < 2 else taken, {})
                _add(before, options, into)
        states = {taken: _fewer(options, run) for taken, options in grown.items()}
    return states[max(states, key=len)]


def _add(states: Options, more: Options, into: Options) -> None:
    for shown, mice in states.items():
        for card, others in more.items():
            key = tuple(
                (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])
                for a, b in zip(shown, card, strict=True)
            )
            into[key] = min(mice + others, into.get(key, mice + others))


def _fewer(options: Options, run: Run) -> Options:
    if len(options) <= MOST_STATES and not (len(options) > MOST_STATES // 100 and run.must_end()):
        return options
    most: dict[int, Shown] = {}
    for shown, mice in options.items():
        so_far = most.get(mice, shown)
        most[mice] = tuple(
            (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
            for a, b in zip(so_far, shown, strict=True)
        )
    found: Options = {}
    for mice, shown in most.items():
        found[shown] = min(mice, found.get(shown, mice))
    return found


def _hidden_sets() -> list[set[frozenset[Cell]]]:
    """Return the sets of a card's spaces that 0, 1, 2 and 3 later cards can hide."""
    under: set[frozenset[Cell]] = {frozenset()}
    for (rows, columns), down, right in product(((2, 3), (3, 2)), range(-2, 2), range(-2, 3)):
        under.add(
            frozenset(
                (row, column)
                for row, column in CELLS
                if down <= row < down + rows and right <= column < right + columns
            )
        )
    sets: list[set[frozenset[Cell]]] = [{frozenset()}]
    for _ in range(3):
        sets.append({one | other for one in sets[-1] for other in under})
    return sets


def _options(
    spaces: Sequence[int], hidden_sets: Iterable[frozenset[Cell]], goods: Sequence[int]
) -> Options:
    """Return what a card can show, without what something else is as good as in every way."""
    found: Options = {}
    for hidden in hidden_sets:
        visible = {
            cell: space for cell, space in zip(CELLS, spaces, strict=True) if cell not in hidden
        }
        shown = tuple(_pieces(visible, good) for good in goods)
        mice = sum(bool(space & MOUSE) for space in visible.values())
        found[shown] = min(mice, found.get(shown, mice))
    return {
        shown: mice
        for shown, mice in found.items()
        if not any(
            other != shown
            and less <= mice
            and all(
                b >= a
                for one, two in zip(shown, other, strict=True)
                for a, b in zip(one, two, strict=True)
            )
            for other, less in found.items()
        )
    }


def _pieces(visible: dict[Cell, int], good: int) -> Pieces:
    cells = {cell for cell, space in visible.items() if space & KIND_MASK == good}
    sizes = []
    while cells:
        piece = {cells.pop()}
        while True:
            beside = {
                (row, column)
                for row, column in cells
                if any(abs(row - y) + abs(column - x) == 1 for y, x in piece)
            }
            if not beside:
                break
            piece |= beside
            cells -= beside
        sizes.append(len(piece))
    return sizes.count(1), sizes.count(2), sum(size > 2 for size in sizes), sum(sizes)


def _most_points(pieces: Pieces) -> list[int]:
    """Return by the size of the biggest group, from 0, the most points of one good."""
    ones, twos, larger, spaces = pieces
    sizes = [1] * ones + [2] * twos + [3] * larger
    points = [0]
    for size in range(1, spaces + 1):
        # The more groups, the more spaces outside the biggest one.
        groups = [count + 1 for count in range(len(sizes)) if sum(sizes[:count]) + size <= spaces]
        points.append(size * max(groups, default=0))
    return points
