"""Groups: connected spaces of one good, and what a stand has of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final

from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Position, neighbours
from chatuchak_solver.stand.space import GOODS, is_good, kind_letter

__all__ = ["MOUSE_POINTS", "Announcement", "GoodTally", "StandTally", "find_groups", "tally"]

MOUSE_POINTS: Final = -2
"""Points for every visible mouse."""

Announcement = tuple[str, ...]
"""Goods' letters in the order of `GOODS`."""


def find_groups(picture: Picture) -> dict[str, tuple[frozenset[Position], ...]]:
    """Return the groups of each good, largest first, as sets of (column, row) from 0.

    A group is a set of spaces of one good connected by edges; a lone space is a group. Mice do
    not part groups. Every good has an entry.
    """
    kinds = {where: kind_letter(space) for where, space in picture.spaces() if is_good(space)}
    found: dict[str, list[frozenset[Position]]] = {good: [] for good in GOODS}
    while kinds:
        start, good = next(iter(kinds.items()))
        group: list[Position] = []
        pending = [start]
        del kinds[start]
        while pending:
            where = pending.pop()
            group.append(where)
            for near in neighbours(where):
                if kinds.get(near) == good:
                    del kinds[near]
                    pending.append(near)
        found[good].append(frozenset(group))
    return {
        good: tuple(sorted(groups, key=lambda group: (-len(group), sorted(group))))
        for good, groups in found.items()
    }


@dataclass(frozen=True, slots=True)
class GoodTally:
    """What a stand has of one good.

    Attributes
    ----------
    sizes
        The sizes of its groups, largest first; empty where none is visible.
    """

    sizes: tuple[int, ...]

    @property
    def biggest(self) -> int:
        """Spaces in the biggest group; 0 without any."""
        return self.sizes[0] if self.sizes else 0

    @property
    def groups(self) -> int:
        """The number of groups."""
        return len(self.sizes)

    @property
    def points(self) -> int:
        """Biggest group times groups: what the good is worth where it scores."""
        return self.biggest * self.groups


@dataclass(frozen=True, slots=True)
class StandTally:
    """What a stand has of every good, and its mice.

    Attributes
    ----------
    goods
        A tally for each letter of `GOODS`.
    mice
        Visible mice.
    """

    goods: Mapping[str, GoodTally]
    mice: int

    def total(self, scoring: Iterable[str]) -> int:
        """Return the points when the goods ``scoring`` score, each once; may be negative."""
        return sum(self.goods[good].points for good in set(scoring)) + MOUSE_POINTS * self.mice

    def announcements(self, count: int) -> tuple[Announcement, ...]:
        """Return every choice of ``count`` goods with the biggest groups, in `GOODS` order.

        Several only where goods tie. A stand with fewer kinds of goods announces them all, so
        that one without any announces nothing: the only choice is then the empty one.
        """
        present = [good for good in GOODS if self.goods[good].groups]
        return tuple(
            chosen
            for chosen in combinations(present, min(count, len(present)))
            if not self.smaller_than_left_out(chosen)
        )

    def smaller_than_left_out(self, chosen: Iterable[str]) -> tuple[str, str] | None:
        """Return a good of ``chosen`` and a good left out with a bigger group, or None."""
        chosen = tuple(chosen)
        for good in chosen:
            for other in GOODS:
                if other not in chosen and self.goods[other].biggest > self.goods[good].biggest:
                    return good, other
        return None

    def best_announcement(self, others: Iterable[str], count: int) -> tuple[Announcement, int]:
        """Return the owner's best choice and total where ``others`` are announced anyway.

        Among choices of equal total the first in the order of `GOODS`.
        """
        others = frozenset(others)
        totals = {choice: self.total(others.union(choice)) for choice in self.announcements(count)}
        best = max(totals, key=lambda choice: totals[choice])
        return best, totals[best]


def tally(picture: Picture | None) -> StandTally:
    """Return what ``picture`` has of every good, and its mice; None is a stand without cards."""
    if picture is None:
        return StandTally(MappingProxyType(dict.fromkeys(GOODS, GoodTally(()))), 0)
    return StandTally(
        MappingProxyType(
            {
                good: GoodTally(tuple(len(group) for group in groups))
                for good, groups in find_groups(picture).items()
            }
        ),
        picture.mice,
    )
