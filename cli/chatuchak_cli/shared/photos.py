"""Photos as grid arguments, with progress and doubts on standard error."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chatuchak_cli.shared import output, runner
from chatuchak_solver import Box, Color, Grid, InvalidInstanceError
from chatuchak_solver.io.untrusted import escape
from chatuchak_solver.photo.reading import Counts, TileCollection, read_photos
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.rendering.templates import text_lines


def read_collection(photos: Sequence[Path], **given: Any) -> tuple[TileCollection, runner.ExitCode]:
    """Read photos, as `read_photos`, with progress; return the tiles and the exit code."""
    with runner.long_job(unit="photos", total=len(photos)) as job:
        box = read_photos(photos, stop=job.stop, on_progress=job.show, **given)
        after = f"{len(box.photos)} of {output.counted(len(photos), 'photo')}"
        return box, job.end(box.stopped_by, after=after)


def counts_for_photos(box: Box) -> Counts:
    """Return the booths per color to read photos with: the user's, or standard ones."""
    return "standard" if box.assumed_parts("counts") else box.counts


def grids_of_photos(photos: Sequence[Path], box: Box) -> tuple[Grid, ...]:
    """Return the grids of photos in reading order; print doubts."""
    found, code = read_collection(photos, counts=counts_for_photos(box))
    if code is not runner.ExitCode.DONE:
        raise KeyboardInterrupt
    print_doubts(found, photos)
    if not found.tiles:
        names = ", ".join(escape(str(photo)) for photo in photos)
        raise InvalidInstanceError(f"{names}: no tile was found; see --corners of chatuchak read")
    return tuple(Grid.parse(tile.reading.grid) for tile in found.tiles)


def print_doubts(box: TileCollection, photos: Sequence[Path]) -> None:
    """Print doubtful, merged, cut-off, covered and omitted tiles to standard error."""
    names = {color.letter: color.label for color in Color}
    for line in text_lines(
        "photo_doubts.txt", box=box, photos=photos, names=names, columns=STANDARD_BOARD.columns,
        escape=escape,
    ):  # fmt: skip
        output.print_message(line)
