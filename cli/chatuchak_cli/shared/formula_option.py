"""``--formula``: difficulties by a formula that was fitted to games of people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from chatuchak_solver.analysis.difficulty import Formula
    from chatuchak_solver.document import JsonObject

__all__ = ["formula_document", "formula_of", "formula_option", "formula_words"]

Command = TypeVar("Command", bound=Callable[..., object])


def formula_option(command: Command) -> Command:
    """Give a command the option ``--formula``."""
    return click.option(
        "--formula",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="A difficulty formula that `playtest --fit` has written [formula 1].",
    )(command)


def formula_of(path: Path | None) -> Formula:
    """Return the formula of a file, or formula 1."""
    from chatuchak_solver.analysis.difficulty import FORMULA_1, load_formula

    return FORMULA_1 if path is None else load_formula(path)


def formula_document(formula: Formula) -> JsonObject:
    """Return what JSON answers add where a formula other than the first was asked for."""
    from chatuchak_solver.analysis.difficulty import FORMULA_1

    if formula == FORMULA_1:
        return {}
    return {"formula": {"name": formula.name, "games": formula.games}}


def formula_words(formula: Formula) -> str | None:
    """Return the sentence that names a formula other than the first."""
    from chatuchak_solver.analysis.difficulty import FORMULA_1

    if formula == FORMULA_1:
        return None
    return (
        f"Difficulties by the formula '{formula.name}', fitted to {formula.games:,} games of "
        "people; random start grids need not have 50 on average."
    )
