"""Games that people have played, read from JSON lines, CSV or a collected SQLite file.

A game is one JSON object on a line, ``{"player","grid","moves","seconds","hints","undos",
"solved","date"}``; ``moves`` is the list of spots or their number alone. Only ``player``, ``grid``
and ``moves`` are needed. ``docs/playtest.md`` is the format's page.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chatuchak_solver.arguments import checked_type, read_whole
from chatuchak_solver.document import Node, parse_json
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.foreign import decoded, escaped
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.grid_document import read_grid
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.search.verify import replay

REQUIRED: Final = ("player", "grid", "moves")
OPTIONAL: Final = ("seconds", "hints", "undos", "solved", "date")
FIELDS: Final = (*REQUIRED, *OPTIONAL)
"""The fields of a game, in the order in which they are written."""

MOST_GAMES: Final = 100_000
MOST_MOVES: Final = 10_000
YES: Final = ("yes", "true", "1", "y", "x")
NO: Final = ("no", "false", "0", "n", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame(Jsonable):
    """One game of one person on one start grid.

    Attributes
    ----------
    player
        A name or a number, as text.
    grid
        The start grid.
    moves
        How many moves were made, in the end: those taken back don't count.
    path
        The moves themselves, where they were recorded.
    seconds
        How long it took; None where nobody measured.
    hints, undos
        How many hints were asked for and how many moves were taken back.
    solved
        Whether the grid was solved; otherwise ``moves`` is where the player stopped.
    date
        When it was played, ISO 8601; empty where it was not written down.
    """

    written = "player grid moves=made seconds hints undos solved date=day"

    player: str
    grid: Grid
    moves: int
    path: tuple[int, ...] | None = None
    seconds: float | None = None
    hints: int = 0
    undos: int = 0
    solved: bool = True
    date: str = ""

    @property
    def made(self) -> int | tuple[int, ...]:
        """The moves themselves where they are known, else how many."""
        return self.moves if self.path is None else self.path

    @property
    def day(self) -> str | None:
        """The date, or None."""
        return self.date or None


def game_from_node(node: Node) -> PlayedGame:
    """Read one game; a list of moves is replayed.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong; the message names it.
    """
    fields = node.given(REQUIRED, OPTIONAL)
    grid = read_grid(fields["grid"])
    moves, path = _moves(fields["moves"])
    solved = fields["solved"].boolean() if "solved" in fields else None
    if path is not None:
        is_solved = fields["moves"].blamed(replay, grid, path)
        if solved is not None and solved != is_solved:
            ends = "solve it" if is_solved else "do not solve it"
            raise fields["solved"].error(f"expected {json.dumps(is_solved)}: the moves {ends}")
        solved = is_solved
    seconds = fields["seconds"].number() if "seconds" in fields else None
    if seconds is not None and not 0 <= seconds < 1e9:
        raise fields["seconds"].error(f"expected seconds, 0 or more, found {seconds:g}")
    return PlayedGame(
        player=_player(fields["player"]),
        grid=grid,
        moves=moves,
        path=path,
        seconds=seconds,
        hints=_count(fields, "hints"),
        undos=_count(fields, "undos"),
        solved=solved is not False,
        date=_date(fields["date"]) if "date" in fields else "",
    )


def _player(node: Node) -> str:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.label()


def _moves(node: Node) -> tuple[int, tuple[int, ...] | None]:
    if isinstance(node.value, list):
        path = tuple(one.integer(least=0) for one in node.items(most=MOST_MOVES))
        return len(path), path
    return node.integer(least=0, most=MOST_MOVES), None


def _count(fields: Mapping[str, Node], name: str) -> int:
    return fields[name].integer(least=0, most=MOST_MOVES) if name in fields else 0


def _date(node: Node) -> str:
    text = node.text()
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise node.error(
            f"expected a date such as 2026-05-01 or 2026-05-01T20:15, found {escaped(text)!r}"
        ) from None
    return text


def parse_games(
    data: bytes, *, source: str, tiles: StartTiles | None = None
) -> tuple[PlayedGame, ...]:
    """Read a file of games: JSON lines, or CSV with a heading.

    Parameters
    ----------
    source
        The file's name in messages.
    tiles
        The set that a table means where it has a column ``tile`` with numbers instead of
        ``grid``.

    Raises
    ------
    InvalidInstanceError
        If a line cannot be read; the message names the line and the field. Nothing is guessed.
    """
    checked_type(data, bytes, what="the games", hint='open(path, "rb").read()')
    checked_type(source, str, what="the source", hint="a file's name")
    if tiles is not None:
        checked_type(tiles, StartTiles, what="the tiles", hint="load_start_tiles(path)")
    text = decoded(data, source=source)
    read = _json_lines if text.lstrip()[:1] in ("{", "") else _table
    games = tuple(read(text, source, tiles))
    if not games:
        raise InvalidInstanceError(f"{source} holds no game; expected one game a line")
    if len(games) > MOST_GAMES:
        raise InvalidInstanceError(f"{source} holds more than {MOST_GAMES:,} games")
    return games


def _json_lines(text: str, source: str, _: StartTiles | None) -> Iterator[PlayedGame]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield game_from_node(parse_json(line, source=f"{source}, line {number}"))


def _table(text: str, source: str, tiles: StartTiles | None) -> Iterator[PlayedGame]:
    """Yield the games of a table with a heading, such as one that was typed from paper."""
    rows = csv.reader(io.StringIO(text), delimiter=_delimiter(text))
    try:
        heading = [name.strip().lower() for name in next(rows)]
        _check_heading(heading, Node(None, source=f"{source}, line 1"))
        for row in rows:
            if any(cell.strip() for cell in row):
                where = Node(None, source=f"{source}, line {rows.line_num}")
                yield _row(heading, row, where, tiles)
    except csv.Error as error:
        raise InvalidInstanceError(f"{source}, line {rows.line_num}: {error}") from None


def _check_heading(heading: list[str], where: Node) -> None:
    for name in heading:
        if name not in (*FIELDS, "tile"):
            known = ", ".join(("tile", *FIELDS))
            raise where.error(f"unknown column {escaped(name)!r}; the columns are {known}")
    if len(set(heading)) < len(heading):
        raise where.error("a column comes twice")
    if ("grid" in heading) == ("tile" in heading):
        raise where.error("expected either a column grid or a column tile")


def _delimiter(text: str) -> str:
    """Return what parts the columns: spreadsheets in half of Europe write semicolons."""
    heading = text.split("\n", 1)[0]
    return max(",;\t", key=heading.count)


def _row(heading: list[str], row: list[str], where: Node, tiles: StartTiles | None) -> PlayedGame:
    if len(row) != len(heading):
        raise where.error(f"expected {len(heading)} cells, found {len(row)}")
    cells = {name: cell.strip() for name, cell in zip(heading, row, strict=True)}
    document: dict[str, object] = {}
    for name, cell in cells.items():
        if name == "tile":
            document["grid"] = str(_tile(where.child("tile", cell), cell, tiles))
        elif name in REQUIRED or cell:
            document[name] = _cell(where.child(name, cell), name, cell)
    return game_from_node(Node(document, source=where.source))


def _tile(node: Node, cell: str, tiles: StartTiles | None) -> Grid:
    if tiles is None:
        raise node.error("a number of a tile needs the set that it counts in: --tiles FILE")
    if (number := read_whole(cell)) is None:
        raise node.error(f"expected the number of a tile, found {escaped(cell)!r}")
    return node.blamed(tiles.tile, number)


def _cell(node: Node, name: str, cell: str) -> object:
    """Return what a cell says, as JSON has it."""
    if name in ("player", "grid", "date"):
        return cell
    if name == "solved":
        if cell.lower() in YES or cell.lower() in NO:
            return cell.lower() in YES
        raise node.error(f"expected yes or no, found {escaped(cell)!r}")
    if name == "moves" and " " in cell:
        return [_whole(node, one) for one in cell.split()]
    if name == "seconds":
        return _seconds(node, cell)
    return _whole(node, cell)


def _seconds(node: Node, cell: str) -> float:
    """Return seconds, from a number of them or from minutes:seconds."""
    minutes, colon, seconds = cell.rpartition(":")
    try:
        return (float(minutes) * 60 if colon else 0.0) + float(seconds.replace(",", "."))
    except ValueError:
        raise node.error(f"expected seconds, or minutes:seconds, found {escaped(cell)!r}") from None


def _whole(node: Node, cell: str) -> int:
    if (number := read_whole(cell)) is None:
        raise node.error(f"expected a whole number, found {escaped(cell)!r}")
    return number
