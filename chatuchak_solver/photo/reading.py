"""A grid read from a photo: what it shows, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self, cast, get_args

import numpy as np

from chatuchak_solver.arguments import checked_all
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import described, quoted
from chatuchak_solver.kernels.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.image_file import photo_of, pillow
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.looks import hidden_spots, look_at
from chatuchak_solver.photo.tiles import FoundTiles, find_tiles
from chatuchak_solver.photo.windows import FoundTile
from chatuchak_solver.puzzle import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


READ: Final = ShippedKernel(
    *("photo", "chatuchak_solver.photo.kernels.reading", "read_image"),
    "uint8[3] float64[2] int64 int64[1] int64[1] int64[1] float64 float64[1] float64[2] bool",
    "int64[1] int64[1] float64[1] float64[1]",
)
LETTERS: Final = "RYGBP."
ROWS, COLUMNS, SPOTS = STANDARD_BOARD.rows, STANDARD_BOARD.columns, STANDARD_BOARD.spots

PITCH: Final = 30
"""Pixels from spot to spot of the picture that the kernel reads."""
AROUND: Final = 1.25
"""Cells around the middles of the outermost spots that the kernel is given."""

DOUBTFUL: Final = 9.0
"""Doubt below which a spot is shown to the user."""
HIDDEN: Final = 2.0
"""Doubt at most of a spot where nothing is to be seen."""
ODD_NAMES: Final = 5.0
"""Price of the names beyond which they are doubtful as a whole."""
CLOSE_NAMES: Final = 0.02
FEW_PATCHES: Final = 20
"""Patches found on spots, out of 30, below which the grid may be elsewhere."""

PATCH_WORTH: Final = 4.0
"""What a patch found on a spot is worth against doubt, in choosing between places."""
CERTAIN: Final = 30.0
"""Doubt of a spot that counts at most there."""

LEAN: Final = 4.0
FIXED: Final = 500.0

Counts = Literal["usual", "any"] | tuple[int, ...]
EmptySpot = Literal["likely", "corner", "any"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReading:
    """What a photo shows.

    Attributes
    ----------
    letters
        The letter of each of the 30 spots, row by row, ``.`` for the empty one.
    second
        The next likely letter of each.
    doubts
        How much less likely any other reading of a spot is: minus twice the logarithm of the odds,
        0 to 99. Below `DOUBTFUL` a spot ought to be looked at.
    corners
        The middles of the corner spots on the photo, pixels of the upright picture: upper left,
        upper right, lower right, lower left.
    notes
        What is doubtful about the reading as a whole, in words.
    hidden
        Spots where nothing is to be seen: covered, or under a lamp's reflection.
    """

    letters: str
    second: str
    doubts: tuple[float, ...]
    corners: tuple[tuple[float, float], ...]
    notes: tuple[str, ...]
    hidden: tuple[int, ...] = ()

    @property
    def grid(self) -> str:
        """The grid in notation; a game never has some of those that counts of any kind allow."""
        return "/".join(self.letters[at : at + COLUMNS] for at in range(0, SPOTS, COLUMNS))

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The spots to look at, the most doubtful first."""
        spots = sorted(range(SPOTS), key=lambda spot: self.doubts[spot])
        return tuple(spot for spot in spots if self.doubts[spot] < DOUBTFUL)

    @property
    def confidence(self) -> float:
        """About how likely it is that no spot is wrong, 0 to 1, by what synthetic photos taught."""
        right = math.prod(1 - _chance_of_error(doubt) for doubt in self.doubts)
        return right * 0.5 ** len(self.notes)


def _chance_of_error(doubt: float) -> float:
    """Return the part of the spots with such a doubt that were wrong, on synthetic photos."""
    return 0.6 / (1 + math.exp((doubt - 3) / 1.1))


