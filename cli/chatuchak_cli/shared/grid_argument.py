"""GRID arguments: notation, a file, a photo, ``-``, ``tile:N``, ``daily``, a link."""

import io
import itertools
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from datetime import date
from json import detect_encoding
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import parse_qs

import click
from click.shell_completion import CompletionItem

from chatuchak_cli.shared.files import first_bytes, standard_input, use_file
from chatuchak_cli.shared.options import Command, box_of, tiles_shorthand
from chatuchak_solver import Grid, InputError, NotationError
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.box import Box, Part, Reasons
from chatuchak_solver.io.untrusted import MAX_BYTES, quote
from chatuchak_solver.photo.image_file import resembles_photo
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, EMPTY_LETTER
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame, SavedGrid, iter_saved_grids

MAX_LINE = 4096
"""Maximum characters of a line."""
TILE_PREFIX = "tile:"
DAILY = "daily"
_PUNCTUATION = re.compile(r"\W+$")
LINK = re.compile(r"(https?|file)://|[^/]*#(grid|daily)=")


@dataclass(frozen=True, slots=True)
class GridSource:
    """Grids of a GRID argument, read lazily from a file or standard input.

    Attributes
    ----------
    path
        None for standard input and for a single grid.
    game
        The grid of a notation, tile, day or link, with the moves of a link, or None.
    assumed
        The assumed parts behind the grids read so far, with the reasons.
    """

    label: str
    path: Path | None = None
    game: SavedGame | None = None
    assumed: dict[Part, str] = field(default_factory=dict)
    box: Box = field(default_factory=Box.default)

    def __iter__(self) -> Iterator[Grid]:
        """Yield the grids; InputError at the first invalid grid, or without any."""
        return (game.grid for game in self.games())

    def games(self) -> Iterator[SavedGame]:
        """Yield each grid with saved moves and rule."""
        if self.game is not None:
            yield self.game
        elif self.path is not None and resembles_photo(self.path):
            from chatuchak_cli.shared.photos import grids_of_photos

            yield from map(SavedGame, grids_of_photos([self.path], self.box))
        else:
            is_empty = True
            for saved in self._saved():
                is_empty = False
                self.assumed.update(cast("Reasons", saved.assumed))
                yield saved.read()
            if is_empty:
                raise InputError(f"{self.label} contains no grid: expected one per line")

    def only(self) -> Grid:
        """Return the only grid; InputError if there are several."""
        grid, *more = itertools.islice(self, 2)
        if more:
            way = "" if self.path is None else f", such as tile:2 with --tiles {self.label}"
            raise InputError(f"{self.label} contains several grids: expected one{way}")
        return grid

    def peek(self, name: str = "", noun: str = "grids") -> tuple[bool, Iterator[SavedGame]]:
        """Return whether there are several grids, and `games`.

        Reads at most two grids; the iterator raises an error of the second. InputError if there are
        several and ``name``, an option, needs a single one.
        """
        games = self.games()
        first = [next(games)]
        try:
            first += itertools.islice(games, 1)
            several = len(first) > 1
        except (InputError, OSError) as error:
            several, games = True, _raising(error)
        if several and name:
            problem = f"{self.label} contains several {noun}"
            raise InputError(f"{problem}: expected a single one with {name}")
        return several, itertools.chain(first, games)

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
        # Strict decoding would fail before the output for earlier lines.
        errors = "surrogateescape" if "8" in encoding else "replace"
        text = io.TextIOWrapper(stream, encoding, errors)
        try:
            for number in itertools.count(1):
                line, limit = text.readline(MAX_LINE + 1), MAX_LINE
                if not line:
                    return
                place = f"{self.label}, line {number}"
                if len(line) > limit and line.lstrip()[:1] in ("{", "["):
                    limit = MAX_BYTES  # documents are longer than grids
                    line += text.readline(limit + 1 - len(line))
                if len(line) > limit:
                    raise NotationError(
                        f"{place} is longer than {limit} characters: expected grid notation"
                    )
                try:
                    line.encode(errors="surrogateescape").decode()
                except UnicodeDecodeError as error:
                    raise NotationError(
                        f"{place}: byte {error.start + 1} is not text (UTF-8)"
                    ) from None
                yield line
        finally:
            with suppress(ValueError):  # the stream is closed
                text.detach()


def played_games(
    games: Iterable[SavedGame], moves: str | None, rule: str | None, missing: str
) -> Iterator[tuple[Grid, tuple[int, ...], str]]:
    """Yield grids with moves and rule: the options', else the saved ones.

    InputError with the text ``missing`` for a grid without moves.
    """
    for game in games:
        spots = game.moves if moves is None else parse_moves(moves, board=game.grid.board)
        if spots is None:
            raise InputError(missing)
        yield game.grid, tuple(spots), rule or game.rule or "jump"


