"""The start grid tiles: 16 sample sides, or a user's own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypedDict, overload

from chatuchak_solver.arguments import FileName, is_whole
from chatuchak_solver.document import names_of, parse_json
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.foreign import decoded, escaped
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.grid_document import read_grid
from chatuchak_solver.puzzle.notation import split_grids
from chatuchak_solver.shipped import ASSUMED_FIELDS, read_assumption, read_bytes

FILE_NAME: Final = "start_tiles.json"


class TilesFile(TypedDict):
    """A file of start tiles."""

    tiles: list[Grid]
    """The grids, in notation."""


@dataclass(frozen=True, slots=True)
class StartTiles(Sequence[Grid]):
    """A set of start grid tiles, numbered from 1; a sequence of grids, as such indexed from 0.

    Attributes
    ----------
    source
        The set's name in messages.
    grids
        The sides, in order.
    why_assumed
        Why they had to be assumed, in one line; None where they are none of ours.
    """

    source: str
    grids: tuple[Grid, ...]
    why_assumed: str | None = None

    def __len__(self) -> int:
        return len(self.grids)

    @overload
    def __getitem__(self, place: int) -> Grid: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Grid, ...]: ...
    def __getitem__(self, place: int | slice) -> Grid | tuple[Grid, ...]:
        return self.grids[place]

    def tile(self, number: int) -> Grid:
        """Return the side ``number``.

        Raises
        ------
        InputError
            If there is no such side.
        """
        if not is_whole(number) or not 1 <= number <= len(self.grids):
            raise InputError(
                f"tile {escaped(str(number))} is not among the {self.source}; "
                f"expected 1..{len(self.grids)}"
            )
        return self.grids[number - 1]


def load_start_tiles(path: FileName | None = None) -> StartTiles:
    """Read the shipped sample tiles, or the tiles in the file ``path``.

    A user's file holds any number of grids: in grid notation, one a line or as blocks of rows
    (see `chatuchak_solver.puzzle.notation`), or as JSON like the shipped file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If a tile cannot be read, or there is none; the message names the file and the place.
    """
    data, source = read_bytes(FILE_NAME, path)
    tiles = parse_start_tiles(data, source=source)
    return replace(tiles, source="shipped start tiles") if path is None else tiles


def parse_start_tiles(data: bytes, *, source: str) -> StartTiles:
    """Read what a file of tiles holds, as `load_start_tiles` does.

    Parameters
    ----------
    source
        The file's name in messages.

    Raises
    ------
    InvalidInstanceError
        If a tile cannot be read, or there is none; the message names the source and the place.
    """
    why_assumed = None
    text = decoded(data, source=source)
    if text.lstrip()[:1] in ("{", "["):
        document = parse_json(text, source=source)
        if isinstance(document.value, dict):
            fields = document.fields(names_of(TilesFile), ASSUMED_FIELDS)
            document, why_assumed = fields["tiles"], read_assumption(fields)
        grids = list(map(read_grid, document.items()))
    else:
        grids = _from_text(text, source)
    if not grids:
        raise InvalidInstanceError(f"{source} holds no grid; expected one start tile a line")
    return StartTiles(f"start tiles of {source}", tuple(grids), why_assumed)


def _from_text(text: str, source: str) -> list[Grid]:
    grids = []
    for line, grid in split_grids(text):
        try:
            grids.append(Grid.parse(grid))
        except InputError as error:
            raise InvalidInstanceError(f"{source}, line {line}: {error}") from None
    return grids
