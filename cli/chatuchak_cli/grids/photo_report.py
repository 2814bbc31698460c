"""What ``read`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from chatuchak_cli.shared.answers import ReadAnswer
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import assumptions, emit_json
from chatuchak_cli.shared.photos import tell_doubts
from chatuchak_solver.files import write_file
from chatuchak_solver.photo.box import Box, PhotoTile

COUNTS_ASSUMED = "Which color has five booths is assumed; a reading leans to pink."


def print_box(
    photos: Sequence[Path], box: Box, *, leans_to_counts: bool, as_json: bool, out: Path | None
) -> ExitCode:
    """Print what photos show, doubts on standard error, and return the exit code.

    Parameters
    ----------
    leans_to_counts
        Whether the game's numbers of booths were preferred, which are assumed.
    out
        Where to write the grids instead of standard output, or None.
    """
    lines = "".join(f"{tile.reading.grid}\n" for tile in box.tiles)
    if as_json:
        why = assumptions(COUNTS_ASSUMED if leans_to_counts else None)
        documents = [{**_document(tile, photos), **why} for tile in box.tiles]
        single = len(photos) == 1 and len(documents) <= 1
        none: dict[str, object] = {"grid": None, "doubtful": [], "confidence": 0.0}
        emit_json((documents or [none])[0] if single else documents)
    elif out is None:
        click.echo(lines, nl=False)
    if out is not None and box.tiles:
        write_file(out, lines)
    tell_doubts(box, photos)
    return ExitCode.DONE if all(one.found for one in box.photos) else ExitCode.NEGATIVE


def _document(tile: PhotoTile, photos: Sequence[Path]) -> ReadAnswer:
    reading = tile.reading
    document: ReadAnswer = {
        "grid": reading.grid,
        "doubtful": sorted(reading.doubtful),
        "confidence": round(reading.confidence, 3),
        "spots": [
            {"spot": spot, "letter": letter, "second": second, "doubt": doubt}
            for spot, (letter, second, doubt) in enumerate(
                zip(reading.letters, reading.second, reading.doubts, strict=True)
            )
        ],
        "corners": reading.corners,
        "notes": reading.notes,
        "photo": str(photos[tile.photo]),
        "place": tile.place,
        "looks": [{"photo": str(photos[one]), "place": at} for one, at in tile.looks],
        "advice": tile.advice,
    }
    return document
