"""Hints of a level in words."""

from __future__ import annotations

from chatuchak_solver.analysis.graded_hint import GradedHint
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.steps import step_words


def hint_words(advice: GradedHint, grid: Grid) -> str:
    """Say what a hint tells beside the number of moves that remain."""
    if advice.move is not None:
        return step_words(grid, advice.move)
    if advice.color is not None:
        return f"A {advice.color.label} booth moves next, on the way to this goal:"
    if advice.goal is not None:
        return f"Colors can end like this; {advice.in_place} booths are in place already:"
    needs = ", ".join(f"{color.label} {need}" for color, need in advice.needs.items())
    return f"If it were alone, each color would need at least: {needs}."
