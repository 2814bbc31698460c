"""The types of answers that commands put together; the schemas are made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from chatuchak_solver.jsonable import Jsonable

if TYPE_CHECKING:
    from pathlib import Path

    from chatuchak_solver.games.mercado.incomes import Income
    from chatuchak_solver.games.river_market import RiverMarketState
    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.puzzle.start_rules import Violation
    from chatuchak_solver.run import StopReason
    from chatuchak_solver.search.solution import Status
    from chatuchak_solver.stand.groups import StandTally
    from chatuchak_solver.stand.next_card import RankedPlacement
    from chatuchak_solver.stand.post_mortem import PostMortem
    from chatuchak_solver.stand.score_file import PlayerStand
    from chatuchak_solver.stand.stand_review import StandReview


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
class PlacedFrom(Jsonable):
    """A placement.

    Attributes
    ----------
    source
        Where the card comes from: ``hand`` or ``market``.
    """

    written = "from=source *ranked"

    source: str
    ranked: RankedPlacement


class PlaceAnswer(TypedDict):
    """Placements, the best first."""

    stopped_by: StopReason | None
    """Why the look ahead or the futures ended early; null if they did not."""
    legal: int
    """How many placements are legal."""
    placements: list[PlacedFrom]
    """Cards as they may be laid, the best first."""


class ShownGood(NamedTuple):
    """What a good would bring."""

    sizes: tuple[int, ...]
    """The spaces of its groups, the biggest first."""
    points: int
    """What it would bring."""


@dataclass(frozen=True, slots=True)
class ShownStand(Jsonable):
    """A stand.

    Attributes
    ----------
    visible
        The stand as seen, row by row.
    placements
        Its cards in the order laid; null where it is given as seen.
    """

    written = (
        "name=one.name visible=one.picture.text_rows placements=one.stand notation goods "
        "mice=tally.mice"
    )

    one: PlayerStand
    tally: StandTally

    @property
    def notation(self) -> str | None:
        """The same in a line, or None."""
        return None if self.one.stand is None else str(self.one.stand)

    @property
    def goods(self) -> dict[str, ShownGood]:
        """What each good would bring."""
        return {good: ShownGood(one.sizes, one.points) for good, one in self.tally.goods.items()}


class StandsAnswer(TypedDict):
    """Stands as seen."""

    stands: list[ShownStand]
    """One entry a stand."""


class PostMortems(TypedDict):
    """What every player's cards could have scored."""

    players: list[PostMortem]
    """One entry a player."""


class StandReviews(TypedDict):
    """What every player's placements lost."""

    players: list[StandReview]
    """One entry a player."""


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
