"""Reference rules of the market stand: slow and simple, on letters in dictionaries.

Written from the rulebook independently of the library's rules. A card is its two rows of text; a
stand is a dictionary from (x, y) to a space's text; a placement is the tuple (rows, x, y,
rotation).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

GOODS = "SBGCM"

Spaces = dict[tuple[int, int], str]


@cache
def turned(rows: tuple[str, ...], rotation: int) -> list[list[str]]:
    """Turn a card clockwise by quarter turns."""
    grid = [row.split() for row in rows]
    for _ in range(rotation // 90):
        height, width = len(grid), len(grid[0])
        grid = [[grid[height - 1 - y][x] for y in range(height)] for x in range(width)]
    return grid


def under(rows: Sequence[str], x: int, y: int, rotation: int) -> Spaces:
    """Return the card's symbol on each of its spaces."""
    return {
        (x + column, y + row): text
        for row, line in enumerate(turned(tuple(rows), rotation))
        for column, text in enumerate(line)
    }


def may_lie(stand: Spaces, card: Spaces) -> bool:
    """Return whether the card has edge contact with the stand or covers a space."""
    if not stand:
        return True
    for x, y in card:
        for spot in ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if spot in stand:
                return True
    return False


def lay_all(placements: Sequence[tuple[Sequence[str], int, int, int]]) -> Spaces | None:
    """Return the visible spaces, or None if a placement is illegal."""
    stand: Spaces = {}
    for rows, x, y, rotation in placements:
        card = under(rows, x, y, rotation)
        if not may_lie(stand, card):
            return None
        stand = {**stand, **card}
    return stand


def group_sizes(stand: Spaces, good: str) -> list[int]:
    """Return the sizes of the groups of a good, descending."""
    left = {spot for spot, text in stand.items() if text[0] == good}
    sizes = []
    while left:
        group = [left.pop()]
        for x, y in group:  # grows during the loop
            near = left & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            left -= near
            group += near
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


def mice(stand: Spaces) -> int:
    return sum(text.endswith("*") for text in stand.values())


def points(stand: Spaces, good: str) -> int:
    return points_of(group_sizes(stand, good))


def points_of(sizes: Sequence[int]) -> int:
    """Return the points of a good by the sizes of its groups."""
    return max(sizes, default=0) * len(sizes)


def total(stand: Spaces, scoring: set[str]) -> int:
    return sum(points(stand, good) for good in scoring) - 2 * mice(stand)


def side_total(stands: Sequence[Spaces], side: Sequence[int], scoring: set[str]) -> int:
    return sum(total(stands[seat], scoring) for seat in side)


def may_announce(stand: Spaces, count: int) -> list[set[str]]:
    """Return the possible announcements: the goods with the largest groups, ties free."""
    return biggest({good: group_sizes(stand, good) for good in GOODS}, count)


def biggest(groups: dict[str, list[int]], count: int) -> list[set[str]]:
    """Return all sets of ``count`` goods with the largest groups."""
    sizes = {good: max(groups[good], default=0) for good in GOODS}
    there = [good for good in GOODS if sizes[good] > 0]
    wanted = min(count, len(there))
    found = []
    for names in combinations(there, wanted):
        chosen = set(names)
        left = set(there) - chosen
        if all(sizes[good] >= sizes[other] for good in chosen for other in left):
            found.append(chosen)
    return found


def best_total(stand: Spaces, announced: Sequence[str], count: int) -> int:
    """Return the owner's total with the best choice among the largest groups."""
    groups = {good: group_sizes(stand, good) for good in GOODS}
    worth = {good: points_of(groups[good]) for good in GOODS}
    choices = biggest(groups, count)
    most = max(sum(worth[good] for good in set(announced) | choice) for choice in choices)
    return most - 2 * mice(stand)


def places_beside(stand: Spaces) -> Iterator[tuple[int, int, int]]:
    """Yield x, y and rotation of all candidate placements, including illegal ones."""
    xs, ys = [x for x, _ in stand], [y for _, y in stand]
    for x in range(min(xs) - 4, max(xs) + 5):
        for y in range(min(ys) - 4, max(ys) + 5):
            for turn in (0, 90, 180, 270):
                yield x, y, turn


