"""SQLite storage of surveys: description, chunks and rows.

Each chunk is one transaction. Opening a file verifies all of it: a checksum of each chunk's rows
detects damaged pages and edited rows.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

from chatuchak_solver.analysis.difficulty import Features
from chatuchak_solver.codec import JsonObject, decode, error_context
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.files import writable_status, write_error

FORMAT = "chatuchak-survey-2"
"""Incremented when incompatible."""

FEATURES = Features.__struct_fields__
MAX_VALUE_BYTES = 1_000_000
"""Real values have some hundred bytes."""
MAX_NAME_BYTES = 255 - len("-writer-journal")
"""SQLite and `SurveyStore.writing` create files with these suffixes."""
SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (
    first INTEGER PRIMARY KEY, n INTEGER NOT NULL, program_version TEXT NOT NULL,
    seal TEXT NOT NULL
);
CREATE TABLE grids (
    number INTEGER PRIMARY KEY, grid TEXT NOT NULL, fallback INTEGER NOT NULL,
    length INTEGER NOT NULL, moves BLOB NOT NULL, expanded INTEGER NOT NULL
);
CREATE TABLE features (
    number INTEGER PRIMARY KEY, {", ".join(FEATURES)}, limit_reached TEXT
);
"""
TABLES = {
    statement.split()[2]: statement for statement in map(str.strip, SCHEMA.split(";")) if statement
}
"""Statements by table, as SQLite stores them."""
ROW_TABLES = ("grids", "features")
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Row(NamedTuple):
    """A solved grid of a survey.

    Attributes
    ----------
    number
        Number in its source.
    fallback
        Whether rule C may be violated.
    length
        Proven optimal length.
    moves
        An optimal solution, one byte per move.
    expanded
        Node expansions of the search.
    """

    number: int
    grid: str
    fallback: bool
    length: int
    moves: bytes
    expanded: int


class SolvedChunk(NamedTuple):
    """Consecutive grids of a survey, solved by a version of the program.

    Attributes
    ----------
    features
        Rows of the table of features, if surveyed.
    """

    numbers: range
    rows: Sequence[Row]
    features: Sequence[tuple[object, ...]]
    program_version: str


def seal_of(text: str) -> str:
    """Return the SHA-256 digest of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def seal_of_chunk(connection: sqlite3.Connection, first: int, n: int, program_version: str) -> str:
    """Return the digest of a chunk's rows in the file."""
    digest = sha256(f"{first} {n} {program_version}\n".encode())
    for table in ROW_TABLES:
        query = f"SELECT * FROM {table} WHERE number >= ?1 AND number < ?1 + ?2 ORDER BY number"
        for row in connection.execute(query, (first, n)):
            digest.update(f"{table} {row!r}\n".encode())
    return digest.hexdigest()


def check_file(connection: sqlite3.Connection, meta: Mapping[str, object]) -> None:
    """Raise InputError for the first defect of a file.

    Reads all rows after checking the schema; a few seconds for a million grids. Raises
    ``sqlite3.Error`` if the file is not a readable database.
    """
    source = meta["source"]
    if not isinstance(source, str) or meta.get("seal") != seal_of(source):
        raise InputError("its description differs from its checksum")
    check_tables(connection)
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise InputError(str(state))
    next_number = grids = 0
    chunks = connection.execute("SELECT first, n, program_version, seal FROM chunks ORDER BY first")
    for first, n, version, seal in chunks:
        # Overlapping chunks would be read repeatedly.
        is_next = isinstance(n, int) and n > 0 and first >= next_number
        is_valid = is_next and isinstance(version, str)
        if not is_valid or seal_of_chunk(connection, first, n, version) != seal:
            raise InputError(f"the chunk that begins with grid {first} differs from its checksum")
        next_number, grids = first + n, grids + n
    unsealed = (
        f"SELECT COUNT(*) - {grids} FROM grids",
        "SELECT COUNT(*) FROM features WHERE number NOT IN (SELECT number FROM grids)",
    )
    for table, query in zip(ROW_TABLES, unsealed, strict=True):
        if rows := connection.execute(query).fetchone()[0]:
            raise InputError(f"its table {table} has rows that belong to no chunk: {rows}")


def check_tables(connection: sqlite3.Connection, names: Iterable[str] = TABLES) -> None:
    """Raise InputError if a table differs from `SCHEMA`.

    Reads only the schema, since a view could hide an endless query. Ignores indexes and other
    tables.
    """
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 100"
    found = dict(connection.execute(query).fetchall())
    for name in names:
        if found.get(name) != TABLES[name]:
            differs = f"its table {name} is not a survey's"
            raise InputError(differs if name in found else f"it has no table {name}")
    if connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone():
        raise InputError("it has a trigger, which no survey has")


