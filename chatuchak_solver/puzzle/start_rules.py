"""Rules A, B and C for start grids.

Source: rulebook, Variants, New start grids.
"""

from chatuchak_solver.arguments import check_type
from chatuchak_solver.codec import Answer
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid, iter_spots
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS, Color
from chatuchak_solver.puzzle.kernels import start_rules as kernels


class Violation(Answer, frozen=True):
    """A breach of a start rule.

    Attributes
    ----------
    rule
        ``empty`` (the empty spot is the upper left corner), ``A`` (its two neighbors differ in
        color), ``B`` (no two neighbors share a color) or ``C`` (no spot has three neighbors of one
        color).
    spots
        Spots of the offending booths, ascending, or the empty spot.
    message
        One line.
    """

    rule: kernels.StartRule
    spots: tuple[int, ...]
    message: str


def count_warning(
    grid: Grid, counts: tuple[int, ...] = STANDARD_COUNTS, *, assumed: bool = True
) -> str | None:
    """Return a warning if a grid on the game's board has other booth counts.

    ``counts`` are the game's, in any order; ``assumed`` is whether they are assumed.
    """
    found = {color: grid.counts[color] for color in grid.colors}
    has_game_colors = grid.colors == tuple(Color)[: len(counts)]
    has_game_counts = has_game_colors and sorted(found.values()) == sorted(counts)
    if has_game_counts or grid.board != STANDARD_BOARD:
        return None
    counted = ", ".join(f"{count} {color.label}" for color, count in found.items())
    expected = ", ".join(map(str, counts))
    number = "five" if len(counts) == len(STANDARD_COUNTS) else str(len(counts))
    mark = " (assumed)" if assumed else ""
    return f"the booths are {counted}; the game has {expected} of its {number} colors{mark}"


def start_violations(grid: Grid) -> tuple[Violation, ...]:
    """Return all breaches of the start rules, by rule and then by spot."""
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    board = grid.board
    rules, places, spots = ([0] * (3 * board.spots) for _ in range(3))
    found = kernels.find_breaches(
        grid.color_masks, grid.empty, board.neighbor_masks, board.columns, rules, places, spots
    )
    breaches = zip(rules[:found], places[:found], map(iter_spots, spots[:found]), strict=True)
    return tuple(
        Violation(kernels.START_RULES[rule], booths, _message(grid, rule, place, booths))
        for rule, place, booths in breaches
    )


def _message(grid: Grid, rule: int, place: int, booths: tuple[int, ...]) -> str:
    if rule == kernels.EMPTY_CORNER:
        return f"the empty spot is {place} ({grid.board.place(place)}), not the corner 0"
    color = Color.parse(grid.letters[booths[0]]).label
    if rule == kernels.RULE_C:
        return f"{len(booths)} {color} booths surround spot {place}"
    if rule == kernels.RULE_A:
        return f"spots {booths[0]} and {booths[1]} are both {color}"
    return f"{color} booths touch on spots {booths[0]} and {booths[1]}"
