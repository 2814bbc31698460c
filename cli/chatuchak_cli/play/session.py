"""A solo game: moves, undone moves, and its saved form."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self

from msgspec import Meta

from chatuchak_solver.codec import Count, Form, JsonObject, Notation, convert, encode, error_context
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule

MAX_MOVES: Final = 100_000


Moves = Annotated[tuple[Count, ...], Meta(max_length=MAX_MOVES)]


class SessionForm(Form, frozen=True, kw_only=True, omit_defaults=False):
    """A saved game; see `Session`."""

    format: Literal["chatuchak-solo-game"] = "chatuchak-solo-game"
    version: Literal[1] = 1
    grid: Notation[Grid]
    rule: MoveRule
    moves: Moves
    undone: Moves = ()


@dataclass(frozen=True, slots=True)
class Session:
    """An immutable game; methods return the next game.

    Attributes
    ----------
    start
        The start grid.
    rule
        The move rule.
    moves
        The moves.
    undone
        The undone moves, the latest last.
    grid
        The present grid.
    """

    start: Grid
    rule: MoveRule
    moves: tuple[int, ...]
    undone: tuple[int, ...]
    grid: Grid

    @classmethod
    def begin(cls, start: Grid, *, rule: MoveRule | str = MoveRule.JUMP) -> Self:
        """Return a new game."""
        return cls(start, MoveRule(rule), (), (), start)

    def play(self, spot: int) -> Self:
        """Return the game after a move. Any move except the last undone one drops the undone moves.

        Raises
        ------
        IllegalMoveError
            If the move is illegal.
        """
        grid = self.grid.move(spot, self.rule)
        again = bool(self.undone) and self.undone[-1] == spot
        undone = self.undone[:-1] if again else ()
        return type(self)(self.start, self.rule, (*self.moves, spot), undone, grid)

    def undo(self) -> Self:
        """Return the game before the last move, or the same game at the start."""
        if not self.moves:
            return self
        before = self.moves[-2] if len(self.moves) > 1 else self.start.empty
        # The last booth is on the previously empty spot.
        grid = self.grid.move(before, self.rule)
        undone = (*self.undone, self.moves[-1])
        return type(self)(self.start, self.rule, self.moves[:-1], undone, grid)

    def redo(self) -> Self:
        """Return the game with the last undone move, or the same game."""
        return self.play(self.undone[-1]) if self.undone else self

    def restart(self) -> Self:
        """Return the game with all moves undone."""
        game = self
        while game.moves:
            game = game.undo()
        return game

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return SessionForm(
            grid=self.start, rule=self.rule, moves=self.moves, undone=self.undone
        ).to_dict()

    def to_json(self) -> str:
        """Return the game as it is saved."""
        return encode(self.to_dict(), indent=1) + "\n"

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Read a saved game by replaying its moves.

        Raises
        ------
        InvalidInstanceError
            If the document is invalid, or a move is illegal; names the place.
        """
        form = convert(document, SessionForm, source=source)
        session = cls.begin(form.grid, rule=form.rule)
        with error_context(source):
            session = session._with_moves(form.moves, "moves")
            session = session._with_moves(reversed(form.undone), "undone")
        for _ in form.undone:
            session = session.undo()
        return session

    def _with_moves(self, moves: Iterable[int], name: str) -> Self:
        session = self
        with error_context(name):
            for spot in moves:
                session = session.play(spot)
        return session
