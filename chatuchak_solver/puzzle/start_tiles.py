"""Start grid tiles: the 16 sample sides or the user's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, overload

from chatuchak_solver.arguments import is_int
from chatuchak_solver.codec import Notation, Source, convert, parse_json
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.package_data import Provenance, read_bytes
from chatuchak_solver.io.untrusted import decode_text, escape
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
class StartTiles(Sequence[Grid]):
    """A set of start grid tiles, numbered from 1; a sequence of grids, as such indexed from 0.

    Attributes
    ----------
    source
        Name of the set in messages.
    grids
        The sides, in order.
    why_assumed
        Reason for the assumption, in one line, or None for the user's own tiles.
    """

    source: str = field(compare=False)
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
        """Return side ``number``."""
        if not is_int(number) or not 1 <= number <= len(self.grids):
            raise InputError(
                f"invalid tile {escape(str(number))}: expected 1..{len(self.grids)} of the "
                f"{self.source}"
            )
        return self.grids[number - 1]


def load_start_tiles(path: Source | None = None) -> StartTiles:
    """Load the shipped sample tiles, or tiles from a file, bytes or a mapping.

    A file contains any number of grids: in notation, one per line or as blocks of rows (see
    `chatuchak_solver.puzzle.notation`), or as JSON in the format of the shipped file.
    """
    data, source = read_bytes(FILE_NAME, path)
    tiles = parse_start_tiles(data, source=source or "the data")
    return replace(tiles, source="shipped start tiles") if path is None else tiles


def parse_start_tiles(data: bytes, *, source: str) -> StartTiles:
    """Parse the content of a file of tiles; see `load_start_tiles`.

    Parameters
    ----------
    source
        Name of the file for messages.
    """
    why_assumed = None
    text = decode_text(data, source=source)
    if text.lstrip()[:1] in ("{", "["):
        document = parse_json(text, source=source)
        if isinstance(document, list):
            document = {"tiles": document}
        file = convert(document, TilesFile, source=source)
        grids, why_assumed = list(file.tiles), file.reason
    else:
        grids = _from_text(text, source)
    if not grids:
        raise InvalidInstanceError(f"{source}: no grid, expected one start tile per line")
    return StartTiles(f"start tiles of {source}", tuple(grids), why_assumed)


def _from_text(text: str, source: str) -> list[Grid]:
    grids = []
    for line, grid in split_grids(text):
        try:
            grids.append(Grid.parse(grid))
        except InputError as error:
            raise InvalidInstanceError(f"{source}, line {line}: {error}") from None
    return grids
