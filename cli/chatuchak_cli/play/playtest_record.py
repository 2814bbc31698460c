"""Records of games at the keyboard for `playtest`."""

import time
from datetime import datetime
from pathlib import Path

from chatuchak_cli.play.session import PuzzleSession
from chatuchak_solver.analysis.playtest.games import PlayedGame, game_line, parse_games
from chatuchak_solver.codec import Label, convert
from chatuchak_solver.io.files import append, locked_file, write_error
from chatuchak_solver.io.untrusted import read_file
from chatuchak_solver.puzzle.start_tiles import StartTiles


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
        self._is_added = False
        self._start_clock()
        if data := self._content():
            parse_games(data, source=str(file), tiles=tiles)

    def begin(self, session: PuzzleSession) -> None:
        """Begin a game; InputError if the file cannot store its grid."""
        self._is_added = False
        self._start_clock()
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

    def _start_clock(self) -> None:
        self._begun = time.monotonic()
        self._date = datetime.now().astimezone().isoformat(timespec="seconds")

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
