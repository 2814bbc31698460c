"""Games of people, from JSON lines, CSV or an SQLite file.

Each line is a JSON object, ``{"player","grid","moves","seconds","hints","undos","solved","date"}``;
``moves`` is the list of spots or their number. Only the first three fields are required.
``docs/playtest.md`` specifies the format.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, partial
from itertools import product
from json import detect_encoding
from typing import Annotated, Self

from msgspec import Meta

from chatuchak_solver import arguments, codec
from chatuchak_solver.errors import InputError, InvalidInstanceError, at
from chatuchak_solver.io.untrusted import decode_text, escape
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.search.verify import replay

REQUIRED = ("player", "grid", "moves")

MAX_GAMES = 100_000
MAX_MOVES = 10_000
MAX_SECONDS = 1_000_000_000
MAX_ERRORS = 20
"""Maximum bad lines in a message."""
MAX_MESSAGE = 900
SOLVED = dict.fromkeys(("yes", "true", "1", "y", "x"), True) | dict.fromkeys(
    ("no", "false", "0", "n"), False
)
DATES = ("%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y")
TIMES = {"": "", " %H:%M": "minutes", " %H:%M:%S": "seconds"}
"""Formats of a time, if any, and their precision in ISO 8601."""


Moves = Annotated[int, Meta(ge=0, le=MAX_MOVES)]


class PlayedGameForm(codec.Form, frozen=True, kw_only=True, omit_defaults=False):
    """A line of a file of games; see `PlayedGame`."""

    player: codec.Label | int
    grid: codec.Notation[Grid]
    moves: Moves | Annotated[tuple[Moves, ...], Meta(max_length=MAX_MOVES)]
    seconds: Annotated[float, Meta(ge=0, le=MAX_SECONDS)] | None = None
    hints: Moves | None = None
    undos: Moves | None = None
    solved: bool | None = None
    date: str | None = None


FIELDS = PlayedGameForm.__struct_fields__
COLUMNS = ("tile", *FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game of a person on a start grid.

    Attributes
    ----------
    player
        Name or number, as text.
    moves
        Without undone ones.
    path
        Spots of the moves; None if only their number is known.
    seconds
        Duration; None if unknown.
    hints, undos
        Numbers of hints and undone moves.
    solved
        Otherwise the player gave up after ``moves``.
    date
        Date and time, ISO 8601; empty if unknown.
    origin
        File and line; not compared.
    """

    player: str
    grid: Grid
    moves: int
    path: tuple[int, ...] | None = None
    seconds: float | None = None
    hints: int = 0
    undos: int = 0
    solved: bool = True
    date: str = ""
    origin: str = field(default="", compare=False, repr=False)

    @classmethod
    def from_dict(cls, document: object, *, source: str = "") -> Self:
        """Read one game; a list of moves is replayed."""
        if isinstance(document, dict):  # spreadsheets write whole numbers as 22.0
            whole = {
                name: int(value)
                for name in ("moves", "hints", "undos")
                if isinstance(value := document.get(name), float) and value.is_integer()
            }
            document = {**document, **whole}
        form = codec.convert(document, PlayedGameForm, source=source)
        with codec.error_context(source):
            player = unicodedata.normalize("NFC", str(form.player))
            codec.convert(player, codec.Label, source="player")
            path: tuple[int, ...] | None = None
            moves, solved = form.moves, form.solved is not False
            if isinstance(moves, tuple):
                path, moves = moves, len(moves)
                with codec.error_context("moves"):
                    solved = replay(form.grid, path)
                if form.solved is (not solved):
                    raise InputError(
                        f"invalid solved {json.dumps(form.solved)}: expected {json.dumps(solved)} "
                        f"for moves that {'solve' if solved else 'do not solve'} the grid"
                    )
            return cls(
                player=player, grid=form.grid, moves=moves, path=path, seconds=form.seconds,
                hints=form.hints or 0, undos=form.undos or 0, solved=solved,
                date="" if form.date is None else _iso_date(form.date), origin=source,
            )  # fmt: skip

    @classmethod
    def parse(cls, line: str, *, source: str) -> Self:
        """Read one game of JSON text; see `from_dict`."""
        return cls.from_dict(codec.parse_json(line, source=source), source=source)

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON form."""
        moves = self.moves if self.path is None else self.path
        return PlayedGameForm(
            player=self.player, grid=self.grid, moves=moves, seconds=self.seconds,
            hints=self.hints, undos=self.undos, solved=self.solved, date=self.date or None,
        ).to_dict()  # fmt: skip


@lru_cache
def _iso_date(given: str) -> str:
    """Return a date in ISO 8601; ``1.5.2026`` is the first of May, ``1/5/2026`` is ambiguous."""
    text = given.strip()
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return text
    words = re.sub("[ T,]+", " ", text)
    found = set()
    for date, (time, precision), zone in product(DATES, TIMES.items(), ("", "%z")):
        with suppress(ValueError):
            moment = datetime.strptime(words, date + time + zone if time else date)
            found.add(moment.isoformat(timespec=precision) if time else moment.date().isoformat())
    if len(found) == 1:
        return found.pop()
    message = (
        f"invalid date {escape(text)!r}: expected a date such as 2026-05-01 or 2026-05-01T20:15"
    )
    raise InputError(f"{message}; this one is ambiguous" if found else message)


def parse_games(
    data: arguments.FileName | bytes,
    *,
    source: str = "",
    tiles: StartTiles | None = None,
    on_note: Callable[[str], object] | None = None,
) -> tuple[PlayedGame, ...]:
    """Read a file of games: JSON lines, or CSV with a heading.

    Text is UTF-8 or UTF-16; a table may also be Windows-1252.

    Parameters
    ----------
    source
        Name of the content in messages; the file's by default.
    tiles
        Set that numbers in a column ``tile`` refer to.
    on_note
        Called with each assumption as a sentence: ignored columns, the encoding.
    """
    data, name = codec.read_source(data)
    source = arguments.check_type(source, str, name="source") or name or "the data"
    if tiles is not None:
        arguments.check_type(tiles, StartTiles, name="tiles", hint="load_start_tiles(path)")
    arguments.check_callable(on_note, name="on_note")
    note = on_note or (lambda _: None)
    text = _text(data, source, note)
    games, errors = [], []
    readers = _json_lines(text) if _is_json(text) else _table(text, source, tiles, note)
    for number, read in readers:
        try:
            games.append(read(source=f"{source}, line {number}"))
        except InputError as error:
            errors.append(str(error))
    if errors:
        raise InvalidInstanceError(list_errors(errors, source, "line"))
    if not games:
        raise InvalidInstanceError(f"{source}: no games: expected one per line")
    if len(games) > MAX_GAMES:
        raise InvalidInstanceError(f"{source}: too many games: expected at most {MAX_GAMES:,}")
    return tuple(games)


def list_errors(errors: Sequence[str], source: str, noun: str) -> str:
    """Return one message for bad lines or games: the first ones and the total."""
    if len(errors) == 1:
        return errors[0]
    shown = [error.removeprefix(f"{source}, ") for error in errors[:MAX_ERRORS]]
    while len(shown) > 1 and len("; ".join(shown)) > MAX_MESSAGE:
        shown.pop()
    if len(shown) < len(errors):
        shown.append(f"and {len(errors) - len(shown):,} more")
    return at(source, f"{len(errors):,} bad {noun}s: {'; '.join(shown)}")


def _text(data: bytes, source: str, note: Callable[[str], object]) -> str:
    """Return the text of a file of a spreadsheet."""
    try:
        return decode_text(data, source=source)
    except InvalidInstanceError:
        text = data.decode("cp1252", errors="replace")
        # A table in another encoding has letters and separators; a binary file has controls.
        if not all(letter.isprintable() or letter in "\t\r\n\xa0" for letter in text) or (
            "\ufffd" in text or not re.search("[,;\t]", text)
        ):
            raise
        note(f"{source}: not UTF-8; read as Windows-1252")
        return text


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "")


NumberedReader = tuple[int, Callable[..., PlayedGame]]
"""The number of a line, and a function that reads it with a ``source``; it raises `InputError`."""


def _json_lines(text: str) -> Iterator[NumberedReader]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, partial(PlayedGame.parse, line)


def _table(
    text: str, source: str, tiles: StartTiles | None, note: Callable[[str], object]
) -> Iterator[NumberedReader]:
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=_delimiter(text))
    try:
        heading = [name.strip().lower() for name in next(rows)]
        with codec.error_context(f"{source}, line 1"):
            _check_heading(heading)
        if unknown := [name for name in heading if name and name not in COLUMNS]:
            known = ", ".join(COLUMNS)
            note(f"{source}: ignored columns {escape(', '.join(unknown))}; known are {known}")
        for row in rows:
            if any(cell.strip() for cell in row):
                yield rows.line_num, partial(_row, heading, row, tiles)
    except csv.Error as error:
        raise InvalidInstanceError(f"{source}, line {rows.line_num}: {error}") from None


def _check_heading(heading: list[str]) -> None:
    columns = [name for name in heading if name in COLUMNS]
    if len(set(columns)) < len(columns):
        raise InputError("duplicate column")
    if ("grid" in columns) == ("tile" in columns):
        raise InputError("expected either a column grid or a column tile")
    for name in ("player", "moves"):
        if name not in columns:
            unknown = [repr(escape(other)) for other in heading if other not in columns]
            found = f"unknown column {', '.join(unknown)}; " if unknown else ""
            raise InputError(f"{found}expected a column {name}")


def game_line(
    game: PlayedGame, data: bytes, *, source: str, tiles: StartTiles | None = None
) -> bytes:
    """Return the bytes that append a game to a file, in its format and encoding.

    ``data`` is the file's content; an empty file becomes JSON lines. See `parse_games`.
    """
    text = decode_text(data, source=source)
    encoding = detect_encoding(data)
    raw = data.decode(encoding)
    end = "\r\n" if "\r\n" in raw else "\r" if "\r" in raw and "\n" not in raw else "\n"
    if _is_json(text):
        line = json.dumps(game.to_dict(), ensure_ascii=False)
        PlayedGame.parse(line, source=source)
    else:
        line = _table_line(game, text, source, tiles)
    start = "" if text[-1:] in ("", "\n") else end
    if encoding == "utf-16":  # with a mark
        encoding = "utf-16-le" if data[:1] == b"\xff" else "utf-16-be"
    return f"{start}{line}{end}".encode(encoding.removesuffix("-sig"))


def _table_line(game: PlayedGame, text: str, source: str, tiles: StartTiles | None) -> str:
    first = text.lstrip("\n").split("\n", 1)[0]
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=_delimiter(text), lineterminator="")
    heading = [name.strip().lower() for name in next(csv.reader([first], writer.dialect))]
    cells = {name: "" if value is None else str(value) for name, value in game.to_dict().items()}
    spots = game.path or ()  # a single spot would be read as a number of moves
    cells["moves"] = " ".join(map(str, spots)) if len(spots) > 1 else str(game.moves)
    cells["solved"] = "yes" if game.solved else "no"
    if "tile" in heading and tiles is not None and game.grid in tiles.grids:
        cells["tile"] = str(tiles.grids.index(game.grid) + 1)
    writer.writerow([cells.get(name, "") for name in heading])
    line = stream.getvalue()
    (found,) = parse_games(f"{first}\n{line}".encode(), source=source, tiles=tiles)
    for name in ("player", "grid", "moves", "solved"):
        if getattr(found, name) != getattr(game, name):
            raise InvalidInstanceError(f"{source}: the columns cannot hold the game's {name!r}")
    return line


def _delimiter(text: str) -> str:
    heading = text.lstrip().splitlines()[0]
    return max(",;\t", key=heading.count)


def _row(
    heading: list[str], row: list[str], tiles: StartTiles | None, *, source: str
) -> PlayedGame:
    while len(row) > len(heading) and not row[-1].strip():
        row = row[:-1]
    document: dict[str, object] = {}
    with codec.error_context(source):
        if len(row) != len(heading):
            raise InputError(f"expected {len(heading)} cells, found {len(row)}")
        for name, cell in zip(heading, map(str.strip, row), strict=True):
            if name == "tile":
                document["grid"] = str(_tile(cell, tiles))
            elif name in REQUIRED or (name in FIELDS and cell):
                document[name] = _cell(name, cell)
    return PlayedGame.from_dict(document, source=source)


def _tile(cell: str, tiles: StartTiles | None) -> Grid:
    if tiles is None:
        raise InputError("tile: a number requires a set of tiles: --tiles FILE")
    number = _whole("tile", cell)
    with codec.error_context("tile"):
        return tiles.tile(number)


def _cell(name: str, cell: str) -> object:
    if name == "solved":
        if cell.lower() not in SOLVED:
            raise InputError(f"invalid solved {escape(cell)!r}: expected yes or no")
        return SOLVED[cell.lower()]
    if name == "moves" and " " in cell:
        return [_whole(name, spot) for spot in cell.split()]
    if name == "seconds":
        return _seconds(cell)
    return cell if name in ("player", "grid", "date") else _whole(name, cell)


def _seconds(cell: str) -> float:
    """Return seconds, from ``95``, ``95,5``, ``1:35`` or ``0:01:35``."""
    number = r"([0-9]+([.,][0-9]*)?|[.,][0-9]+)(e[+-]?[0-9]+)?"
    if re.fullmatch(f"([0-9]+:){{0,2}}{number}", cell, re.IGNORECASE) is None:
        raise InputError(f"invalid seconds {escape(cell)!r}: expected seconds or minutes:seconds")
    seconds = 0.0
    for part in cell.replace(",", ".").split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


def _whole(name: str, cell: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}([.,]0+)?", cell) is None:
        raise InputError(f"invalid {name} {escape(cell)!r}: expected a whole number")
    return int(float(cell.replace(",", ".")))
