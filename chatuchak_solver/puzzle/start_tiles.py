"""Start grid tiles: the 16 sample sides or the user's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from chatuchak_solver.arguments import check_int
from chatuchak_solver.codec import JsonObject, Notation, Source, convert, error_context, parse_json
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
    uses_counts
        Whether they depend on the booths per color of a box, as those of photos and random ones.
    """

    source: str = field(compare=False)
    grids: tuple[Grid, ...]
    why_assumed: str | None = None
    uses_counts: bool = False

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
    `chatuchak_solver.puzzle.notation`), JSON output of a command, or JSON in the format of the
    shipped file.
    """
    try:
        data, source = read_bytes(FILE_NAME, path)
        text = decode_text(data, source=source)
    except InvalidInstanceError as error:
        raise InvalidInstanceError(f"{error}; 'chatuchak box add photo' reads photos") from None
    tiles = parse_start_tiles(text, source=source or "the data")
    return replace(tiles, source="shipped start tiles") if path is None else tiles


def parse_start_tiles(text: str, *, source: str) -> StartTiles:
    """Parse a file's text; ``source`` is its name in messages. See `load_start_tiles`."""
    document = _document(text)
    if "tiles" in document and all(isinstance(tile, str) for tile in document["tiles"]):
        file = convert(document, TilesFile, source=source)
        grids, why_assumed, uses_counts = file.tiles, file.reason, False
    else:
        saved = [*iter_saved_grids(text.splitlines(keepends=True), source=source)]
        grids = tuple(grid.read().grid for grid in saved)
        assumed = {part: why for grid in saved for part, why in grid.assumed.items()}
        why_assumed, uses_counts = assumed.get("tiles"), "counts" in assumed
    if not grids:
        raise InvalidInstanceError(f"{source}: no grids: expected one start tile per line")
    return StartTiles(f"start tiles of {source}", grids, why_assumed, uses_counts)


def _document(text: str) -> JsonObject:
    """Return a JSON object, or an empty one for other files of grids."""
    try:
        document = parse_json(text) if text.lstrip().startswith("{") else {}
    except InvalidInstanceError:  # JSON lines, or an error that is reported later
        return {}
    return document if isinstance(document.get("tiles", []), list) else {}
