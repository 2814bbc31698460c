"""Photos as grid arguments, read with progress and doubts on standard error."""

from collections.abc import Sequence
from pathlib import Path

from chatuchak_cli.shared.output import counted, print_message
from chatuchak_cli.shared.runner import ExitCode, JobLabels, long_job
from chatuchak_solver.box import Box as GameBox
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import escape
from chatuchak_solver.photo.collection import PhotoTile, TileCollection, read_photos
from chatuchak_solver.photo.reading import Counts, EmptySpot
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid


def read_collection(
    photos: Sequence[Path], *, tiles: int | None = None, merge_views: bool = True,
    empty: EmptySpot = "likely", counts: Counts = "standard",
) -> tuple[TileCollection, ExitCode]:  # fmt: skip
    """Read photos with progress; return the tiles and the exit code."""
    with long_job(words=JobLabels(unit="photos", total=len(photos))) as job:
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
    """Return all grids of photos, in reading order, and print doubts."""
    found, code = read_collection(photos, counts=counts_for_photos(box))
    if code is not ExitCode.DONE:
        raise KeyboardInterrupt
    print_doubts(found, photos)
    if not found.tiles:
        names = ", ".join(escape(str(photo)) for photo in photos)
        raise InvalidInstanceError(f"{names}: no tile was found; see --corners of chatuchak read")
    return tuple(Grid.parse(tile.reading.grid) for tile in found.tiles)


def print_doubts(box: TileCollection, photos: Sequence[Path]) -> None:
    """Print doubtful, merged, cut-off, covered and omitted tiles on standard error."""
    several = len(box.tiles) > 1 or len(photos) > 1
    for number, tile in enumerate(box.tiles, 1):
        place = f"tile {number}: " if several else ""
        for line in _doubts(tile):
            print_message(f"{place}{line}")
        if len(tile.views) > 1:
            views = ", ".join(f"{escape(photos[photo].name)} {at}" for photo, at in tile.views)
            print_message(f"{place}merged from {len(tile.views)} views ({views})")
    for photo, found in zip(photos, box.photos, strict=False):
        name = escape(str(photo))
        if not found.found and not found.unreadable:
            print_message(
                f"no grid was found on {name}; --corners takes the centers of its corner spots"
            )
        if found.read < found.found:
            more = counted(found.found, "tile")
            print_message(f"{name}: only the most likely {found.read} of {more} read")
        for unreadable in found.unreadable:
            print_message(f"{name}: {unreadable}; it is not read")


def _doubts(tile: PhotoTile) -> list[str]:
    reading = tile.reading
    names = {color.letter: color.label for color in Color}
    lines = []
    for spot in sorted(reading.doubtful):
        row, column = divmod(spot, STANDARD_BOARD.columns)
        first, second = (
            names.get(letters[spot], "empty") for letters in (reading.letters, reading.second)
        )
        lines.append(
            f"doubtful: row {row + 1}, column {column + 1} (spot {spot}) reads {first}, perhaps "
            f"{second}"
        )
    lines += [f"note: {note}" for note in reading.notes]
    if tile.advice:
        lines.append(tile.advice)
    if reading.doubtful or reading.notes:
        spots = counted(len(reading.doubtful), "doubtful spot")
        lines.append(f"about {reading.confidence:.0%} sure that all is right; {spots}")
    return lines
