"""Integrity checks of survey files.

A checksum of each chunk's rows detects damaged pages and edited rows.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from typing import Final

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError

ROW_TABLES: Final = ("grids", "features")


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


def check_file(connection: sqlite3.Connection, meta: Mapping[str, object], schema: str) -> None:
    """Raise InputError for the first defect of a file.

    Reads all rows after checking the schema; a few seconds for a million grids. Raises
    ``sqlite3.Error`` if the file is not a readable database.
    """
    source = meta["source"]
    if not isinstance(source, str) or meta.get("seal") != seal_of(source):
        raise InputError("its description differs from its checksum")
    check_tables(connection, schema)
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise InputError(str(state))
    grids = 0
    for *chunk, seal in connection.execute("SELECT first, n, program_version, seal FROM chunks"):
        if not isinstance(chunk[1], int) or seal_of_chunk(connection, *chunk) != seal:
            raise InputError(
                f"the chunk that begins with grid {chunk[0]} differs from its checksum"
            )
        grids += chunk[1]
    unsealed = (
        f"SELECT COUNT(*) - {grids} FROM grids",
        "SELECT COUNT(*) FROM features WHERE number NOT IN (SELECT number FROM grids)",
    )
    for table, query in zip(ROW_TABLES, unsealed, strict=True):
        if rows := connection.execute(query).fetchone()[0]:
            raise InputError(f"its table {table} has rows that belong to no chunk: {rows}")


def check_tables(connection: sqlite3.Connection, schema: str, only: str = "") -> None:
    """Raise InputError if a table, or only one, differs from ``schema``.

    Reads only the schema, since a view could hide an endless query. Ignores indexes and other
    tables.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema)
        expected = _tables(fresh)
    found = _tables(connection)
    for name, statement in expected.items():
        if only in ("", name) and found.get(name) != statement:
            differs = f"its table {name} is not a survey's"
            raise InputError(differs if name in found else f"it has no table {name}")
    if connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone():
        raise InputError("it has a trigger, which no survey has")


def _tables(connection: sqlite3.Connection) -> JsonObject:
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 100"
    return dict(connection.execute(query).fetchall())
