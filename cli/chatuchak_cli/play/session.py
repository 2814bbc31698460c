"""A solo game: moves, undone moves, its saved form, and its record for `playtest`."""

import time
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from msgspec import Meta, field
from msgspec.structs import replace

from chatuchak_solver import Grid, MoveRule, StartTiles
from chatuchak_solver.analysis.playtest.games import PlayedGame, game_line, parse_games
from chatuchak_solver.codec import Count, Form, Label, Notation, convert, error_context
from chatuchak_solver.io.files import append, locked_file, write_error
from chatuchak_solver.io.untrusted import read_file

MAX_MOVES = 100_000


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


class PlaytestRecord:
    """Appends each solved or abandoned game to a file (JSON lines or CSV), once.

    Parameters
    ----------
    tiles
        The set of a table with a column ``tile``.
    """

    def __init__(self, file: Path, player: str, tiles: StartTiles | None = None) -> None:
        self._file = file
        self._player = convert(player, Label, source="player")
        self._tiles = tiles
        self._start()
        if data := self._content():
            parse_games(data, source=str(file), tiles=tiles)

    def _start(self) -> None:
        self._is_added = False
        self._begun = time.monotonic()
        self._date = datetime.now().astimezone().isoformat(timespec="seconds")

    def begin(self, session: PuzzleSession) -> None:
        """Begin a game; InputError if the file cannot store its grid."""
        self._start()
        self._line(self._content(), session, 0, 0)

    def add(self, session: PuzzleSession, *, hints: int, undos: int) -> None:
        """Append the game, once; InputError if the file cannot store it."""
        if self._is_added:
            return
        try:
            with locked_file(self._file) as file:
                append(file, self._line(file.readall(), session, hints, undos))
        except OSError as error:
            raise write_error(self._file, error) from None
        self._is_added = True

    def _content(self) -> bytes:
        return read_file(self._file) if self._file.exists() else b""

    def _line(self, data: bytes, session: PuzzleSession, hints: int, undos: int) -> bytes:
        game = PlayedGame(
            player=self._player,
            grid=session.start,
            moves=len(session.moves),
            path=session.moves,
            seconds=round(time.monotonic() - self._begun, 1),
            hints=hints,
            undos=undos,
            solved=session.grid.is_solved,
            date=self._date,
        )
        return game_line(game, data, source=str(self._file), tiles=self._tiles)
