"""The types of answers that commands put together; the schemas are made from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from pathlib import Path

    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.puzzle.start_rules import Violation
    from chatuchak_solver.run import StopReason
    from chatuchak_solver.search.solution import Status


class CheckAnswer(TypedDict):
    """Whether a start grid keeps the rules."""

    valid: bool
    """Whether the grid keeps all rules of start grids."""
    violations: tuple[Violation, ...]
    """The rules that are broken, each with its spots."""


class GeneratedGrid(TypedDict):
    """A start grid."""

    grid: str
    fallback: bool
    """Whether the procedure had to leave rule C aside."""


class ExportAnswer(TypedDict, total=False):
    """The files written."""

    grid: Grid
    rule: str
    domain: str
    """The file of the PDDL domain."""
    problem: str
    """The file of the PDDL problem."""
    proof_steps: int
    """Steps that a plan takes beside the moves, which show that all is grouped."""
    positions: int
    """How many positions there are."""
    edges: int
    """How many moves to and fro there are."""
    solved: int
    """How many positions are solved."""
    farthest: int
    """Moves from the grid to the farthest position."""


class Listed(TypedDict, total=False):
    """What --list adds, and what there is where a limit was reached."""

    solutions: list[list[int]]
    """The solutions that were asked for, as moves."""
    status: Status
    """``optimal`` if all solutions are counted, else ``unknown``."""
    stopped_by: StopReason | None
    """Why counting ended before that; null if it did not."""
    limit_reached: str
    """What would have had to be counted."""


class Earned(TypedDict):
    """What a solution earns in the solo game."""

    rank: str | None
    """The solo rank that the number of moves earns."""


class RenderAnswer(TypedDict, total=False):
    """The picture written, or the files of several."""

    files: list[Path]
    """The files that were written."""
    file: Path
    """The file that was written."""
    format: str
    """svg, png, gif or html."""
    bytes: int
    """How many bytes were written."""


class PictureAnswer(TypedDict):
    """A market as text and as a picture."""

    text: str
    """The position as a person reads it."""
    svg: str
    """The picture, as SVG."""
