"""SQLite storage for collected games of people.

One row per game: the sender's secret key and the game as JSON.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.errors import InputError, InvalidInstanceError

MAGIC = b"SQLite format 3\x00"
APPLICATION = 0x43504C54  # "CPLT"
SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    game TEXT NOT NULL,
    UNIQUE (key, game)
)
"""
MAX_GAMES = 100_000
MAX_GAME_LENGTH = 64_000
"""Maximum characters of a game's JSON."""
MAX_KEY_LENGTH = 64
WAIT_S = 5.0


def is_collected(path: Path) -> bool:
    """Return whether a regular file is an SQLite file."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def read_collected(path: Path) -> tuple[PlayedGame, ...]:
    """Read the games of an SQLite file."""
    games = []
    query = "SELECT number, length(game), substr(game, 1, ?) FROM games ORDER BY number LIMIT ?"
    with PlaytestStore(path, create=False).opened() as connection:
        for number, length, game in connection.execute(query, (MAX_GAME_LENGTH, MAX_GAMES)):
            where = f"{path}, game {number}"
            if not isinstance(game, str) or length > MAX_GAME_LENGTH:
                raise InvalidInstanceError(
                    f"{where}: expected a text of up to {MAX_GAME_LENGTH} characters"
                )
            games.append(PlayedGame.parse(game, source=where))
    if not games:
        raise InvalidInstanceError(f"{path}: no games yet")
    return tuple(games)


class PlaytestStore:
    """A file of collected games, created if missing unless ``create`` is false."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        is_new = not path.exists() or (path.is_file() and path.stat().st_size == 0)
        if str(path) == ":memory:" or not (create if is_new else is_collected(path)):
            raise InputError(f"{path}: not a file of collected games: expected one, or a new name")
        if create:
            with self._connection() as connection, connection:
                connection.execute("BEGIN IMMEDIATE")  # another program may create it as well
                if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                    connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    connection.execute(SCHEMA)
        with self.opened():
            pass

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file and check its schema."""
        with self._connection() as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            schema = connection.execute(
                "SELECT type, name, substr(sql, 1, 1000) FROM sqlite_master "
                "WHERE name NOT LIKE 'sqlite_autoindex%' LIMIT 3"
            ).fetchall()
            if application != APPLICATION or schema != [("table", "games", SCHEMA.strip())]:
                raise InputError(f"{self.path}: not a file of collected games")
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT_S)) as connection:
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA secure_delete = ON")
                yield connection
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: {error}") from None

    def add(self, key: str, game: PlayedGame) -> None:
        """Store a game; duplicates of a sender are ignored.

        ``key`` is the sender's secret, needed to `withdraw` the game.
        """
        self._check_key(key)
        line = json.dumps(game.to_dict(), ensure_ascii=False)
        if len(line) > MAX_GAME_LENGTH:
            length = f"invalid length of a game {len(line):,}"
            raise InputError(f"{length}: expected at most {MAX_GAME_LENGTH:,} characters")
        with self.opened() as connection, connection:
            (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
            if count >= MAX_GAMES:
                raise InputError(f"{self.path} is full: it has {MAX_GAMES:,} games")
            connection.execute("INSERT OR IGNORE INTO games (key, game) VALUES (?, ?)", (key, line))

    def withdraw(self, key: str) -> int:
        """Delete a sender's games and vacuum the file; return their number."""
        self._check_key(key)
        with self.opened() as connection:
            with connection:
                count = connection.execute("DELETE FROM games WHERE key = ?", (key,)).rowcount
            connection.execute("VACUUM")
        return count

    @staticmethod
    def _check_key(key: str) -> None:
        if not 8 <= len(key) <= MAX_KEY_LENGTH or not key.isascii() or not key.isalnum():
            raise InputError(f"invalid key: expected 8 to {MAX_KEY_LENGTH} letters and digits")

    def __len__(self) -> int:
        with self.opened() as connection:
            (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
            return int(count)
