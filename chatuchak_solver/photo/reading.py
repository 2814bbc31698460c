"""Reading the grid of one tile, with a confidence margin per spot."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self, cast, get_args

import numpy as np

from chatuchak_solver.arguments import checked_all
from chatuchak_solver.errors import InputError
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.untrusted import described, quoted
from chatuchak_solver.photo.geometry import Floats
from chatuchak_solver.photo.image_file import as_loaded, pillow
from chatuchak_solver.photo.kernels import measures
from chatuchak_solver.photo.kernels.reading import read_image
from chatuchak_solver.photo.tile_candidates import TileCandidate
from chatuchak_solver.photo.tiles import DetectedTiles, find_tiles
from chatuchak_solver.photo.views import hidden_spots, rectify_view
from chatuchak_solver.puzzle import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


LETTERS: Final = "RYGBP."
ROWS, COLUMNS, SPOTS = STANDARD_BOARD.rows, STANDARD_BOARD.columns, STANDARD_BOARD.spots

PITCH: Final = 30
"""Pixels per spot of the kernel's image."""
PADDING: Final = 1.25
"""Padding of the kernel's image around the outermost spots, in spots."""

MIN_MARGIN: Final = 3.3
"""Margin below which a spot is doubtful."""
CLEAR_MARGIN: Final = 9.0
"""Margin from which on other spots may rely on a spot."""
EVEN_MARGIN, MARGIN_SCALE = 1.7, 0.8
"""Logistic model of a right reading: smallest margin with even odds, and scale."""
MAX_HIDDEN_MARGIN: Final = 2.0
"""Maximum margin of a hidden spot."""
MIN_NAMES_LEAD, CLEAR_NAMES_LEAD = 0.1, 0.3
"""Lead of the color names below which they are doubtful, and below which the position is."""
MIN_PATCHES, CLEAR_PATCHES = 20, 16
"""Patches on spots, out of 30, of a tile that is not a guess, and of a clear position."""

PATCH_WEIGHT: Final = 4.0
"""Margin equivalent of a patch on a spot, for choosing between positions."""
MAX_COUNTED_MARGIN: Final = 30.0
"""Maximum margin counted per spot, for choosing between positions."""

LIKELY_CORNER_PRICE: Final = 4.0
FIXED_CORNER_PRICE: Final = 500.0

Counts = Literal["standard", "any"] | tuple[int, ...]
EmptySpot = Literal["likely", "corner", "any"]


@renamed_members(doubts="margins")
@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReading:
    """A tile's grid with corners, margins and notes.

    Attributes
    ----------
    letters
        Letters of the 30 spots, by row, ``.`` for the empty spot.
    second
        The second most likely letter of each spot.
    margins
        -2 log(p2 / p1) per spot, 0 to 99, for the likelihoods of the best and second-best reading.
        Spots below `MIN_MARGIN` are doubtful.
    corners
        Centers of the corner spots in pixels of the upright photo: upper left, upper right, lower
        right, lower left.
    notes
        Warnings about the reading as a whole.
    hidden
        Spots that are covered or under a lamp's reflection.
    """

    letters: str
    second: str
    margins: tuple[float, ...]
    corners: tuple[tuple[float, float], ...]
    notes: tuple[str, ...]
    hidden: tuple[int, ...] = ()

    @property
    def grid(self) -> str:
        """Grid notation. With counts ``any`` it may not be a valid grid."""
        return "/".join(self.letters[at : at + COLUMNS] for at in range(0, SPOTS, COLUMNS))

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Spots below `MIN_MARGIN`, most doubtful first."""
        spots = sorted(range(SPOTS), key=lambda spot: self.margins[spot])
        return tuple(spot for spot in spots if self.margins[spot] < MIN_MARGIN)

    @property
    def confidence(self) -> float:
        """Estimated probability that all spots are right, calibrated on synthetic photos."""
        odds = math.exp((min(self.margins) - EVEN_MARGIN) / MARGIN_SCALE)
        return odds / (1 + odds) * 0.5 ** len(self.notes)


def read_photo(
    photo: Path | str | Image.Image,
    *,
    corners: Sequence[Sequence[float]] | None = None,
    empty: EmptySpot = "likely",
    counts: Counts = "standard",
) -> PhotoReading | None:
    """Read a grid of 5 x 6 spots from a photo.

    Parameters
    ----------
    photo
        A file, or an upright Pillow image.
    corners
        Centers of the corner spots, of shape (4, 2), in pixels of the upright photo, clockwise from
        the grid's upper left; accurate to a quarter of a spot. By default the tile is detected.
    empty
        Position of the empty spot: ``corner`` (upper left, as on start tiles), ``any``, or
        ``likely`` for the corner unless it clearly has a booth.
    counts
        Booths of red, yellow, green, blue and pink, with a sum of 29, as a hard constraint.
        ``standard`` allows five or six of each and prefers the game's counts; ``any`` disables the
        constraint.

    Returns
    -------
    PhotoReading or None
        None if no tile was found.

    Raises
    ------
    OSError
        If the file cannot be read.
    InputError
        If the file is not an image, or corners or counts are invalid.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    options = ReadOptions.parse(empty, counts)
    image, scale, _ = as_loaded(photo)
    if corners is not None:
        scaled = _scaled_corners(corners, image, scale)
        return read_at(image, scaled, options).to_reading(image, (), scale)
    tiles = detect_tiles(image, options, single=True).tiles
    if not tiles:
        return None
    read = read_upright(image, tiles[0].corners, options)
    return read.to_reading(image, detection_notes(tiles[0], read), scale)


