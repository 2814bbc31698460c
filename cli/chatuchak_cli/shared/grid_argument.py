"""GRID arguments: notation, a file, a photo, ``-``, ``tile:N``, ``daily``, a link."""

import io
import itertools
import re
import stat
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from json import detect_encoding
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import parse_qs

import click
from click.shell_completion import CompletionItem

from chatuchak_cli.shared.box_option import add_box_option, box_of, tiles_shorthand
from chatuchak_cli.shared.file_roles import use_input
from chatuchak_cli.shared.files import first_bytes, standard_input
from chatuchak_cli.shared.options import Command
from chatuchak_solver.box import Box, Part
from chatuchak_solver.errors import InputError, NotationError
from chatuchak_solver.io.untrusted import MAX_BYTES, quote
from chatuchak_solver.photo.image_file import resembles_photo
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame, SavedGrid, iter_saved_grids

MAX_LINE: Final = 4096
"""Maximum characters of a line."""
TILE_PREFIX: Final = "tile:"
DAILY: Final = "daily"
_PUNCTUATION: Final = re.compile(r"\W+$")
LINK: Final = re.compile(r"(https?|file)://|[^/]*#(grid|daily)=")


@dataclass(frozen=True, slots=True)
class GridSource:
    """Grids of a GRID argument, read lazily from a file or standard input.

    Attributes
    ----------
    path
        None for standard input and for a single grid.
    grid, moves
        The grid of a notation, tile, day or link, and the moves of a link, or None.
    parts
        The parts of the box that the grid depends on.
    """

    label: str
    path: Path | None = None
    grid: Grid | None = None
    moves: tuple[int, ...] | None = None
    parts: tuple[Part, ...] = ()
    box: Box = field(default_factory=Box.default)

    def __iter__(self) -> Iterator[Grid]:
        """Yield the grids; InputError at the first invalid grid, or without any."""
        return (game.grid for game in self.solutions())

    def solutions(self) -> Iterator[SavedGame]:
        """Yield each grid with saved moves and rule."""
        if self.grid is not None:
            yield SavedGame(self.grid, self.moves)
            return
        if self.path is not None and resembles_photo(self.path):
            from chatuchak_cli.shared.photos import grids_of_photos

            yield from (SavedGame(grid) for grid in grids_of_photos([self.path], self.box))
            return
        found = False
        for saved in self._saved():
            found = True
            yield saved.read()
        if not found:
            raise InputError(f"{self.label} contains no grid: expected one per line")

    def only(self) -> Grid:
        """Return the only grid; InputError if there are several."""
        if self.grid is not None:
            return self.grid
        grid, *more = itertools.islice(self, 2)
        if more:
            way = "" if self.path is None else f", such as tile:2 with --tiles {self.label}"
            raise InputError(f"{self.label} contains several grids: expected one{way}")
        return grid

    def peek(self) -> tuple[bool, Iterator[SavedGame]]:
        """Return whether there are several grids, and `solutions`.

        Reads at most two grids; the iterator raises an error of the second.
        """
        games = self.solutions()
        first = [next(games)]
        try:
            first += itertools.islice(games, 1)
        except (InputError, OSError) as error:
            return True, itertools.chain(first, _raising(error))
        return len(first) > 1, itertools.chain(first, games)

    def count(self) -> int | None:
        """Return the number of grids in a regular file, or None."""
        if self.path is None or not stat.S_ISREG(self.path.stat().st_mode):
            return None
        try:
            return sum(1 for _ in self._saved())
        except InputError:
            return None

    def _saved(self) -> Iterator[SavedGrid]:
        opened = nullcontext(standard_input("grids")) if self.path is None else self.path.open("rb")
        with opened as stream:
            yield from iter_saved_grids(self._lines(stream), source=self.label)

    def _lines(self, stream: BinaryIO) -> Iterator[str]:
        encoding = detect_encoding(first_bytes(stream))
        errors = "surrogateescape" if "8" in encoding else "replace"
        text = io.TextIOWrapper(stream, encoding, errors)
        try:
            for number in itertools.count(1):
                line = text.readline(MAX_LINE + 1)
                if not line:
                    return
                limit = MAX_LINE
                if len(line) > limit and line.lstrip()[:1] in ("{", "["):
                    limit = MAX_BYTES  # documents are longer than grids
                    line += text.readline(limit + 1 - len(line))
                if len(line) > limit:
                    raise NotationError(
                        f"{self.label}, line {number} is longer than {limit} characters: "
                        "expected grid notation"
                    )
                if not line.isascii():
                    self._check_text(line, number)
                yield line
        finally:
            with suppress(ValueError):  # the stream is closed
                text.detach()

    def _check_text(self, line: str, number: int) -> None:
        """Raise NotationError for a line that was not UTF-8."""
        try:
            line.encode(errors="surrogateescape").decode()
        except UnicodeDecodeError as error:
            raise NotationError(
                f"{self.label}, line {number}: byte {error.start + 1} is not text (UTF-8)"
            ) from None