def read_photo(
    photo: Path | str | Image.Image,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    empty: EmptySpot = "likely",
    counts: Counts = "usual",
) -> PhotoReading | None:
    """Read a grid of 5 x 6 spots from a photo.

    Parameters
    ----------
    photo
        A file, or an upright picture (a Pillow image).
    corners
        The middles of the four corner spots in pixels of the photo held upright, (4, 2), from the
        grid's upper left one clockwise; a quarter of a spot beside is near enough. By default the
        grid is looked for.
    empty
        Where the empty spot is: ``corner`` (upper left, as on start tiles), ``any``, or ``likely``
        for the corner unless it hardly looks empty.
    counts
        Booths of red, yellow, green, blue and pink, which add up to 29 and are kept to exactly;
        ``usual`` for five or six of each, those of the game preferred; ``any`` for no such help.

    Returns
    -------
    PhotoReading or None
        None where no grid was found.

    Raises
    ------
    OSError
        If the file cannot be read.
    InputError
        If it is no picture, or corners or counts make no sense.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    options = ReadOptions.checked(empty, counts)
    image, scale, _ = photo_of(photo)
    if corners is not None:
        placed = _checked_corners(corners, image, scale)
        return read_at(image, placed, options).reading(image, (), scale)
    found = found_on(image, options, single=True).tiles
    if not found:
        return None
    read = read_either(image, found[0].corners, options)
    return read.reading(image, notes_on(found[0], read), scale)


def found_on(image: Image.Image, options: ReadOptions, *, single: bool = False) -> FoundTiles:
    """Return the tiles on a photo, or the likeliest if ``single``."""

    def doubt(tile: FoundTile) -> float:
        sure = np.minimum(read_at(image, tile.corners, options, either=True).doubt, CERTAIN)
        return float(-sure.sum() - PATCH_WORTH * tile.patches)

    return find_tiles(image, doubt, single=single)


def read_either(
    image: Image.Image, corners: Floats, options: ReadOptions, palette: Floats | None = None
) -> Read:
    """Read at corners of a tile that may be upside down, less likely so where colors are known."""
    read = read_at(image, corners, options, either=palette is None, palette=palette)
    if read.found[SPOTS - 1] == LETTERS.index(".") and options.empty != "any":
        return read.turned()
    return read


def notes_on(grid: FoundTile, read: Read) -> list[str]:
    """Return what is doubtful about a place that was found, in words."""
    notes = []
    if (read.corners[0] - read.corners[2]) @ (grid.corners[0] - grid.corners[2]) < 0:
        notes.append("the photo was taken to be upside down")
    if grid.patches < FEW_PATCHES or read.measures[measures.NAMES_LEAD] < CLOSE_NAMES:
        notes.append("the grid may be elsewhere on the photo: give its corners")
    return notes


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the kernel is told besides the picture."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    counts: NDArray[np.int64]
    other_counts: float
    empty: EmptySpot

    @classmethod
    def checked(cls, empty: str, counts: Counts) -> ReadOptions:
        """Return the options.

        Raises
        ------
        InputError
            If they make no sense.
        """
        if not isinstance(empty, str) or empty not in get_args(EmptySpot):
            raise InputError(
                f"empty spot {described(empty)} is unknown; expected likely, corner or any"
            )
        low, high, named, other = [5] * 5, [6] * 5, list(STANDARD_COUNTS), measures.UNUSUAL_PRICE
        if isinstance(counts, str) and counts == "any":
            low, high, named = [0] * 5, [SPOTS] * 5, [0] * 5
        elif not isinstance(counts, str) or counts != "usual":
            given: tuple[Any, ...] = checked_all(counts, object, what="the counts")
            named = list(given)
            numbers = all(isinstance(one, int) and 0 <= one <= SPOTS for one in named)
            if len(named) != 5 or not numbers or sum(named) != SPOTS - 1:
                raise InputError(
                    f"counts {quoted(','.join(map(described, named)))} do not fit; expected five "
                    f"numbers of booths that add up to {SPOTS - 1}, such as 6,6,6,6,5"
                )
            low, high, other = [min(named)] * 5, [max(named)] * 5, measures.FIXED_PRICE
        return cls(
            np.array([*low, 1], np.int64), np.array([*high, 1], np.int64),
            np.array(named, np.int64), other, cast("EmptySpot", empty),
        )  # fmt: skip

    def empty_price(self, *, either: bool) -> Floats:
        """Return what it costs each spot to be the empty one, the last one less if ``either``."""
        price = {"any": 0.0, "likely": LEAN, "corner": FIXED}[self.empty]
        prices = np.full(SPOTS, price)
        prices[0] = 0
        if either and self.empty != "any":
            prices[SPOTS - 1] = LEAN / 2
        return prices


def _checked_corners(
    corners: Sequence[Sequence[float]], image: Image.Image, scale: float
) -> Floats:
    """Return corners on the picture as it was loaded.

    Raises
    ------
    InputError
        If they are not four points on the photo that go around it clockwise.
    """
    try:
        points = np.array(corners, float)
    except (TypeError, ValueError):
        points = np.zeros(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise InputError("corners are not four points; expected x,y of four spots, clockwise")
    width, height = image.width / scale, image.height / scale
    for x, y in points.tolist():
        if not (0 <= x <= width and 0 <= y <= height):
            raise InputError(
                f"corner {x:g},{y:g} is outside of the photo of {width:.0f} x {height:.0f} pixels"
            )
    sides = np.roll(points, -1, 0) - points
    turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
    if (turns <= 0).any():
        raise InputError(
            "corners do not go around a grid clockwise; expected its upper left spot, the upper "
            "right, the lower right and the lower left one"
        )
    if np.linalg.norm(sides, axis=1).min() * scale < 2 * COLUMNS:
        raise InputError("corners are too near to one another: the spots are a few pixels wide")
    return points * scale


@dataclass(frozen=True, slots=True)
class Read:
    """What the kernel found."""

    found: NDArray[np.int64]
    second: NDArray[np.int64]
    doubt: Floats
    corners: Floats
    measures: Floats
    palette: Floats

    def turned(self) -> Self:
        """Return it as read upside down."""
        each = (self.found[::-1], self.second[::-1], self.doubt[::-1])
        return type(self)(*each, np.roll(self.corners, 2, 0), self.measures, self.palette)

    def reading(self, image: Image.Image, notes: Sequence[str], scale: float) -> PhotoReading:
        """Return it as a value, spots of the picture where nothing is to be seen doubtful."""
        more = [*notes]
        hidden = hidden_spots(look_at(image, self.corners))
        if hidden.sum() == 1:  # the empty one
            hidden &= self.found != LETTERS.index(".")
        doubts = np.where(hidden, np.minimum(self.doubt, HIDDEN), self.doubt)
        if self.measures[measures.NAMES_PRICE] > ODD_NAMES:
            more.append("unusual colors: check that each group has its right name")
        corners = (self.corners / scale).round(1).tolist()
        return PhotoReading(
            letters="".join(LETTERS[one] for one in self.found),
            second="".join(LETTERS[one] for one in self.second),
            doubts=tuple(doubts.round(2).tolist()),
            corners=tuple((x, y) for x, y in corners),
            notes=tuple(more),
            hidden=tuple(np.flatnonzero(hidden).tolist()),
        )


def read_at(
    image: Image.Image, corners: Floats, options: ReadOptions, *, either: bool = False,
    palette: Floats | None = None,
) -> Read:  # fmt: skip
    """Read at four corners, pixels of ``image``; colors may be known, as `group_spots` takes them.

    Raises
    ------
    InputError
        If no grid has such corners.
    """
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1) / (5, 4, 5, 4)
    pitch = max(float(edges.mean()), 1.0)
    low = np.maximum(np.floor(corners.min(0) - AROUND * edges.max()), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(0) + AROUND * edges.max()), image.size).astype(int)
    shrunk = min(1.0, PITCH / pitch)
    size = [max(2, round(length * shrunk)) for length in (high - low).tolist()]
    resampling = pillow("Image").Resampling
    small = image.resize(
        (size[0], size[1]),
        resampling.BOX if shrunk < 1 else resampling.NEAREST,
        box=(*low.tolist(), *high.tolist()),
    )
    factor = np.array(size) / (high - low)
    placed = np.ascontiguousarray((corners - low) * factor - 0.5)
    read = Read(
        np.zeros(SPOTS, np.int64), np.zeros(SPOTS, np.int64), np.zeros(SPOTS), placed,
        np.zeros(measures.MEASURES), np.zeros((5, 3)) if palette is None else palette.copy(),
    )  # fmt: skip
    fits = READ(
        np.array(small), placed, COLUMNS, options.low, options.high, options.counts,
        options.other_counts, options.empty_price(either=either), read.palette, False, read.found,
        read.second, read.doubt, read.measures,
    )  # fmt: skip
    if not fits:
        raise InputError("corners make no grid: three of them are on one line")
    placed[:] = (placed + 0.5) / factor + low
    return read