def every_stand(cards: Sequence[Sequence[str]]) -> Iterator[Spaces]:
    """Yield the visible spaces of all layouts in order, the first card unturned."""
    *lower, last = cards
    if not lower:
        yield under(last, 0, 0, 0)
        return
    for stand in every_stand(lower):
        for x, y, turn in places_beside(stand):
            card = under(last, x, y, turn)
            if may_lie(stand, card):
                yield {**stand, **card}


def winners(totals: Sequence[int], mouse_counts: Sequence[int]) -> list[int]:
    """Most points, then fewest mice, then shared."""
    best = [index for index, points in enumerate(totals) if points == max(totals)]
    least = min(mouse_counts[index] for index in best)
    return [index for index in best if mouse_counts[index] == least]


class ReferenceMarketStand:
    """A mutable game, read from a state's document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.rows = {card["id"]: card["rows"] for card in document["deck"]["cards"]}
        self.stands: list[list[tuple[str, int, int, int]]] = [
            [
                (placement["card"], placement["x"], placement["y"], placement["rotation"])
                for placement in stand
            ]
            for stand in document["stands"]
        ]
        self.hands = [set(hand) for hand in document["hands"]]
        self.market = set(document["market"])
        self.announced = list(document["announced"])

    def seen(self, seat: int) -> Spaces:
        spaces = lay_all([(self.rows[card], x, y, turn) for card, x, y, turn in self.stands[seat]])
        assert spaces is not None
        return spaces

    def to_draw_for(self) -> str | None:
        started = all(self.stands)
        if not started or self.all_laid():
            return None
        if len(self.market) < 3:
            return "market"
        return "hand" if any(not hand for hand in self.hands) else None

    def all_laid(self) -> bool:
        return all(len(stand) == 8 for stand in self.stands)

    def mover(self) -> int:
        """The player with the fewest placed cards, first in seat order."""
        counts = [len(stand) for stand in self.stands]
        return counts.index(min(counts))

    def legal(self) -> list[str]:
        if self.to_draw_for():
            used = {card for stand in self.stands for card, *_ in stand} | self.market
            used = used.union(*self.hands)
            return sorted(f"draw {card}" for card in self.rows if card not in used)
        if self.all_laid():
            return self.legal_announcements()
        seat = self.mover()
        if not self.stands[seat]:
            return sorted(f"start {card}" for card in self.hands[seat])
        return sorted(self.legal_placements(seat))

    def legal_announcements(self) -> list[str]:
        count = 2 if len(self.stands) == 2 else 1
        for seat, announced in enumerate(self.announced):
            choices = may_announce(self.seen(seat), count)
            if announced is None and len(choices) > 1:
                return sorted(
                    " ".join(["announce", *(good for good in GOODS if good in choice)])
                    for choice in choices
                )
        return []

    def legal_placements(self, seat: int) -> Iterator[str]:
        stand = self.seen(seat)
        sources = [("hand", card) for card in self.hands[seat]]
        sources += [("market", card) for card in self.market]
        for source, card in sources:
            for x, y, turn in places_beside(stand):
                if may_lie(stand, under(self.rows[card], x, y, turn)):
                    yield f"{source} {card}@{x}:{y}r{turn}"

    def apply(self, action: str) -> None:
        word, _, rest = action.partition(" ")
        if word == "draw":
            if self.to_draw_for() == "market":
                self.market.add(rest)
            else:
                next(hand for hand in self.hands if not hand).add(rest)
            return
        if word == "announce":
            count = 2 if len(self.stands) == 2 else 1
            for seat, announced in enumerate(self.announced):
                if announced is None and len(may_announce(self.seen(seat), count)) > 1:
                    self.announced[seat] = rest.split()
                    return
        seat = self.mover()
        card, _, where = rest.partition("@")
        x, y, turn = 0, 0, 0
        if where:
            place, _, quarter = where.partition("r")
            x, y = map(int, place.split(":"))
            turn = int(quarter)
        (self.market if word == "market" else self.hands[seat]).remove(card)
        self.stands[seat].append((card, x, y, turn))
