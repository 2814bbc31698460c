"""Reading photos as ``read`` was asked to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from chatuchak_cli.grids.photo_options import PhotoCountsParameter, parse_corners, parse_tiles
from chatuchak_cli.grids.photo_review import review_page
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.photos import read_box
from chatuchak_cli.shared.progress import compile_notice
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.photo.box import Box, Looks, PhotoTile, PhotoTiles
from chatuchak_solver.photo.overlay import overlay_png
from chatuchak_solver.photo.reading import Counts, EmptySpot, read_photo


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What to read, and how; see `read_photo` and `read_photos`.

    Attributes
    ----------
    overlay
        Where to draw what was read, or None.
    review
        Where to write the page on which it is looked over, or None.
    """

    photos: tuple[Path, ...]
    tiles: int | None
    looks: Looks
    corners: tuple[tuple[float, float], ...] | None
    empty: EmptySpot
    counts: Counts
    overlay: Path | None
    review: Path | None

    @classmethod
    def checked(
        cls, photos: tuple[Path, ...], tiles: str, looks: str, corners: str | None, empty: str,
        counts: str, overlay: Path | None, review: Path | None,
    ) -> ReadRequest:  # fmt: skip
        """Return the request that words describe.

        Raises
        ------
        InputError
            If they make no sense.
        """
        if overlay is not None and overlay.suffix.lower() != ".png":
            raise InputError(f"{overlay} does not end with .png, which the overlay is written as")
        if review is not None and review.suffix.lower() not in (".html", ".htm"):
            raise InputError(f"{review} does not end with .html, which the review is written as")
        points = None if corners is None else parse_corners(corners)
        if points is not None and len(photos) > 1:
            raise InputError("corners are those of one photo; expected one photo with --corners")
        numbers = PhotoCountsParameter().convert(counts, None, None)
        return cls(
            photos, parse_tiles(tiles), cast("Looks", looks), points, cast("EmptySpot", empty),
            numbers, overlay, review,
        )  # fmt: skip

    def run(self) -> tuple[Box, ExitCode]:
        """Read the photos, and draw the overlay and the review if there is something to show.

        Raises
        ------
        OSError, InputError, MissingExtraError
            As `read_photos`; and if the overlay cannot be written.
        """
        box, code = self._at_corners() if self.corners is not None else self._found()
        if self.overlay is not None:
            for number, photo in enumerate(self.photos):
                readings = [one.reading for one in box.tiles if one.photo == number]
                name = f"{self.overlay.stem}-{number + 1}.png"
                path = self.overlay if len(self.photos) == 1 else self.overlay.with_name(name)
                if readings:
                    write_file(path, overlay_png(photo, readings))
        if self.review is not None and box.tiles:
            write_file(self.review, review_page(self.photos, box))
        return box, code

    def _found(self) -> tuple[Box, ExitCode]:
        return read_box(
            self.photos, tiles=self.tiles, looks=self.looks, empty=self.empty, counts=self.counts
        )

    def _at_corners(self) -> tuple[Box, ExitCode]:
        with compile_notice():
            reading = read_photo(
                self.photos[0], corners=self.corners, empty=self.empty, counts=self.counts
            )
        assert reading is not None, "corners leave nothing to be found"
        tile = PhotoTile(reading=reading, photo=0, place=1, looks=((0, 1),))
        return Box(tiles=(tile,), photos=(PhotoTiles(1, 1, 0),)), ExitCode.DONE
