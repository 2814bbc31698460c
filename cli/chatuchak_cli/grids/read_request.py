"""Reading a photo as ``read`` was asked to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from chatuchak_cli.grids.photo_options import PhotoCountsParameter, parse_corners
from chatuchak_cli.shared.files import write_file
from chatuchak_cli.shared.progress import compile_notice
from chatuchak_solver.errors import InputError
from chatuchak_solver.photo.overlay import overlay_png
from chatuchak_solver.photo.reading import Counts, EmptySpot, PhotoReading, read_photo

__all__ = ["ReadRequest"]


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What to read, and how; see `read_photo`.

    Attributes
    ----------
    overlay
        Where to draw what was read, or None.
    """

    photo: Path
    corners: tuple[tuple[float, float], ...] | None
    empty: EmptySpot
    counts: Counts
    overlay: Path | None

    @classmethod
    def checked(
        cls, photo: Path, corners: str | None, empty: str, counts: str, overlay: Path | None
    ) -> ReadRequest:
        """Return the request that words describe.

        Raises
        ------
        InputError
            If they make no sense.
        """
        if overlay is not None and overlay.suffix.lower() != ".png":
            raise InputError(f"{overlay} does not end with .png, which the overlay is written as")
        points = None if corners is None else parse_corners(corners)
        numbers = PhotoCountsParameter().convert(counts, None, None)
        return cls(photo, points, cast("EmptySpot", empty), numbers, overlay)

    def run(self) -> PhotoReading | None:
        """Read the photo, and draw the overlay if there is something to draw.

        Raises
        ------
        OSError, InputError, MissingExtraError
            As `read_photo`; and if the overlay cannot be written.
        """
        with compile_notice():
            reading = read_photo(
                self.photo, corners=self.corners, empty=self.empty, counts=self.counts
            )
        if reading is not None and self.overlay is not None:
            write_file(self.overlay, overlay_png(self.photo, reading))
        return reading
