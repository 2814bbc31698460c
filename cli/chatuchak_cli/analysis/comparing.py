"""Comparisons of grids, as `compare` makes and shows them."""

from collections.abc import Iterator
from dataclasses import fields

from chatuchak_solver.analysis.comparison import Comparison, Difference
from chatuchak_solver.analysis.difficulty import MEANINGS
from chatuchak_solver.analysis.features import Features
from chatuchak_solver.rendering.tables import Table, text_table

UNKNOWN = "-"
LEAST_POINTS = 0.05
"""A reason below that is not worth a line."""


def comparison_text(comparison: Comparison) -> Iterator[Table | str]:
    """Yield what a terminal shows: the grids, their features side by side, the differences."""
    for tile, solution in zip(comparison.tiles, comparison.solutions, strict=True):
        yield f"{tile.tile}: {tile.grid}"
        if solution.moves is not None:
            yield f"   {solution.length} moves: {','.join(map(str, solution.moves))}"
    yield _features_table(comparison)
    for difference in comparison.differences():
        yield _sentence(difference)
        for name, points in sorted(difference.reasons.items(), key=lambda item: -abs(item[1])):
            if abs(points) >= LEAST_POINTS:
                yield f"  {points:+6.1f} points  {MEANINGS[name]}"


def _features_table(comparison: Comparison) -> Table:
    table = text_table("<", *(str(tile.tile) for tile in comparison.tiles), ruled=True)
    table.add_row(
        "difficulty",
        *(
            UNKNOWN if noise is None else f"{tile.difficulty:.1f} ± {noise:.1f}"
            for tile, noise in zip(comparison.tiles, comparison.noise, strict=True)
        ),
    )
    for field in fields(Features):
        measured = [getattr(tile.measured, field.name, None) for tile in comparison.tiles]
        table.add_row(field.name.replace("_", " "), *map(_shown, measured))
    return table


def _shown(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.3g}" if isinstance(value, float) else f"{value:,}"


def _sentence(difference: Difference) -> str:
    easier, harder = difference.easier.tile, difference.harder.tile
    much = f"{difference.points:.1f} ± {difference.noise:.1f} points"
    if difference.beyond_noise:
        return f"{harder} is harder than {easier} by {much}."
    return f"{harder} and {easier} differ by {much}: no more than chance in the player's games."
