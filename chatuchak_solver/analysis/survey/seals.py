"""Integrity checks of survey files.

A checksum of each chunk's rows detects damaged pages and edited rows.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from typing import Final

from chatuchak_solver.analysis.survey.chunk import Chunk
from chatuchak_solver.codec import JsonObject

ROW_TABLES: Final = ("grids", "features")


def seal_of_text(text: str) -> str:
    """Return the SHA-256 digest of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def seal_of_chunk(connection: sqlite3.Connection, chunk: Chunk, program_version: str) -> str:
    """Return the digest of a chunk's rows in the file."""
    digest = sha256(f"{chunk.first} {chunk.n} {program_version}\n".encode())
    for table in ROW_TABLES:
        for row in _rows(connection, table, chunk):
            digest.update(f"{table} {row!r}\n".encode())
    return digest.hexdigest()


def defect(connection: sqlite3.Connection, schema: str) -> str | None:
    """Describe the file's first defect, or return None.

    Reads all rows after checking the schema; a few seconds for a million grids. Raises
    ``sqlite3.Error`` if the file is not a readable database.
    """
    if (wrong := wrong_table(connection, schema)) is not None:
        return wrong
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return _wrong_chunk(connection) if state == "ok" else str(state)


def wrong_table(
    connection: sqlite3.Connection, schema: str, only: tuple[str, ...] | None = None
) -> str | None:
    """Describe the first table that differs from ``schema``, or return None.

    Reads only the schema, since a view could hide an endless query. Ignores indexes, and other
    tables than ``only``.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        expected = _tables(fresh)
    found = _tables(connection)
    for name, statement in expected.items():
        if only is not None and name not in only:
            continue
        if name not in found:
            return f"it has no table {name}"
        if found[name] != statement:
            return f"its table {name} is not a survey's"
    triggers = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone()
    return None if triggers is None else "it has a trigger, which no survey has"


def _tables(connection: sqlite3.Connection) -> JsonObject:
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 100"
    return dict(connection.execute(query).fetchall())


def _wrong_chunk(connection: sqlite3.Connection) -> str | None:
    """Describe the first modified chunk or unassigned row."""
    next_number = grids = 0
    chunks = connection.execute("SELECT first, n, program_version, seal FROM chunks ORDER BY first")
    for first, n, version, seal in chunks:
        if not isinstance(n, int) or n < 1 or not isinstance(version, str) or first < next_number:
            return f"the chunk that begins with grid {first} differs from its checksum"
        chunk = Chunk(first, n)
        name = f"the chunk of grids {first} to {chunk.end - 1}"
        stored = _count(connection, "grids WHERE number >= ? AND number < ?", first, chunk.end)
        if stored != n:
            return f"{name} holds {stored} of its {n} grids"
        if seal_of_chunk(connection, chunk, version) != seal:
            return f"{name} differs from its checksum"
        next_number, grids = chunk.end, grids + n
    features = _count(connection, "features WHERE number IN (SELECT number FROM grids)")
    for table, most in zip(ROW_TABLES, (grids, features), strict=True):
        total = _count(connection, table)
        if total != most:
            return f"its table {table} has rows that belong to no chunk: {total - most}"
    return None


def _count(connection: sqlite3.Connection, rows: str, *values: int) -> int:
    return int(connection.execute(f"SELECT COUNT(*) FROM {rows}", values).fetchone()[0])


def _rows(connection: sqlite3.Connection, table: str, chunk: Chunk) -> Iterator[tuple[object, ...]]:
    query = f"SELECT * FROM {table} WHERE number >= ? AND number < ? ORDER BY number"
    yield from connection.execute(query, (chunk.first, chunk.end))