def _raising(error: Exception) -> Iterator[SavedGame]:
    yield from ()
    raise error


class GridParameter(click.ParamType[GridSource]):
    """The type of a GRID argument."""

    name = "grid"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> GridSource:
        """Return the grid or grids of an argument; files take precedence over notation."""
        if param is not None:  # else it is registered
            use_file(value, "GRID")
        box = box_of(ctx)
        if value.startswith(TILE_PREFIX):
            return _tile(value, box)
        if value == DAILY or value.startswith(f"{DAILY}:"):
            return _of_day(value, box)
        if LINK.match(value):
            return _of_link(value, box)
        try:
            is_file = value.strip() != "" and Path(value).exists()
        except (OSError, ValueError):  # invalid as a file name
            is_file = False
        if is_file or value == "-":
            return GridSource("standard input") if value == "-" else _of_file(value, box)
        try:
            return GridSource("the grid", game=SavedGame(Grid.parse(value)))
        except NotationError:
            if _resembles_notation(value):
                raise
        raise InputError(
            f"invalid grid {quote(value)}: expected notation such as .RY/YRG/RGG, an existing "
            "file, - for standard input, tile:N, or daily"
        )

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Suggest tiles, the puzzle of the day, and files."""
        del param
        try:
            numbers = range(1, len(box_of(ctx).tiles) + 1)
        except (InputError, OSError):
            return [CompletionItem(incomplete, type="file")]
        names = [*(f"{TILE_PREFIX}{number}" for number in numbers), DAILY]
        matching = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return matching or [CompletionItem(incomplete, type="file")]


def grid_argument(command: Command, *, required: bool = True) -> Command:
    """Give a command its ``grid`` argument and ``--tiles``."""
    metavar = "GRID" if required else "[GRID]"
    argument = click.argument("grid", type=GridParameter(), metavar=metavar, required=required)
    return tiles_shorthand(argument(command))


def _tile(text: str, box: Box) -> GridSource:
    number = parse_int(text.removeprefix(TILE_PREFIX))
    if number is None:
        raise InputError(f"invalid tile {quote(text)}: expected tile:1, tile:2 and so on")
    return GridSource(text, game=SavedGame(box.tiles.tile(number)), assumed=box.reasons("tiles"))


def _of_file(name: str, box: Box) -> GridSource:
    path = Path(name)
    if path.is_dir():
        raise InputError(f"invalid file {quote(name, 200)}: expected a file of grids, not a folder")
    assumed = box.reasons("counts") if resembles_photo(path) else {}
    return GridSource(name, path, assumed=assumed, box=box)


def _of_link(text: str, box: Box) -> GridSource:
    """Return the game of a link: ``#grid=...&moves=15,3,7`` or ``#daily=DAY``."""
    parsed = parse_qs(text.partition("#")[2], keep_blank_values=True)
    fields = {name: _PUNCTUATION.sub("", values[0]) for name, values in parsed.items()}
    if DAILY in fields:
        return _of_day(f"{DAILY}:{fields[DAILY]}", box)
    if "grid" not in fields:
        raise InputError(f"invalid link {quote(text)}: expected #grid=...")
    notation = fields["grid"]
    # Mail programs drop an empty spot at the end of a link.
    rows = ["".join(row.split()) for row in notation.split("/")]
    if EMPTY_LETTER not in notation and len(rows[-1]) == len(rows[0]) - 1:
        notation += EMPTY_LETTER
    grid = Grid.parse(notation)
    moves = parse_moves(fields["moves"], board=grid.board) if "moves" in fields else None
    return GridSource("the link", game=SavedGame(grid, moves))


def _of_day(text: str, box: Box) -> GridSource:
    from chatuchak_generators.start_grids import daily_grid

    named = text.removeprefix(DAILY).removeprefix(":")
    try:
        day = date.fromisoformat(named) if text != DAILY else date.today()
    except ValueError:
        raise InputError(f"invalid day {quote(text)}: expected daily or daily:YYYY-MM-DD") from None
    game = SavedGame(daily_grid(day, counts=box.counts).grid)
    return GridSource(f"{DAILY}:{day.isoformat()}", game=game, assumed=box.reasons("counts"))


def _resembles_notation(text: str) -> bool:
    """Return whether ``text`` is rather a mistyped grid than a missing file."""
    suffix = Path(text).suffix.removeprefix(EMPTY_LETTER).upper()
    if suffix.isalnum() and not set(suffix) <= set(COLOR_LETTERS):  # for example .txt, not .RYG
        return False
    letters = "".join(text.replace("/", "").split()).upper()
    fitting = sum(letter in COLOR_LETTERS + EMPTY_LETTER for letter in letters)
    return 3 * fitting > 2 * len(letters) or not letters
