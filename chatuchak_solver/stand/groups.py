"""Groups: connected spaces of one good, and a stand's tally of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from chatuchak_solver.arguments import check_all, check_int, check_type
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Position, connected_parts
from chatuchak_solver.stand.space import GOODS, KIND_MASK, check_goods

MOUSE_POINTS = -2

Announcement = tuple[str, ...]
"""Letters of goods in the order of `GOODS`."""


def find_groups(picture: Picture) -> dict[str, tuple[frozenset[Position], ...]]:
    """Return the groups of each good, largest first, as sets of (column, row) from 0.

    Groups are edge-connected; a single space is a group. Mice do not separate groups.
    """
    check_type(picture, Picture, name="picture", hint="Stand.picture()")
    kinds = {where: space & KIND_MASK for where, space in picture.spaces()}
    found: dict[str, list[frozenset[Position]]] = {good: [] for good in GOODS}
    for kind, part in connected_parts(kinds):
        if kind <= len(GOODS):
            found[GOODS[kind - 1]].append(frozenset(part))
    return {
        good: tuple(sorted(groups, key=lambda group: (-len(group), sorted(group))))
        for good, groups in found.items()
    }


class GoodTallyAnswer(Answer, frozen=True):
    """The JSON form of a `GoodTally`."""

    biggest: Count
    groups: Count
    points: Count


@dataclass(frozen=True, slots=True)
class GoodTally:
    """A stand's groups of one good.

    Attributes
    ----------
    sizes
        The sizes of its groups, largest first; empty if none is visible.
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        given = check_all(self.sizes, object, name="sizes")
        sizes = tuple(check_int(size, 1, name="group's size") for size in given)
        object.__setattr__(self, "sizes", sizes)
        if list(sizes) != sorted(sizes, reverse=True):
            found = describe(sizes)
            raise InputError(f"invalid sizes {found}: expected integers >= 1, largest first")

    @property
    def biggest(self) -> int:
        """Spaces in the largest group; 0 without groups."""
        return self.sizes[0] if self.sizes else 0

    @property
    def groups(self) -> int:
        """The number of groups."""
        return len(self.sizes)

    @property
    def points(self) -> int:
        """Largest group times number of groups: the points if the good scores."""
        return self.biggest * self.groups

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return GoodTallyAnswer.of(self).to_dict()


@dataclass(frozen=True, slots=True)
class StandTally:
    """A stand's tally of every good, and its mice.

    Attributes
    ----------
    goods
        A tally for each letter of `GOODS`.
    mice
        Visible mice.
    """

    goods: Mapping[str, GoodTally]
    mice: int

    def __post_init__(self) -> None:
        if not isinstance(self.goods, Mapping) or set(self.goods) != set(GOODS):
            found = describe(self.goods)
            raise InputError(f"invalid goods {found}: expected a tally for each of {GOODS}")
        check_all(self.goods.values(), GoodTally, name="goods' tallies")
        object.__setattr__(self, "mice", check_int(self.mice, 0, name="number of mice"))

    def total(self, scoring: Iterable[str]) -> int:
        """Return the points if the goods ``scoring`` score, each once; may be negative."""
        scoring = set(check_goods(scoring))
        return sum([self.goods[good].points for good in scoring]) + MOUSE_POINTS * self.mice

    def announcements(self, count: int) -> tuple[Announcement, ...]:
        """Return every choice of ``count`` goods with the largest groups, in `GOODS` order.

        Several choices only for ties. A stand with fewer goods announces them all.
        """
        count = check_int(count, 0, len(GOODS), name="number of goods announced")
        sizes = {good: self.goods[good].biggest for good in GOODS}
        present = [good for good in GOODS if sizes[good]]
        count = min(count, len(present))
        most = sum(sorted(sizes.values(), reverse=True)[:count])
        return tuple(
            chosen
            for chosen in combinations(present, count)
            if sum([sizes[good] for good in chosen]) == most
        )

    def smaller_than_left_out(self, chosen: Iterable[str]) -> tuple[str, str] | None:
        """Return a good of ``chosen`` and an omitted good with a larger group, or None."""
        chosen = check_goods(chosen)
        biggest = {good: tally.biggest for good, tally in self.goods.items()}
        for good in chosen:
            for other in GOODS:
                if biggest[other] > biggest[good] and other not in chosen:
                    return good, other
        return None

    def best_announcement(self, others: Iterable[str], count: int) -> tuple[Announcement, int]:
        """Return the owner's best choice and total if ``others`` are announced anyway.

        Of equal choices, the first in the order of `GOODS`.
        """
        others = frozenset(check_goods(others))
        totals = {choice: self.total(others.union(choice)) for choice in self.announcements(count)}
        best = max(totals, key=lambda choice: totals[choice])
        return best, totals[best]


def tally(picture: Picture | None) -> StandTally:
    """Return the tally of ``picture``; None is a stand without cards."""
    if picture is None:
        return StandTally(dict.fromkeys(GOODS, GoodTally(())), 0)
    groups = find_groups(picture)
    return StandTally(
        {good: GoodTally(tuple(map(len, groups[good]))) for good in GOODS}, picture.mice
    )
