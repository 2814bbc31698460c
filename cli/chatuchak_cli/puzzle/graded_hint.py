"""Hints of a level in words."""

from __future__ import annotations

import click

from chatuchak_cli.puzzle.solution_report import proof_words
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_solver.analysis.graded_hint import GradedHint, hint_of
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.steps import step_words
from chatuchak_solver.rendering.text import grid_text
from chatuchak_solver.search.solution import Solution

__all__ = ["hint_words", "print_hint"]


def print_hint(solution: Solution, level: int, *, as_json: bool) -> None:
    """Print the hint of a level for a grid that has been solved."""
    advice = hint_of(solution, level)
    if as_json:
        emit_json(advice.to_dict())
        return
    click.echo(f"Remaining: {proof_words(solution)}.")
    if solution.moves:
        click.echo(hint_words(advice, solution.grid))
    if advice.goal is not None and solution.moves:
        console().print(grid_text(advice.goal))


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
