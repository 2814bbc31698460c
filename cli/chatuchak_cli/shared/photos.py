"""Photos as grid arguments: read with progress, doubts printed on standard error."""

from collections.abc import Sequence
from pathlib import Path

from chatuchak_cli.shared.output import counted, tell
from chatuchak_cli.shared.runner import ExitCode, JobWords, long_job
from chatuchak_solver.box import Box as GameBox
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import escaped
from chatuchak_solver.photo.collection import PhotoTile, TileCollection, read_photos
from chatuchak_solver.photo.reading import Counts, EmptySpot
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid


def read_box(
    photos: Sequence[Path], *, tiles: int | None = None, merge_views: bool = True,
    empty: EmptySpot = "likely", counts: Counts = "standard",
) -> tuple[TileCollection, ExitCode]:  # fmt: skip
    """Read photos with progress; return the tiles and the exit code."""
    with long_job(words=JobWords(unit="photos", total=len(photos))) as job:
        box = read_photos(
            photos, tiles=tiles, merge_views=merge_views, empty=empty, counts=counts,
            stop=job.stop, on_progress=job.show,
        )  # fmt: skip
        after = f"{len(box.photos)} of {counted(len(photos), 'photo')}"
        return box, job.end(box.stopped_by, after=after)


def counts_for_photos(box: GameBox) -> Counts:
    """Return the booths of each color to read photos with: the user's, or the standard ones."""
    return "standard" if box.assumed_parts("counts") else box.counts


def grids_of_photos(photos: Sequence[Path], box: GameBox) -> tuple[Grid, ...]:
    """Return all grids of photos, in reading order, and print doubts.

    Parameters
    ----------
    box
        The box with the booths of each color.

    Raises
    ------
    InvalidInstanceError
        If there is none; further errors as in `read_photos`.
    """
    found, code = read_box(photos, counts=counts_for_photos(box))
    if code is not ExitCode.DONE:
        raise KeyboardInterrupt
    tell_doubts(found, photos)
    if not found.tiles:
        names = ", ".join(escaped(str(photo)) for photo in photos)
        raise InvalidInstanceError(
            f"{names}: no tile was found; see chatuchak read --help for how to tell its corners"
        )
    return tuple(Grid.parse(tile.reading.grid) for tile in found.tiles)


def tell_doubts(box: TileCollection, photos: Sequence[Path]) -> None:
    """Print doubtful, merged, cut-off, covered and omitted tiles on standard error."""
    several = len(box.tiles) > 1 or len(photos) > 1
    for number, tile in enumerate(box.tiles, 1):
        where = f"tile {number}: " if several else ""
        for line in _doubts(tile):
            tell(f"{where}{line}")
        if len(tile.views) > 1:
            looks = ", ".join(f"{escaped(str(photos[one].name))} {at}" for one, at in tile.views)
            tell(f"{where}joined from {len(tile.views)} looks ({looks})")
    for photo, found in zip(photos, box.photos, strict=False):
        name = escaped(str(photo))
        if not found.found and not found.unreadable:
            tell(
                f"no grid was found on {name}; give the middles of its four corner spots with "
                "--corners"
            )
        if found.read < found.found:
            more = counted(found.found, "tile")
            tell(f"{name} shows {more}; the {found.read} likeliest were read")
        for one in found.unreadable:
            tell(f"{name}: {one}; it is not read")


def _doubts(tile: PhotoTile) -> list[str]:
    reading = tile.reading
    lines = []
    for spot in sorted(reading.doubtful):
        row, column = divmod(spot, STANDARD_BOARD.columns)
        lines.append(
            f"doubtful: row {row + 1}, column {column + 1} (spot {spot}) reads "
            f"{_word(reading.letters[spot])}, perhaps {_word(reading.second[spot])}"
        )
    lines += [f"note: {note}" for note in reading.notes]
    if tile.advice:
        lines.append(tile.advice)
    if reading.doubtful or reading.notes:
        looked = counted(len(reading.doubtful), "doubtful spot")
        lines.append(f"about {reading.confidence:.0%} sure that all is right; {looked}")
    return lines


def _word(letter: str) -> str:
    return next((color.label for color in Color if color.letter == letter), "empty")