def detect_tiles(
    image: Image.Image, options: ReadOptions, *, single: bool = False
) -> DetectedTiles:
    """Return the tiles of a photo, or only the most likely one if ``single``."""

    def price(tile: TileCandidate) -> float:
        margin = read_at(image, tile.corners, options, either_way=True).margin
        counted = np.minimum(margin, MAX_COUNTED_MARGIN)
        return float(-counted.sum() - PATCH_WEIGHT * tile.patches)

    return find_tiles(image, price, single=single)


def read_upright(
    image: Image.Image, corners: Floats, options: ReadOptions, palette: Floats | None = None
) -> KernelReading:
    """Read a tile that may be upside down, which is less likely with a known palette."""
    read = read_at(image, corners, options, either_way=palette is None, palette=palette)
    if read.best[SPOTS - 1] == LETTERS.index(".") and options.empty != "any":
        return read.rotated()
    return read


def detection_notes(tile: TileCandidate, read: KernelReading) -> list[str]:
    """Return warnings about the detected position of a tile.

    A misplaced grid has few patches or colors without clear names, and small margins.
    """
    lead = read.measures[measures.NAMES_LEAD]
    is_clear = tile.patches >= CLEAR_PATCHES and lead >= CLEAR_NAMES_LEAD
    if is_clear or read.margin.min() >= CLEAR_MARGIN:
        return []
    return ["the grid may be elsewhere in the photo: give its corners"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Kernel arguments other than the image."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    counts: NDArray[np.int64]
    other_counts: float
    empty: EmptySpot

    @classmethod
    def parse(cls, empty: str, counts: Counts) -> ReadOptions:
        """Return the options for arguments of `read_photo`.

        Raises
        ------
        InputError
            If an argument is invalid.
        """
        if not isinstance(empty, str) or empty not in get_args(EmptySpot):
            raise InputError(
                f"invalid empty spot {described(empty)}: expected likely, corner or any"
            )
        if isinstance(counts, str) and str(counts) == "usual":
            warnings.warn("counts 'usual' is now 'standard'", DeprecationWarning, stacklevel=3)
            counts = "standard"
        low, high, named, price = [5] * 5, [6] * 5, list(STANDARD_COUNTS), measures.UNUSUAL_PRICE
        if isinstance(counts, str) and counts == "any":
            low, high, named = [0] * 5, [SPOTS] * 5, [0] * 5
        elif not isinstance(counts, str) or counts != "standard":
            numbers: tuple[Any, ...] = checked_all(counts, object, what="the counts")
            named = list(numbers)
            valid = all(isinstance(number, int) and 0 <= number <= SPOTS for number in named)
            if len(named) != 5 or not valid or sum(named) != SPOTS - 1:
                raise InputError(
                    f"invalid counts {quoted(','.join(map(described, named)))}: expected five "
                    f"numbers of booths with the sum {SPOTS - 1}, e.g. 6,6,6,6,5"
                )
            low, high, price = [min(named)] * 5, [max(named)] * 5, measures.FIXED_PRICE
        return cls(
            np.array([*low, 1], np.int64), np.array([*high, 1], np.int64),
            np.array(named, np.int64), price, cast("EmptySpot", empty),
        )  # fmt: skip

    def empty_prices(self, *, either_way: bool) -> Floats:
        """Return the price of each spot for being empty, reduced for the last if ``either_way``."""
        corner = {"any": 0.0, "likely": LIKELY_CORNER_PRICE, "corner": FIXED_CORNER_PRICE}
        prices = np.full(SPOTS, corner[self.empty])
        prices[0] = 0
        if either_way and self.empty != "any":
            prices[SPOTS - 1] = LIKELY_CORNER_PRICE / 2
        return prices


def _scaled_corners(corners: Sequence[Sequence[float]], image: Image.Image, scale: float) -> Floats:
    try:
        points = np.array(corners, float)
    except (TypeError, ValueError):
        points = np.zeros(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise InputError("invalid corners: expected x,y of four spots, clockwise")
    width, height = image.width / scale, image.height / scale
    for x, y in points.tolist():
        if not (0 <= x <= width and 0 <= y <= height):
            raise InputError(
                f"invalid corner {x:g},{y:g}: expected pixels of the {width:.0f} x {height:.0f} "
                "photo"
            )
    sides = np.roll(points, -1, 0) - points
    turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
    if (turns <= 0).any():
        raise InputError(
            "invalid corners: expected upper left, upper right, lower right and lower left spot of "
            "the grid, clockwise"
        )
    if np.linalg.norm(sides, axis=1).min() * scale < 2 * COLUMNS:
        raise InputError("invalid corners: expected spots more than a few pixels apart")
    return points * scale


@dataclass(frozen=True, slots=True)
class KernelReading:
    """Output of the kernel: best and second color index, margin, corners, measures and palette."""

    best: NDArray[np.int64]
    second: NDArray[np.int64]
    margin: Floats
    corners: Floats
    measures: Floats
    palette: Floats

    def rotated(self) -> Self:
        """Return the reading of the tile rotated by half a turn."""
        spots = (self.best[::-1], self.second[::-1], self.margin[::-1])
        return type(self)(*spots, np.roll(self.corners, 2, 0), self.measures, self.palette)

    def to_reading(self, image: Image.Image, notes: Sequence[str], scale: float) -> PhotoReading:
        """Convert to letters, with small margins for hidden spots."""
        hidden = hidden_spots(rectify_view(image, self.corners))
        if hidden.sum() == 1:  # the empty spot
            hidden &= self.best != LETTERS.index(".")
        margins = np.where(hidden, np.minimum(self.margin, MAX_HIDDEN_MARGIN), self.margin)
        all_notes = [*notes]
        if self.measures[measures.NAMES_LEAD] < MIN_NAMES_LEAD:
            all_notes.append("unusual colors: check that each group has its right name")
        corners = (self.corners / scale).round(1).tolist()
        return PhotoReading(
            letters="".join(LETTERS[color] for color in self.best),
            second="".join(LETTERS[color] for color in self.second),
            margins=tuple(margins.round(2).tolist()),
            corners=tuple((x, y) for x, y in corners),
            notes=tuple(all_notes),
            hidden=tuple(np.flatnonzero(hidden).tolist()),
        )


def read_at(
    image: Image.Image, corners: Floats, options: ReadOptions, *, either_way: bool = False,
    palette: Floats | None = None,
) -> KernelReading:  # fmt: skip
    """Read at four corners in pixels of ``image``, optionally with a known palette.

    The palette is as in `group_spots`.
    """
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1) / (5, 4, 5, 4)
    pitch = max(float(edges.mean()), 1.0)
    low = np.maximum(np.floor(corners.min(0) - PADDING * edges.max()), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(0) + PADDING * edges.max()), image.size).astype(int)
    scale = min(1.0, PITCH / pitch)
    size = [max(2, round(length * scale)) for length in (high - low).tolist()]
    resampling = pillow("Image").Resampling
    small = image.resize(
        (size[0], size[1]),
        resampling.BOX if scale < 1 else resampling.NEAREST,
        box=(*low.tolist(), *high.tolist()),
    )
    factor = np.array(size) / (high - low)
    local = np.ascontiguousarray((corners - low) * factor - 0.5)
    read = KernelReading(
        np.zeros(SPOTS, np.int64), np.zeros(SPOTS, np.int64), np.zeros(SPOTS), local,
        np.zeros(measures.MEASURES), np.zeros((5, 3)) if palette is None else palette.copy(),
    )  # fmt: skip
    is_grid = read_image(
        np.array(small), local, COLUMNS, options.low, options.high, options.counts,
        options.other_counts, options.empty_prices(either_way=either_way), read.palette, False,
        read.best, read.second, read.margin, read.measures,
    )  # fmt: skip
    if not is_grid:
        raise InputError("invalid corners: expected no three on one line")
    local[:] = (local + 0.5) / factor + low
    return read
