"""Patches of a photo that may be booths: several ways to cut it, all to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.kernels.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.photo.geometry import Floats, light_of
from chatuchak_solver.photo.image_file import pillow

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


MEASURE: Final = ShippedKernel(
    *("photo", "chatuchak_solver.photo.kernels.patches", "measure_patches"),
    "int64[2] int64[1] float64[2]",
)
SIDES: Final = (480, 240)
"""The longer sides that a photo is made small to, pixels."""
FLAT: Final[dict[int, tuple[float, ...]]] = {
    480: (0.05, 0.03, 0.08, 0.018),
    240: (0.08, 0.05, 0.12),
}
"""Steepest change of color within a patch, from pixel to pixel."""
TONES: Final[dict[int, tuple[int, ...]]] = {480: (10, 16, 6), 240: (10, 16)}
"""Numbers of colors that a photo is cut to."""
ODD: Final = ((1, 16), (2, 24), (3, 24), (4, 32))
"""Pixels of blur, and pixels around, for booths with a pattern: more colorful than around them."""

LEAST_AREA, MOST_AREA = 0.0003, 0.025
"""Part of the picture."""
MOST_PATCHES: Final = 1500
LEAST_PATCHES: Final = 10
FULL: Final = (0.6, 1.12)
"""Area against that of an ellipse of the same moments: even and without holes."""
MOST_STRETCHED: Final = 9.0

PITCH: Final = 14.0
"""Pixels from spot to spot that a photo of several tiles is made small to."""
SQUARES: Final = (0.14, 1.3)
"""Area of a patch in squares of the pitch."""
FULL_AT_PITCH: Final = (0.5, 1.12)
"""As `FULL`, striped awnings taken in."""


class Patches(NamedTuple):
    """Patches of one cut.

    Attributes
    ----------
    middle
        float64 of shape (n, 2), pixels of the photo.
    area
        float64 of shape (n,), square pixels of the photo.
    """

    middle: Floats
    area: Floats


def patches_of(image: Image.Image) -> Iterator[Patches]:
    """Yield the patches of a photo, cut in one way after another, the likeliest first."""
    images, filters = pillow("Image"), pillow("ImageFilter")
    for side in SIDES:
        scale = min(1.0, side / max(image.size))
        size = (max(2, round(image.width * scale)), max(2, round(image.height * scale)))
        small = image.resize(size, images.Resampling.BOX).filter(filters.MedianFilter(3))
        lab = oklab(np.asarray(small))
        far, steep = _steepness(lab)
        for limit in FLAT[side]:
            yield from _suitable(np.where(steep < limit, 0, -1), scale)
        for tones in TONES[side]:
            yield from _suitable(_tones(far, tones), scale)
        if side == SIDES[-1]:
            for blur, around in ODD:
                yield from _suitable(_odd_colors(lab[..., 1:], blur, around, 0.008), scale)


def patches_at_pitch(image: Image.Image, pitch: float) -> Iterator[Patches]:
    """Yield the patches of six cuts of a photo whose spots are about ``pitch`` pixels apart."""
    images, filters = pillow("Image"), pillow("ImageFilter")
    scale = min(1.0, PITCH / pitch)
    size = (max(4, round(image.width * scale)), max(4, round(image.height * scale)))
    small = image.resize(size, images.Resampling.BOX)
    square = (pitch * scale) ** 2
    least, most = SQUARES[0] * square, SQUARES[1] * square
    colors = oklab(np.asarray(small))[..., 1:]
    lab = oklab(np.asarray(small.filter(filters.MedianFilter(3))))
    far, steep = _steepness(lab)
    cuts = [_odd_colors(colors, 1, 7, 0.004), _odd_colors(colors, 2, 10, 0.004)]
    cuts += [np.where(steep < limit, 0, -1) for limit in (0.05, 0.09)]
    cuts += [_tones(far, tones) for tones in (10, 16)]
    for tags in cuts:
        yield _shaped(tags, scale, least, most, FULL_AT_PITCH)


def _steepness(lab: Floats) -> tuple[Floats, Floats]:
    """Return colors in which hue counts more than light, and how fast they change there."""
    far = lab * np.array([0.7, 1.6, 1.6])
    steep = np.full(lab.shape[:2], 9.0)
    across = np.linalg.norm(far[1:-1, 2:] - far[1:-1, :-2], axis=-1)
    along = np.linalg.norm(far[2:, 1:-1] - far[:-2, 1:-1], axis=-1)
    steep[1:-1, 1:-1] = np.maximum(across, along)
    return far, steep


def _tones(far: Floats, tones: int) -> NDArray[np.int64]:
    """Return which of a number of colors each pixel is nearest to."""
    images = pillow("Image")
    shown = np.clip((far - far.mean((0, 1))) / 0.7 * 255 + 128, 0, 255).astype(np.uint8)
    colors, plain = images.Quantize.MEDIANCUT, images.Dither.NONE
    few = images.fromarray(np.ascontiguousarray(shown[::3, ::3]))
    settled = few.quantize(tones, colors, 2, dither=plain)  # k-means is slow on all pixels
    return np.asarray(images.fromarray(shown).quantize(palette=settled, dither=plain), np.int64)


def _odd_colors(colors: Floats, blur: int, around: int, least: float) -> NDArray[np.int64]:
    """Return 0 where a pixel is more colorful than around it, elsewhere -1."""
    soft = _blurred(colors, blur)
    odd = np.linalg.norm(soft - _blurred(soft, around), axis=-1)
    return np.where(odd > np.maximum(_blurred(odd, around), least), 0, -1)


def oklab(srgb: NDArray[np.uint8]) -> Floats:
    """Return OKLab of sRGB pixels, of shape (..., 3); see `to_oklab`."""
    cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    axes = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.asarray(np.cbrt(light_of(srgb) @ cones.T) @ axes.T)


def _blurred(values: Floats, radius: int) -> Floats:
    """Return means over squares of 2 ``radius`` + 1 pixels, the edge repeated."""
    width = 2 * radius + 1
    flat = [(0, 0)] * (values.ndim - 2)
    padded = np.pad(values, [(radius + 1, radius)] * 2 + flat, mode="edge").cumsum(0).cumsum(1)
    upper, lower = padded[:-width], padded[width:]
    total = lower[:, width:] - lower[:, :-width] - upper[:, width:] + upper[:, :-width]
    return np.asarray(total / width**2)


def _suitable(tags: NDArray[np.int64], scale: float) -> Iterator[Patches]:
    """Yield the patches of a cut that may be booths, unless they are too few or too many."""
    least, most = max(tags.size * LEAST_AREA, 6), tags.size * MOST_AREA
    patches = _shaped(tags, scale, least, most, FULL)
    if LEAST_PATCHES <= len(patches.area) <= MOST_PATCHES:
        yield patches


def _shaped(
    tags: NDArray[np.int64], scale: float, least: float, most: float, fullness: tuple[float, float]
) -> Patches:
    """Return the patches of a cut whose area and shape are those of booths."""
    sums = np.zeros((tags.size, 6))
    MEASURE(np.ascontiguousarray(tags, np.int64), np.zeros(tags.size, np.int64), sums)
    sums = sums[(sums[:, 0] > least) & (sums[:, 0] < most)]
    area = sums[:, 0]
    x, y = sums[:, 1] / area, sums[:, 2] / area
    xx, xy, yy = sums[:, 3] / area - x * x, sums[:, 4] / area - x * y, sums[:, 5] / area - y * y
    spread = np.maximum((xx + 1 / 12) * (yy + 1 / 12) - xy * xy, 1e-9)
    longest = (xx + yy) / 2 + np.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    full = area / (4 * np.pi * np.sqrt(spread))
    good = (full > fullness[0]) & (full < fullness[1]) & (longest**2 < spread * MOST_STRETCHED)
    return Patches((np.column_stack((x, y))[good] + 0.5) / scale, area[good] / scale**2)
