"""Reference searches: slow and simple, on strings of letters and sets of spots.

Independent of the library's bit masks, tables and geometry. Positions are strings of one letter per
spot, row by row, ``.`` for the empty spot.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations

LETTERS = "RYGBPTVWK"


@cache
def reach(rows: int, columns: int, rule: str) -> list[list[int]]:
    """Return, per spot, the spots of booths that may move to it, ascending."""
    spots = range(rows * columns)
    found = []
    for spot in spots:
        here = []
        for other in spots:
            down = abs(spot // columns - other // columns)
            right = abs(spot % columns - other % columns)
            if (down + right == 1) if rule == "slide" else ((down == 0) != (right == 0)):
                here.append(other)
        found.append(here)
    return found


@cache
def is_connected(spots: frozenset[int], rows: int, columns: int) -> bool:
    near = reach(rows, columns, "slide")
    seen = set(sorted(spots)[:1])
    stack = list(seen)
    while stack:
        for other in near[stack.pop()]:
            if other in spots and other not in seen:
                seen.add(other)
                stack.append(other)
    return seen == spots


def spots_of(position: str, letter: str) -> frozenset[int]:
    return frozenset(spot for spot, other in enumerate(position) if other == letter)


def is_solved(position: str, rows: int, columns: int) -> bool:
    return all(is_connected(spots_of(position, letter), rows, columns) for letter in LETTERS)


def after(position: str, move: int) -> str:
    letters = list(position)
    empty = letters.index(".")
    letters[empty], letters[move] = letters[move], "."
    return "".join(letters)


def shortest(position: str, rows: int, columns: int, rule: str) -> int:
    """Return the optimal length by breadth-first search; for few moves or very small boards."""
    layer, seen, depth = [position], {position}, 0
    while not any(is_solved(here, rows, columns) for here in layer):
        following = []
        for here in layer:
            for move in reach(rows, columns, rule)[here.index(".")]:
                child = after(here, move)
                if child not in seen:
                    seen.add(child)
                    following.append(child)
        layer, depth = following, depth + 1
    return depth


def arrangements(letters: str) -> Iterator[str]:
    """Yield the distinct permutations of ``letters``."""
    if not letters:
        yield ""
    for letter in sorted(set(letters)):
        for rest in arrangements(letters.replace(letter, "", 1)):
            yield letter + rest


def distances_from(positions: Iterable[str], rows: int, columns: int, rule: str) -> dict[str, int]:
    """Return the minimum number of moves between every position and the nearest of some."""
    frontier = list(positions)
    distances = dict.fromkeys(frontier, 0)
    near = reach(rows, columns, rule)
    for position in frontier:  # grows during the loop
        for move in near[position.index(".")]:
            following = after(position, move)
            if following not in distances:
                distances[following] = distances[position] + 1
                frontier.append(following)
    return distances


@cache
def all_distances(letters: str, rows: int, columns: int, rule: str) -> dict[str, int]:
    """Return the optimal length of every arrangement of ``letters``, by backward search.

    Cached for several tests, do not modify.
    """
    goals = (p for p in arrangements(letters) if is_solved(p, rows, columns))
    return distances_from(goals, rows, columns, rule)


@cache
def pattern_distances(rows: int, columns: int, size: int, rule: str) -> dict[frozenset[int], int]:
    """Return the distance of every placement of ``size`` booths from a connected one."""
    placements = map(frozenset, combinations(range(rows * columns), size))
    frontier = [spots for spots in placements if is_connected(spots, rows, columns)]
    distances = dict.fromkeys(frontier, 0)
    for spots in frontier:  # grows during the loop
        for spot in spots:
            for target in reach(rows, columns, rule)[spot]:
                following = spots - {spot} | {target}
                if target not in spots and following not in distances:
                    distances[following] = distances[spots] + 1
                    frontier.append(following)
    return distances


def heuristic(position: str, rows: int, columns: int, rule: str) -> int:
    total = 0
    for letter in LETTERS:
        spots = spots_of(position, letter)
        if spots:
            total += pattern_distances(rows, columns, len(spots), rule)[spots]
    return total


def useful_moves(position: str, previous: int | None, near: list[list[int]]) -> list[int]:
    """Return the legal moves, ascending, except those dominated by a shorter sequence."""
    moves = near[position.index(".")]
    if previous is None:
        return list(moves)
    moved = position[previous]
    return [
        move
        for move in moves
        if move != previous and not (position[move] == moved and move in near[previous])
    ]


def ida_star(
    position: str,
    rows: int,
    columns: int,
    rule: str,
    lower_bound: Callable[[str, int, int, str], int] = heuristic,
    first_bound: int = 0,
) -> tuple[tuple[int, ...], list[int]]:
    """Return the first optimal solution, and the expansions per f-bound."""
    near = reach(rows, columns, rule)
    per_bound: list[int] = []

    def search(here: str, previous: int | None, g: int, bound: int) -> tuple[int, ...] | None:
        per_bound[-1] += 1
        for move in useful_moves(here, previous, near):
            child = after(here, move)
            if g + 1 + lower_bound(child, rows, columns, rule) > bound:
                continue
            is_end = is_solved(child, rows, columns)
            rest = () if is_end else search(child, here.index("."), g + 1, bound)
            if rest is not None:
                return (move, *rest)
        return None

    bound = max(first_bound, lower_bound(position, rows, columns, rule))
    found: tuple[int, ...] | None = () if is_solved(position, rows, columns) else None
    while found is None:
        per_bound.append(0)
        found = search(position, None, 0, bound)
        bound += 1
    return found, per_bound


def a_star(position: str, rows: int, columns: int, rule: str) -> tuple[tuple[int, ...], int]:
    """Return an optimal solution and the (partial) expansions, ties as in the library."""
    near = reach(rows, columns, rule)
    root_f = heuristic(position, rows, columns, rule)
    if root_f == 0:
        return (), 0
    # g, parent and move of the cheapest known path; more expensive heap entries are stale.
    known: dict[str, tuple[int, str, int | None]] = {position: (0, "", None)}
    heap = [(root_f, 0, 0, position)]
    counter = expanded = 0
    best: tuple[int, str, int] | None = None
    while best is None or heap[0][0] < best[0]:
        f, minus_g, _, here = heapq.heappop(heap)
        g, parent, _ = known[here]
        if g != -minus_g:
            continue
        expanded += 1
        previous = parent.index(".") if parent else None
        later = []
        for move in useful_moves(here, previous, near):
            child = after(here, move)
            h = heuristic(child, rows, columns, rule)
            child_f = g + 1 + h
            if h == 0 and (best is None or child_f < best[0]):
                best = (child_f, here, move)
            if child_f > f:
                later.append(child_f)
            if child_f == f and (child not in known or known[child][0] > g + 1):
                known[child] = (g + 1, here, move)
                counter += 1
                heapq.heappush(heap, (f, -g - 1, -counter, child))
        if later:
            counter += 1
            heapq.heappush(heap, (min(later), -g, -counter, here))
    _, here, last = best
    moves = [last]
    while here != position:
        _, here, step = known[here]
        assert step is not None
        moves.append(step)
    return tuple(reversed(moves)), expanded


def tie_break(position: str, bits: int) -> int:
    """Return the top ``bits`` of the hash of a position's three bit planes."""
    planes = [0, 0, 0]
    for spot, letter in enumerate(position):
        code = 7 if letter == "." else 1 + LETTERS.index(letter)
        for plane in range(3):
            planes[plane] |= (code >> plane & 1) << spot
    wrap = (1 << 64) - 1
    mixed = (planes[0] | planes[1] << 32) ^ (planes[2] * 0x9E3779B97F4A7C15 & wrap)
    mixed = mixed * 0xBF58476D1CE4E5B9 & wrap
    mixed = (mixed ^ mixed >> 29) * 0x94D049BB133111EB & wrap
    return (mixed ^ mixed >> 32) >> 64 - bits


def best_of(
    children: dict[str, tuple[int, int | None, tuple[int, ...]]], width: int
) -> list[tuple[str, int | None, tuple[int, ...]]]:
    """Return the best by score in order of generation; earlier ones win ties."""
    listed = [(child, *rest) for child, rest in children.items()]
    best = sorted(range(len(listed)), key=lambda number: (listed[number][1], number))
    return [
        (child, previous, path)
        for child, _, previous, path in (listed[number] for number in sorted(best[:width]))
    ]
