"""The types of answers that commands put together; the schemas are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from chatuchak_solver.jsonable import Jsonable

if TYPE_CHECKING:
    from pathlib import Path

    from chatuchak_solver.execution.limits import StopReason
    from chatuchak_solver.games.mercado.incomes import Income
    from chatuchak_solver.games.river_market import RiverMarketState
    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.puzzle.start_rules import Violation
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


@dataclass(frozen=True, slots=True)
class StepAnswer(Jsonable):
    """A step at the table.

    Attributes
    ----------
    action
        The action's text; null for where the session begins.
    lines
        What it means at the table, a sentence a line.
    turn
        The turn's number, from 1.
    phase
        What is awaited.
    pawn
        Where the Rival's pawn stands.
    river
        The river, clockwise: booths by name, end spots in brackets.
    row
        The house row, the first house first.
    collection
        The Rival's cards, face up.
    suggested
        A good choice, where there is one to make; else null.
    title
        Your title once the game is over; null before.
    """

    written = (
        "action lines turn=state.turn phase=state.phase pawn=state.pawn river=state.river "
        "row=state.row collection=state.collection suggested title=state.title"
    )

    action: str | None
    lines: tuple[str, ...]
    suggested: str | None
    state: RiverMarketState


class IncomesAnswer(TypedDict):
    """What every legal action brings now."""

    player: int | None
    """Who acts, from 0; null where the game is over."""
    actions: tuple[Income, ...]
    """The legal actions, the best first."""


class PictureAnswer(TypedDict):
    """A market as text and as a picture."""

    text: str
    """The position as a person reads it."""
    svg: str
    """The picture, as SVG."""
