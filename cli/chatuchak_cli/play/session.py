"""A solo game: moves, undone moves, and its saved form."""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Final, Literal, Self

from msgspec import Meta, field
from msgspec.structs import replace

from chatuchak_solver.codec import Count, Form, Notation, convert, error_context
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule

MAX_MOVES: Final = 100_000


Moves = Annotated[tuple[Count, ...], Meta(max_length=MAX_MOVES)]


class PuzzleSession(Form, frozen=True, kw_only=True, omit_defaults=False, dict=True):
    """An immutable game; methods return the next game.

    Attributes
    ----------
    undone
        The undone moves, latest last.
    """

    format: Literal["chatuchak-solo-game"] = "chatuchak-solo-game"
    version: Literal[1] = 1
    start: Notation[Grid] = field(name="grid")
    rule: MoveRule
    moves: Moves
    undone: Moves = ()

    @classmethod
    def begin(cls, start: Grid, *, rule: MoveRule | str = MoveRule.JUMP) -> Self:
        """Return a new game."""
        return cls(start=start, rule=MoveRule(rule), moves=())

    @cached_property
    def grid(self) -> Grid:
        """The current grid."""
        return _moved(self.start, self.moves, self.rule)

    def play(self, spot: int) -> Self:
        """Return the game after a move, which drops undone moves unless it repeats the last."""
        self.grid.move(spot, self.rule)
        undone = self.undone[:-1] if self.undone[-1:] == (spot,) else ()
        return replace(self, moves=(*self.moves, spot), undone=undone)

    def undo(self) -> Self:
        """Return the game before the last move; unchanged at the start."""
        if not self.moves:
            return self
        return replace(self, moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Self:
        """Return the game with the last undone move, if any."""
        return self.play(self.undone[-1]) if self.undone else self

    def restart(self) -> Self:
        """Return the game with all moves undone."""
        if not self.moves:
            return self
        return replace(self, moves=(), undone=(*self.undone, *reversed(self.moves)))

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Load a saved game by replaying its moves."""
        session = convert(document, cls, source=source)
        with error_context(source):
            with error_context("moves"):
                grid = session.grid
            with error_context("undone"):
                _moved(grid, reversed(session.undone), session.rule)
        return session


def _moved(grid: Grid, moves: Iterable[int], rule: MoveRule) -> Grid:
    for spot in moves:
        grid = grid.move(spot, rule)
    return grid