class GridParameter(click.ParamType[GridSource]):
    """The type of a GRID argument."""

    name = "grid"

    def convert(
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,
    ) -> GridSource:
        """Return the grid or grids of an argument."""
        source = find_grids(value, box_of(ctx))
        if ctx is not None and (source.path is not None or value == "-"):
            with ctx.scope(cleanup=False):
                use_input(value, "GRID")
        return source

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Suggest tiles, the puzzle of the day, and files."""
        try:
            tiles = box_of(ctx).tiles
        except (InputError, OSError):
            return [CompletionItem(incomplete, type="file")]
        names = [f"{TILE_PREFIX}{number}" for number in range(1, len(tiles) + 1)]
        names.append(DAILY)
        matching = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return matching or [CompletionItem(incomplete, type="file")]


def grid_argument(command: Command, *, required: bool = True) -> Command:
    """Give a command its ``grid`` argument, ``--tiles`` and ``--box``."""
    metavar = "GRID" if required else "[GRID]"
    argument = click.argument("grid", type=GridParameter(), metavar=metavar, required=required)
    return tiles_shorthand(add_box_option(argument(command)))


optional_grid_argument: Final = partial(grid_argument, required=False)


def _raising(error: Exception) -> Iterator[SavedGame]:
    yield from ()
    raise error


def find_grids(text: str, box: Box) -> GridSource:
    """Return the grids of a GRID argument; files take precedence over notation."""
    if text == "-":
        return GridSource("standard input")
    if text.startswith(TILE_PREFIX):
        number = text.removeprefix(TILE_PREFIX)
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            raise InputError(f"invalid tile {quote(text)}: expected tile:1, tile:2 and so on")
        tile = box.tiles.tile(int(number))
        return GridSource(text, grid=tile, parts=("tiles",))
    if text == DAILY or text.startswith(f"{DAILY}:"):
        return _of_day(text, box)
    if LINK.match(text):
        return _of_link(text, box)
    path = Path(text)
    try:
        exists = text.strip() != "" and path.exists()
    except (OSError, ValueError):  # invalid as a file name
        exists = False
    if exists:
        if path.is_dir():
            raise InputError(
                f"invalid file {quote(text, 200)}: expected a file of grids, not a folder"
            )
        parts: tuple[Part, ...] = ("counts",) if resembles_photo(path) else ()
        return GridSource(text, path=path, parts=parts, box=box)
    try:
        return GridSource("the grid", grid=Grid.parse(text))
    except NotationError:
        if _resembles_notation(text):
            raise
    raise InputError(
        f"invalid grid {quote(text)}: expected notation such as .RY/YRG/RGG, an existing file, "
        "- for standard input, tile:N, or daily"
    )


def _of_link(text: str, box: Box) -> GridSource:
    """Return the game of a link: ``#grid=...&moves=15,3,7`` or ``#daily=DAY``."""
    fields = parse_qs(text.partition("#")[2], keep_blank_values=True)
    if DAILY in fields:
        return _of_day(f"{DAILY}:{_PUNCTUATION.sub('', fields[DAILY][0])}", box)
    if "grid" not in fields:
        raise InputError(f"invalid link {quote(text)}: expected #grid=...")
    grid = Grid.parse(_repaired(fields["grid"][0]))
    listed = _PUNCTUATION.sub("", fields["moves"][0]) if "moves" in fields else None
    moves = None if listed is None else parse_moves(listed, board=grid.board)
    return GridSource("the link", grid=grid, moves=moves)


def _repaired(notation: str) -> str:
    """Restore a grid: mail programs drop an empty spot at a link's end, or add a full stop."""
    bare = _PUNCTUATION.sub("", notation)
    rows = ["".join(row.split()) for row in bare.split("/")]
    is_cut = EMPTY_LETTER not in bare and len(rows[-1]) == len(rows[0]) - 1
    return bare + EMPTY_LETTER if is_cut else bare


def _of_day(text: str, box: Box) -> GridSource:
    from chatuchak_generators.start_grids import daily_grid

    named = text.removeprefix(DAILY).removeprefix(":")
    try:
        day = date.fromisoformat(named) if text != DAILY else date.today()
    except ValueError:
        raise InputError(f"invalid day {quote(text)}: expected daily or daily:YYYY-MM-DD") from None
    return GridSource(
        f"{DAILY}:{day.isoformat()}",
        grid=daily_grid(day, counts=box.counts).grid,
        parts=("counts",),
    )


def _resembles_notation(text: str) -> bool:
    """Return whether ``text`` is rather a mistyped grid than a missing file."""
    suffix = Path(text).suffix.removeprefix(EMPTY_LETTER).upper()
    if suffix.isalnum() and not set(suffix) <= set(COLOR_LETTERS):  # for example .txt, not .RYG
        return False
    letters = "".join(text.replace("/", "").split()).upper()
    fitting = sum(letter in COLOR_LETTERS + EMPTY_LETTER for letter in letters)
    return 3 * fitting > 2 * len(letters) or not letters
