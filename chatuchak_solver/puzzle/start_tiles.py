"""The start grid tiles: 16 sample sides, or a user's own."""

from dataclasses import dataclass, replace
from typing import Final

from chatuchak_solver.arguments import FileName, is_whole
from chatuchak_solver.codec import Notation, convert, parse_json
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.package_data import Provenance, read_bytes
from chatuchak_solver.io.untrusted import decoded, escaped
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import split_grids

FILE_NAME: Final = "start_tiles.json"


class TilesFile(Provenance, frozen=True, kw_only=True):
    """A file of start tiles.

    Attributes
    ----------
    tiles
        The grids, in notation.
    """

    tiles: tuple[Notation[Grid], ...]


@dataclass(frozen=True, slots=True)
class StartTiles:
    """A set of start grid tiles, numbered from 1.

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
        if isinstance(document, list):
            document = {"tiles": document}
        file = convert(document, TilesFile, source=source)
        grids, why_assumed = list(file.tiles), file.reason
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
