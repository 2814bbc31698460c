"""A game at the keyboard, kept for a playtest as one more line of a file."""

import json
import time
from datetime import datetime
from pathlib import Path

from chatuchak_cli.play.player import Player
from chatuchak_solver.analysis.playtest.games import PlayedGame, game_from_node, parse_games
from chatuchak_solver.document import Node
from chatuchak_solver.files import write_file
from chatuchak_solver.foreign import read_file


class PlaytestRecord:
    """Adds the game that is played now to a file of games; its clock starts at once.

    Parameters
    ----------
    file
        The file, which may be there already.
    player
        Who plays.

    Raises
    ------
    InputError
        If the file holds anything but games, or the name cannot be printed.
    """

    def __init__(self, file: Path, player: str) -> None:
        self._file = file
        self._player = Node(player, "player").label()
        self._before = ""
        if file.exists() and file.stat().st_size:
            parse_games(read_file(file), source=str(file))
            self._before = file.read_text(encoding="utf-8")
        self._begun = time.monotonic()
        self._date = datetime.now().astimezone().isoformat(timespec="seconds")

    def add(self, player: Player) -> None:
        """Write the game as it stands, with all that were in the file."""
        session = player.session
        game = PlayedGame(
            player=self._player,
            grid=session.start,
            moves=len(session.moves),
            path=session.moves,
            seconds=round(time.monotonic() - self._begun, 1),
            hints=player.hints,
            undos=player.undos,
            solved=session.grid.is_solved,
            date=self._date,
        )
        game_from_node(Node(game.to_dict()))  # what is written can be read
        line = json.dumps(game.to_dict(), ensure_ascii=False)
        before = self._before if self._before[-1:] in ("", "\n") else f"{self._before}\n"
        write_file(self._file, f"{before}{line}\n")