class SurveyStore(AbstractContextManager["SurveyStore"]):
    """An open survey file, as a context manager; ``description`` is of its grid source."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        with _sqlite_errors(path):
            with error_context(f"{path}: not a survey file"):
                check_tables(connection, ["meta"])
            query = "SELECT key, value FROM meta WHERE key IN ('format', 'source', 'seal')"
            meta = {"format": None, "source": None, **dict(connection.execute(query).fetchall())}
            if meta["format"] != json.dumps(FORMAT):
                found = str(meta["format"]).strip('"')
                raise InvalidInstanceError(f"{path}: invalid format '{found}': expected '{FORMAT}'")
            with error_context(f"{path} is damaged"):
                check_file(connection, meta)
            self.description: JsonObject = decode(meta["source"], dict, source=str(path))

    @classmethod
    def create(cls, path: Path, description: JsonObject) -> Self:
        """Create a file."""
        if path.exists() and path.stat().st_size:
            raise InputError(f"{path} exists: --resume continues it")
        if len(os.fsencode(path.name)) > MAX_NAME_BYTES:
            raise InputError(f"{path}: name too long: expected at most {MAX_NAME_BYTES} bytes")
        with _sqlite_errors(path), closing(_connection(path)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            if tables:
                raise InputError(f"{path}: started by another program: --resume continues it")
            for statement in TABLES.values():
                connection.execute(statement)
            source = json.dumps(description)
            meta = {"format": json.dumps(FORMAT), "source": source, "seal": seal_of(source)}
            connection.executemany("INSERT INTO meta VALUES (?, ?)", list(meta.items()))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a survey file."""
        path.stat()  # sqlite3 would create the file
        with _sqlite_errors(path):
            connection = _connection(path)
        try:
            return cls(path, connection)
        except BaseException:
            connection.close()
            raise

    @classmethod
    def resume(cls, path: Path, description: JsonObject) -> Self:
        """Open a file to resume its survey; InputError if it holds none or another one."""
        store = cls.open(path)
        for key in sorted(description.keys() | store.description.keys()):
            value, stored = description.get(key), store.description.get(key)
            if stored != value:
                store.close()
                name = key.replace("_", " ")
                raise InputError(
                    f"{path}: invalid {name} {json.dumps(value)}: expected {json.dumps(stored)} "
                    f"to resume this survey"
                )
        return store

    def __repr__(self) -> str:
        return f"SurveyStore({str(self.path)!r})"

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        """Return the number of grids."""
        return sum(map(len, self.chunks()))

    def chunks(self) -> list[range]:
        """Return the numbers of the stored chunks, ascending."""
        rows = self._all("SELECT first, n FROM chunks ORDER BY first")
        return [range(first, first + n) for first, n in rows]

    def program_versions(self) -> list[str]:
        """Return the program versions of the chunks."""
        query = "SELECT DISTINCT program_version FROM chunks ORDER BY 1"
        return [version for (version,) in self._all(query)]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock the file for writing until the end of the block.

        Locks a second file; other programs can read this one. The lock ends with the process.
        """
        try:
            writable_status(self.path)
        except PermissionError as error:
            raise write_error(self.path, error) from None
        path = self.path.with_name(f"{self.path.name}-writer")
        with _sqlite_errors(self.path), closing(sqlite3.connect(path, timeout=0)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            try:
                yield
            finally:
                path.unlink(missing_ok=True)

    def lacks(self, n: int) -> int:
        """Return the number of missing ones of ``n`` grids."""
        return sum(chunk.stop - chunk.start for chunk in self.missing(n, largest=n))

    def missing(self, n: int, *, largest: int) -> Iterator[range]:
        """Yield the chunks missing at the first call, of up to ``largest`` of ``n`` grids."""
        place = 0
        for done in (*self.chunks(), range(n, n)):
            while place < min(done.start, n):
                chunk = range(place, min(place + largest, done.start, n))
                yield chunk
                place = chunk.stop
            place = max(place, done.stop)

    def add(self, solved: SolvedChunk) -> None:
        """Store a chunk in one transaction."""
        values = (solved.numbers.start, len(solved.numbers), solved.program_version)
        with _sqlite_errors(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for table, rows in zip(ROW_TABLES, (solved.rows, solved.features), strict=True):
                if rows:
                    places = ", ".join("?" * len(rows[0]))
                    self._connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
            seal = seal_of_chunk(self._connection, *values)
            self._connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (*values, seal))

    def rows(self) -> Iterator[Row]:
        """Yield all rows by number, without features."""
        query = f"SELECT {', '.join(Row._fields)} FROM grids ORDER BY number"
        with _sqlite_errors(self.path):
            for number, grid, fallback, *values in self._connection.execute(query):
                yield Row(number, grid, bool(fallback), *values)

    def features(self) -> Iterator[tuple[int, Features | None]]:
        """Yield each grid's number and features, or None after a limit."""
        query = f"SELECT number, {', '.join(FEATURES)} FROM features ORDER BY number"
        with _sqlite_errors(self.path):
            for number, *values in self._connection.execute(query):
                yield number, None if values[0] is None else Features(*values)

    def by_length(self) -> list[tuple[Any, ...]]:
        """Return each length with its grids, fallbacks, expansions, first grid and its number."""
        # SQLite takes ``grid`` from the row of the minimum.
        return self._all(
            "SELECT length, COUNT(*), SUM(fallback), SUM(expanded), grid, MIN(number) FROM grids "
            "GROUP BY length ORDER BY length"
        )

    def _all(self, query: str) -> list[tuple[Any, ...]]:
        with _sqlite_errors(self.path):
            return self._connection.execute(query).fetchall()


def _connection(path: Path) -> sqlite3.Connection:
    """Open an untrusted file: no code in it runs, and the size of values is limited."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


@contextmanager
def _sqlite_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if code in LOCKED or isinstance(error, sqlite3.IntegrityError):
            raise InputError(f"{path}: another program is writing to this survey") from None
        # The others are of the disk or the system.
        kind = "" if isinstance(error, sqlite3.OperationalError) else "not a survey file: "
        raise InvalidInstanceError(f"{path}: {kind}{error}") from None
