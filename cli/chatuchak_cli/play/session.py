"""A solo game in play: moves made and taken back, and its form on file."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from chatuchak_solver.document import Node
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.grid_document import read_grid
from chatuchak_solver.puzzle.move_rules import MoveRule

MOST_MOVES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Session(Jsonable):
    """A game, as a value: every method returns the next one.

    Attributes
    ----------
    start
        The start grid.
    rule
        The move rule.
    moves
        The moves made.
    undone
        The moves taken back, the latest last.
    grid
        The grid as it stands.
    """

    written = "format version grid=start rule moves undone"
    format: ClassVar[str] = "chatuchak-solo-game"
    version: ClassVar[int] = 1

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
        """Return the game after a move; one other than the undone move forgets all of those.

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
        """Return the game before its last move, or the same game at its start."""
        if not self.moves:
            return self
        before = self.moves[-2] if len(self.moves) > 1 else self.start.empty
        # The booth that jumped last lies on the spot that was empty before.
        grid = self.grid.move(before, self.rule)
        undone = (*self.undone, self.moves[-1])
        return type(self)(self.start, self.rule, self.moves[:-1], undone, grid)

    def redo(self) -> Self:
        """Return the game with the move that was taken back last, or the same game."""
        return self.play(self.undone[-1]) if self.undone else self

    def restart(self) -> Self:
        """Return the game with every move taken back."""
        game = self
        while game.moves:
            game = game.undo()
        return game

    def to_json(self) -> str:
        """Return the game as it is saved."""
        return json.dumps(self.to_dict(), indent=1) + "\n"

    @classmethod
    def from_node(cls, node: Node) -> Self:
        """Read a saved game; every move is made again.

        Raises
        ------
        InvalidInstanceError
            If the document is no saved game or a move in it is illegal; names the place.
        """
        fields = node.fields(("format", "version", "grid", "rule", "moves"), ("undone",))
        fields["format"].choice([cls.format])
        fields["version"].choice([cls.version])
        start = read_grid(fields["grid"])
        session = cls.begin(start, rule=fields["rule"].choice([str(rule) for rule in MoveRule]))
        session = session._with_moves(fields["moves"].items(most=MOST_MOVES))
        if "undone" not in fields:
            return session
        made = len(session.moves)
        session = session._with_moves(reversed(fields["undone"].items(most=MOST_MOVES)))
        for _ in range(len(session.moves) - made):
            session = session.undo()
        return session

    def _with_moves(self, moves: Iterable[Node]) -> Self:
        session = self
        for one in moves:
            session = one.blamed(session.play, one.integer(least=0))
        return session
