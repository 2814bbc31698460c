"""Reference for all shortest solutions and the simulated player: slow and simple, on strings.

Positions are strings of one letter per spot as in `tests.reference.search`.
"""

from collections.abc import Iterator

from tests.reference.search import after, heuristic, is_solved, reach

WORD = 2**64 - 1


def optimal_solutions(position: str, rows: int, columns: int) -> list[tuple[int, ...]]:
    """Return all shortest solutions, by breadth-first enumeration of move sequences."""
    near = reach(rows, columns, "jump")
    layer: list[tuple[str, tuple[int, ...]]] = [(position, ())]
    while True:
        solved = [path for here, path in layer if is_solved(here, rows, columns)]
        if solved:
            return solved
        layer = [
            (after(here, move), (*path, move))
            for here, path in layer
            for move in near[here.index(".")]
        ]


def optimal_count(position: str, distances: dict[str, int], rows: int, columns: int) -> int:
    """Count the shortest solutions of a position, given every position's optimal length."""
    near = reach(rows, columns, "jump")
    counts: dict[str, int] = {}

    def count(here: str) -> int:
        if distances[here] == 0:
            return 1
        if here not in counts:
            children = [after(here, move) for move in near[here.index(".")]]
            counts[here] = sum(
                count(child) for child in children if distances[child] == distances[here] - 1
            )
        return counts[here]

    return count(position)


def set_cost(booths: frozenset[int], region: frozenset[int], columns: int) -> int:
    """Return the cost of booths to a region, 2n - M, trying all assignments of direct jumps."""
    sources, targets = sorted(booths - region), sorted(region - booths)

    def matched(sources: list[int], targets: list[int]) -> int:
        if not sources:
            return 0
        first, *rest = sources
        best = matched(rest, targets)
        for target in targets:
            same_row = first // columns == target // columns
            if same_row != (first % columns == target % columns):
                best = max(best, 1 + matched(rest, [t for t in targets if t != target]))
        return best

    return 2 * len(sources) - matched(sources, targets)


def words(seed: int, game: int) -> Iterator[int]:
    """Yield the random words of one game: SplitMix64."""

    def scramble(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
        return word ^ word >> 31

    step = 0x9E3779B97F4A7C15
    state = scramble((scramble((seed + step) & WORD) + game) & WORD)
    while True:
        state = (state + step) & WORD
        yield scramble(state)


def play(
    position: str,
    rows: int,
    columns: int,
    *,
    width: int,
    look_ahead: int,
    plays: int,
    error: int,
    patience: int,
    seed: int,
    game: int,
) -> int:
    """Return the moves of one game of the simulated player; ``error`` in 1/256 move."""
    near = reach(rows, columns, "jump")
    random_words = words(seed, game)
    here, came_from, made = position, -1, 0
    while not is_solved(here, rows, columns) and made <= patience:
        # A line of thought: its final position, the previous empty spot, and its moves.
        lines: list[tuple[str, int, tuple[int, ...]]] = [(here, came_from, ())]
        for _ in range(look_ahead):
            judged: list[tuple[int, str, int, tuple[int, ...]]] = []
            for end, previous, moves in lines:
                empty = end.index(".")
                for move in near[empty]:
                    if move == previous:
                        continue
                    child = after(end, move)
                    need = heuristic(child, rows, columns, "jump")
                    judgment = -(2**40)
                    if need:
                        word = next(random_words)
                        total = sum(word >> shift & 0xFFFF for shift in (0, 16, 32, 48))
                        judgment = need * 256 + (total - 2 * 0xFFFF) * error // 37837
                    if len(judged) == width and judgment >= judged[-1][0]:
                        continue
                    if any(other == child for _, other, _, _ in judged):
                        continue
                    place = len(judged)
                    while place and judged[place - 1][0] > judgment:
                        place -= 1
                    judged.insert(place, (judgment, child, empty, (*moves, move)))
                    # A full beam drops its worst line before an insertion.
                    if len(judged) > width:
                        judged.pop()
            lines = [(child, empty, moves) for _, child, empty, moves in judged]
            if is_solved(lines[0][0], rows, columns):
                break
        best = lines[0][2]
        solves = is_solved(lines[0][0], rows, columns)
        for move in best if solves else best[:plays]:
            came_from, here = here.index("."), after(here, move)
            made += 1
    return min(made, patience + 1)
