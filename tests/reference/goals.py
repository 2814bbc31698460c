"""Reference for goal positions and their bounds: slow and simple, on strings and sets.

Positions are strings of one letter per spot as in `tests.reference.search`. Costs and prices of
regions are in units of 1/`SCALE` move.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from tests.reference.analysis import set_cost
from tests.reference.search import LETTERS, arrangements, distances_from, is_solved, spots_of

SCALE = 64
Region = frozenset[int]


def colors_of(position: str) -> list[Region]:
    """Return the booths of each color present."""
    return [spots_of(position, letter) for letter in LETTERS if letter in position]


@cache
def goal_positions(letters: str, rows: int, columns: int) -> tuple[str, ...]:
    """Return all solved positions."""
    return tuple(
        position for position in arrangements(letters) if is_solved(position, rows, columns)
    )


@cache
def distances_to(goal: str, rows: int, columns: int) -> dict[str, int]:
    """Return the minimum number of jumps from every position to a goal position."""
    return distances_from([goal], rows, columns, "jump")


def color_costs(position: str, goal: str, columns: int) -> list[int]:
    """Return the separate distance of each color to its region of the goal position."""
    pairs = zip(colors_of(position), colors_of(goal), strict=True)
    return [set_cost(booths, region, columns) for booths, region in pairs]


def seek_prices(
    costs: Sequence[dict[Region, int]], spots: int, *, steps: int, gap: int, damping: int, top: int
) -> tuple[list[int], int]:
    """Return the prices with the best bound of the subgradient steps, and the bound.

    ``costs`` are the costs of each color's regions; earlier ones win ties.
    """
    prices = [0] * spots
    best, best_prices = -(2**60), prices
    factor = 256
    for _ in range(steps):
        empty = min(range(spots), key=prices.__getitem__)
        covered = [-1] * spots
        covered[empty] += 1
        bound = prices[empty] - sum(prices)
        for regions in costs:
            terms = {
                region: cost + sum(prices[spot] for spot in region)
                for region, cost in regions.items()
            }
            chosen = min(terms, key=terms.__getitem__)
            bound += terms[chosen]
            for spot in chosen:
                covered[spot] += 1
        if bound > best:
            best, best_prices = bound, prices
        norm = sum(excess * excess for excess in covered)
        if norm == 0:
            break
        step = (best + gap - bound) * factor // (norm * 256)
        factor = factor * damping // 256
        prices = [
            max(-top, min(top, price + step * excess))
            for price, excess in zip(prices, covered, strict=True)
        ]
    return best_prices, best


def single_bounds(reduced: Sequence[dict[Region, int]]) -> list[dict[Region, float]]:
    """Return each region's reduced cost plus the minimum of all other colors."""
    least = [min(regions.values()) for regions in reduced]
    return [
        {region: term + sum(least) - least[color] for region, term in regions.items()}
        for color, regions in enumerate(reduced)
    ]


def forced_moves(booths: Region, region: Region, columns: int) -> dict[int, int]:
    """Return the direct jumps in all maximum matchings of booths to free spots."""
    sources, targets = sorted(booths - region), sorted(region - booths)

    def matchings(
        rest: Sequence[int], free: frozenset[int]
    ) -> Iterator[frozenset[tuple[int, int]]]:
        if not rest:
            yield frozenset()
            return
        first, *others = rest
        yield from matchings(others, free)
        for target in free:
            if (first // columns == target // columns) != (first % columns == target % columns):
                for matching in matchings(others, free - {target}):
                    yield matching | {(first, target)}

    every = list(matchings(sources, frozenset(targets)))
    most = max(len(matching) for matching in every)
    return dict(frozenset.intersection(*(matching for matching in every if len(matching) == most)))


def extra_moves(position: str, goal: str, columns: int) -> int:
    """Return the number of colors that cover all cycles of forced moves: 0, 1, or 2 for more."""
    letters = [letter for letter in LETTERS if letter in position]
    pairs = zip(colors_of(position), colors_of(goal), strict=True)
    forced: dict[int, int] = {}
    for booths, region in pairs:
        forced |= forced_moves(booths, region, columns)
    cycles = []
    for first in forced:
        way = [first]
        while forced[way[-1]] != first and forced[way[-1]] in forced:
            way.append(forced[way[-1]])
        if forced[way[-1]] == first:
            cycles.append({position[spot] for spot in way})
    if not cycles:
        return 0
    return 1 if any(all(letter in cycle for cycle in cycles) for letter in letters) else 2
