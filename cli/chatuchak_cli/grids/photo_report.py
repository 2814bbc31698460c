"""What ``read`` prints."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.answers import ReadAnswer
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import assumptions, counted, emit_json, tell
from chatuchak_solver.foreign import escaped
from chatuchak_solver.photo.reading import PhotoReading
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import Color

__all__ = ["print_reading"]


COUNTS_ASSUMED = "Which color has five booths is assumed; a reading leans to pink."


def print_reading(
    photo: Path, reading: PhotoReading | None, *, leans_to_counts: bool, as_json: bool
) -> ExitCode:
    """Print a reading, its doubts on standard error, and return the exit code.

    Parameters
    ----------
    leans_to_counts
        Whether the game's numbers of booths were preferred, which are assumed.
    """
    if reading is None:
        if as_json:
            emit_json({"grid": None, "doubtful": [], "confidence": 0.0})
        tell(
            f"no grid was found on {escaped(str(photo))}; give the middles of its four corner "
            "spots with --corners"
        )
        return ExitCode.NEGATIVE
    if as_json:
        why = assumptions(COUNTS_ASSUMED if leans_to_counts else None)
        emit_json({**_document(reading), **why})
    else:
        click.echo(reading.grid)
        for spot in sorted(reading.doubtful):
            row, column = divmod(spot, STANDARD_BOARD.columns)
            tell(
                f"doubtful: row {row + 1}, column {column + 1} (spot {spot}) reads "
                f"{_word(reading.letters[spot])}, perhaps {_word(reading.second[spot])}"
            )
    for note in reading.notes:
        tell(f"note: {note}")
    if reading.doubtful or reading.notes:
        looked = counted(len(reading.doubtful), "doubtful spot")
        tell(f"about {reading.confidence:.0%} sure that all is right; {looked}")
    return ExitCode.DONE


def _document(reading: PhotoReading) -> ReadAnswer:
    return {
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
    }


def _word(letter: str) -> str:
    return next((color.label for color in Color if color.letter == letter), "empty")
