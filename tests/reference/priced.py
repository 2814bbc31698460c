"""Reference for priced heuristics and their searches: slow and simple, on strings and sets."""

import heapq
from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

import numpy as np

from tests.reference import search

Prices = tuple[int, ...]


@cache
def distance_between(rows: int, columns: int, rule: str, start: int, end: int) -> int:
    """Return the moves of a lone booth."""
    distances = {start: 0}
    queue = deque([start])
    while queue:
        spot = queue.popleft()
        for other in search.reach(rows, columns, rule)[spot]:
            if other not in distances:
                distances[other] = distances[spot] + 1
                queue.append(other)
    return distances[end]


def assignment_cost(
    booths: frozenset[int], region: frozenset[int], rows: int, columns: int, rule: str
) -> int:
    """Return the minimum total distance over all assignments of booths to the region."""
    return min(
        sum(
            distance_between(rows, columns, rule, *pair) for pair in zip(booths, order, strict=True)
        )
        for order in permutations(region)
    )


@cache
def regions(rows: int, columns: int, counts: tuple[int, ...], size: int) -> list[frozenset[int]]:
    """Return the connected regions of ``size`` spots with complements that fit the other colors."""
    others = list(counts)
    others.remove(size)
    sums = {
        sum(chosen) + spare
        for length in range(len(others) + 1)
        for chosen in combinations(others, length)
        for spare in (0, 1)
    }
    found = []
    for spots in map(frozenset, combinations(range(rows * columns), size)):
        rest = set(range(rows * columns)) - spots
        sizes = []
        while rest:
            part = component(min(rest), rest, rows, columns)
            rest -= part
            sizes.append(len(part))
        if search.is_connected(spots, rows, columns) and sums.issuperset(sizes):
            found.append(spots)
    return found


def component(start: int, free: set[int], rows: int, columns: int) -> set[int]:
    part = {start}
    stack = [start]
    while stack:
        for other in search.reach(rows, columns, "slide")[stack.pop()]:
            if other in free and other not in part:
                part.add(other)
                stack.append(other)
    return part


@cache
def priced_distances(
    rows: int, columns: int, counts: tuple[int, ...], size: int, rule: str, prices: Prices
) -> dict[frozenset[int], int]:
    """Return each placement's minimum of a region's price plus 8 per move (Dijkstra)."""
    distances: dict[frozenset[int], int] = {}
    heap = [
        (sum(prices[spot] for spot in region), sorted(region))
        for region in regions(rows, columns, counts, size)
    ]
    heapq.heapify(heap)
    while heap:
        value, listed = heapq.heappop(heap)
        spots = frozenset(listed)
        if spots in distances:
            continue
        distances[spots] = value
        for spot in spots:
            for target in set(search.reach(rows, columns, rule)[spot]) - spots:
                following = spots - {spot} | {target}
                if following not in distances:
                    heapq.heappush(heap, (value + 8, sorted(following)))
    return distances


def improved_prices(
    positions: Sequence[str], rows: int, columns: int, rule: str, *, steps: int, aim: float
) -> tuple[list[float], float]:
    """Return the best prices of the subgradient steps, and their mean bound.

    Region prices have single precision, as in the kernel, since rounding decides close comparisons.
    """
    colored = [
        [spots for letter in search.LETTERS if (spots := search.spots_of(position, letter))]
        for position in positions
    ]
    counts = tuple(len(spots) for spots in colored[0])
    listed = {
        size: sorted(
            regions(rows, columns, counts, size), key=lambda region: sum(1 << s for s in region)
        )
        for size in set(counts)
    }
    moves = {
        (spots, region): assignment_cost(spots, region, rows, columns, rule)
        for placed in colored
        for spots in placed
        for region in listed[len(spots)]
    }
    trial = [0.0] * (rows * columns)
    best, best_bound = list(trial), float("-inf")
    for step in range(steps):
        cheapest = trial.index(min(trial))
        # Subgradient: the number of uses of a spot in the relaxation, minus one.
        excess = [-1.0] * len(trial)
        excess[cheapest] += 1
        bound = 0.0
        for price in trial:
            bound -= price
        bound += trial[cheapest]
        for placed in colored:
            for spots in placed:
                totals = []
                for region in listed[len(spots)]:
                    region_price = np.float32(sum(trial[spot] for spot in sorted(region)))
                    totals.append(np.float32(moves[spots, region]) + region_price)
                least = min(totals)
                bound += float(least) / len(positions)
                for spot in listed[len(spots)][totals.index(least)]:
                    excess[spot] += 1 / len(positions)
        if bound > best_bound:
            best, best_bound = list(trial), bound
        norm = sum(each * each for each in excess)
        if norm < 1e-9:
            break
        length = (best_bound + aim * (1 - 0.95 * step / steps) - bound) / norm
        trial = [price + length * each for price, each in zip(trial, excess, strict=True)]
    return best, best_bound


def units(position: str, rows: int, columns: int, rule: str, prices: Prices) -> int:
    """Return the priced heuristic in eighths of a move."""
    placed = [spots for letter in search.LETTERS if (spots := search.spots_of(position, letter))]
    counts = tuple(len(spots) for spots in placed)
    total = min(prices) - sum(prices)
    for spots in placed:
        total += priced_distances(rows, columns, counts, len(spots), rule, prices)[spots]
    return total


def alone(position: str, rows: int, columns: int, rule: str) -> list[int]:
    """Return the distance of each color in isolation."""
    placed = [spots for letter in search.LETTERS if (spots := search.spots_of(position, letter))]
    return [search.pattern_distances(rows, columns, len(spots), rule)[spots] for spots in placed]


def ida_star(
    position: str, rows: int, columns: int, rule: str, prices: Prices
) -> tuple[tuple[int, ...], list[int]]:
    """Return the first optimal solution, and the expansions per bound."""

    def lower_bound(here: str, rows: int, columns: int, rule: str) -> int:
        return max(0, -(-units(here, rows, columns, rule, prices) // 8))

    first_bound = sum(alone(position, rows, columns, rule))
    return search.ida_star(position, rows, columns, rule, lower_bound, first_bound)


def beam(
    position: str, rows: int, columns: int, rule: str, prices: Prices, *, width: int, longest: int
) -> tuple[tuple[int, ...] | None, int]:
    """Return the moves of one beam of at most ``longest`` moves, and its expansions."""
    near = search.reach(rows, columns, rule)
    layer: list[tuple[str, int | None, tuple[int, ...]]] = [(position, None, ())]
    expanded = 0
    for depth in range(1, longest + 1):
        children: dict[str, tuple[int, int | None, tuple[int, ...]]] = {}
        for here, previous, path in layer:
            expanded += 1
            for move in search.useful_moves(here, previous, near):
                child = search.after(here, move)
                distances = alone(child, rows, columns, rule)
                if not any(distances):
                    return (*path, move), expanded
                h = 8 * sum(distances) + units(child, rows, columns, rule, prices)
                if h > 16 * (longest - depth):
                    continue
                if child not in children:
                    score = 8 * h + sum(map(bool, distances))
                    children[child] = (score, here.index("."), (*path, move))
        if not children:
            break
        layer = search.best_of(children, width)
    return None, expanded
