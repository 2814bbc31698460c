"""Start grid tiles: the 16 sample sides or the user's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import Notation, Source, convert, error_context, parse_json
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.package_data import Provenance, read_bytes
from chatuchak_solver.io.untrusted import decode_text
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.saved_grids import iter_saved_grids

FILE_NAME = "start_tiles.json"


class TilesFile(Provenance, frozen=True, kw_only=True):
    """A file of start tiles.

    Attributes
    ----------
    tiles
        Grids, in notation.
    """

    tiles: tuple[Notation[Grid], ...]


@dataclass(frozen=True, slots=True)
class StartTiles(Sequence[Grid]):
    """Start grid tiles, numbered from 1; as a sequence indexed from 0.

    Attributes
    ----------
    why_assumed
        In one line; None for the user's own tiles.
    from_photo
        Whether they were read from photos, with the booths per color of a box.
    """

    source: str = field(compare=False)
    grids: tuple[Grid, ...]
    why_assumed: str | None = None
    from_photo: bool = False

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
        with error_context(self.source):
            return self.grids[check_int(number, 1, len(self), name="tile") - 1]


def load_start_tiles(path: Source | None = None) -> StartTiles:
    """Load the shipped sample tiles, or tiles from a file, bytes or a mapping.

    A file contains grids in notation, one per line or as blocks of rows (see
    `chatuchak_solver.puzzle.notation`), or JSON in the format of the shipped file.
    """
    data, source = read_bytes(FILE_NAME, path)
    tiles = parse_start_tiles(data, source=source or "the data")
    return replace(tiles, source="shipped start tiles") if path is None else tiles


def parse_start_tiles(data: bytes, *, source: str) -> StartTiles:
    """Parse a file's content; ``source`` is its name in messages. See `load_start_tiles`."""
    why_assumed = None
    text = decode_text(data, source=source)
    if text.lstrip()[:1] in ("{", "["):
        given = parse_json(text, source=source)
        document = {"tiles": given} if isinstance(given, list) else given
        file = convert(document, TilesFile, source=source)
        grids, why_assumed = list(file.tiles), file.reason
    else:
        lines = text.splitlines()
        grids = [saved.read().grid for saved in iter_saved_grids(lines, source=source)]
    if not grids:
        raise InvalidInstanceError(f"{source}: no grids: expected one start tile per line")
    return StartTiles(f"start tiles of {source}", tuple(grids), why_assumed)
