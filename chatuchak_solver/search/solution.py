"""Result of a search: moves, proof status and effort."""

from dataclasses import dataclass
from typing import ClassVar, Self

from chatuchak_solver import arguments
from chatuchak_solver.codec import Answer, Count, JsonObject, Notation
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import StopReason
from chatuchak_solver.io.pictures import svg_of
from chatuchak_solver.puzzle import Grid, MoveRule


class Status(arguments.Choice):
    """Proof status of a solution."""

    OPTIMAL = "optimal"
    """No shorter solution exists."""
    FEASIBLE = "feasible"
    """The moves solve the grid; the search was stopped before a proof."""
    UNKNOWN = "unknown"
    """The search was stopped before any solution."""


class SolutionAnswer(Answer, frozen=True):
    """The JSON form of a `Solution`."""

    grid: Notation[Grid]
    rule: MoveRule
    algorithm: str
    status: Status
    length: Count | None
    lower_bound: Count
    moves: tuple[Count, ...] | None
    expanded: Count
    seconds: float
    stopped_by: StopReason | None
    digits: ClassVar[dict[str, int]] = {"seconds": 6}


def proof_status(length: int | None, lower_bound: int) -> Status:
    """Return the status for a solution's length, or None, and a proven lower bound."""
    if length is None:
        return Status.UNKNOWN
    return Status.OPTIMAL if length <= lower_bound else Status.FEASIBLE


@dataclass(frozen=True, slots=True)
class Solution:
    """Result of one search.

    Attributes
    ----------
    grid
        The grid.
    rule
        The move rule.
    algorithm
        The algorithm's name, for example ``goal``.
    status
        The proof status.
    moves
        The spots whose booths move to the empty spot, in order; None without a solution.
    lower_bound
        The proven lower bound on the length of any solution, in moves.
    expanded
        Node expansions: states with generated moves.
    seconds
        Wall time.
    stopped_by
        The reason for an early end, or None.
    expanded_per_bound
        The expansions within each f-bound, ascending; only for IDA*.

    Raises
    ------
    InputError
        If a value has the wrong type, or the status contradicts moves and bound.
    """

    grid: Grid
    rule: MoveRule
    algorithm: str
    status: Status
    moves: tuple[int, ...] | None
    lower_bound: int
    expanded: int
    seconds: float
    stopped_by: StopReason | None = None
    expanded_per_bound: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        arguments.check_type(self.grid, Grid, name="grid", hint="Grid.parse(text)")
        object.__setattr__(self, "rule", MoveRule(self.rule))
        arguments.check_type(self.algorithm, str, name="algorithm")
        arguments.check_type(self.status, Status, name="status", hint="Status.OPTIMAL")
        if self.moves is not None:
            arguments.check_type(self.moves, tuple, name="moves")
        arguments.check_int(self.lower_bound, 0, name="lower bound")
        arguments.check_int(self.expanded, 0, name="number of expansions")
        arguments.check_number(self.seconds, 0, name="seconds")
        arguments.check_type(self.expanded_per_bound, tuple, name="expanded_per_bound")
        if self.stopped_by is not None:
            arguments.check_type(self.stopped_by, StopReason, name="stopped_by")
        status = proof_status(self.length, self.lower_bound)
        if self.status is not status or (self.gap or 0) < 0:
            raise InputError(
                f"{self.length} moves with a lower bound of {self.lower_bound} cannot be "
                f"{self.status}; expected {status} and a bound that holds"
            )

    @property
    def length(self) -> int | None:
        """The number of moves, or None without a solution."""
        return None if self.moves is None else len(self.moves)

    @property
    def gap(self) -> int | None:
        """The optimality gap in moves: 0 if proven, None without a solution."""
        return None if self.moves is None else len(self.moves) - self.lower_bound

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return SolutionAnswer.of(self).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the solution of a JSON form."""
        answer = SolutionAnswer.from_dict(document)
        names = (name for name in answer.__struct_fields__ if name != "length")
        return cls(**{name: getattr(answer, name) for name in names})

    def _repr_svg_(self) -> str:
        return svg_of(self)
