"""Segmentation of a photo into patches that may be booths, by several methods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chatuchak_solver.photo.geometry import Floats, linear_light
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.photo.kernels.patches import measure_patches

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


SIDES: Final = (480, 240)
"""Maximum side of the downscaled photo, in pixels."""
MAX_GRADIENTS: Final[dict[int, tuple[float, ...]]] = {
    480: (0.05, 0.03, 0.08, 0.018),
    240: (0.08, 0.05, 0.12),
}
"""Maximum color difference between adjacent pixels of a patch, by side."""
TONES: Final[dict[int, tuple[int, ...]]] = {480: (10, 16, 6), 240: (10, 16)}
"""Palette sizes of quantization, by side."""
SALIENCE: Final = ((1, 16), (2, 24), (3, 24), (4, 32))
"""Blur radius and surround radius, in pixels, for patterned booths on a duller background."""

MIN_AREA, MAX_AREA = 0.0003, 0.025
"""Area of a patch, relative to the image."""
MAX_PATCHES: Final = 1500
MIN_PATCHES: Final = 10
FILL: Final = (0.6, 1.12)
"""Range of the area relative to an ellipse of the same moments: compact and without holes."""
MAX_ELONGATION: Final = 9.0

PITCH: Final = 14.0
"""Pixels per spot of the downscaled photo of several tiles."""
PITCH_AREA: Final = (0.14, 1.3)
"""Range of the area of a patch, in squares of the pitch."""
PITCH_FILL: Final = (0.5, 1.12)
"""`FILL` for patches at a known pitch, including striped awnings."""


class Patches(NamedTuple):
    """Patches of a segmentation.

    Attributes
    ----------
    middle
        float64 of shape (n, 2), in pixels of the photo.
    area
        float64 of shape (n,), in square pixels of the photo.
    """

    middle: Floats
    area: Floats


def segmentations(image: Image.Image) -> Iterator[Patches]:
    """Yield the patches of a photo by one segmentation after another, most successful first."""
    images, filters = pillow("Image"), pillow("ImageFilter")
    for side in SIDES:
        scale = min(1.0, side / max(image.size))
        size = (max(2, round(image.width * scale)), max(2, round(image.height * scale)))
        small = image.resize(size, images.Resampling.BOX).filter(filters.MedianFilter(3))
        lab = oklab(np.asarray(small))
        scaled, gradient = _gradient(lab)
        for limit in MAX_GRADIENTS[side]:
            yield from _filter_count(np.where(gradient < limit, 0, -1), scale)
        for tones in TONES[side]:
            yield from _filter_count(_quantize(scaled, tones), scale)
        if side == SIDES[-1]:
            for blur, surround in SALIENCE:
                yield from _filter_count(_salient(lab[..., 1:], blur, surround, 0.008), scale)


def segmentations_at_pitch(image: Image.Image, pitch: float) -> Iterator[Patches]:
    """Yield the patches by six segmentations of a photo with ``pitch`` pixels per spot."""
    images, filters = pillow("Image"), pillow("ImageFilter")
    scale = min(1.0, PITCH / pitch)
    size = (max(4, round(image.width * scale)), max(4, round(image.height * scale)))
    small = image.resize(size, images.Resampling.BOX)
    square = (pitch * scale) ** 2
    low, high = PITCH_AREA[0] * square, PITCH_AREA[1] * square
    colors = oklab(np.asarray(small))[..., 1:]
    lab = oklab(np.asarray(small.filter(filters.MedianFilter(3))))
    scaled, gradient = _gradient(lab)
    segments = [_salient(colors, 1, 7, 0.004), _salient(colors, 2, 10, 0.004)]
    segments += [np.where(gradient < limit, 0, -1) for limit in (0.05, 0.09)]
    segments += [_quantize(scaled, tones) for tones in (10, 16)]
    for tags in segments:
        yield _measure(tags, scale, low, high, PITCH_FILL)


def _gradient(lab: Floats) -> tuple[Floats, Floats]:
    """Return colors scaled to favor hue over lightness, and their gradient."""
    scaled = lab * np.array([0.7, 1.6, 1.6])
    gradient = np.full(lab.shape[:2], 9.0)
    across = np.linalg.norm(scaled[1:-1, 2:] - scaled[1:-1, :-2], axis=-1)
    down = np.linalg.norm(scaled[2:, 1:-1] - scaled[:-2, 1:-1], axis=-1)
    gradient[1:-1, 1:-1] = np.maximum(across, down)
    return scaled, gradient


def _quantize(scaled: Floats, tones: int) -> NDArray[np.int64]:
    images = pillow("Image")
    values = np.clip((scaled - scaled.mean((0, 1))) / 0.7 * 255 + 128, 0, 255).astype(np.uint8)
    method, no_dither = images.Quantize.MEDIANCUT, images.Dither.NONE
    sample = images.fromarray(np.ascontiguousarray(values[::3, ::3]))
    palette = sample.quantize(tones, method, 2, dither=no_dither)  # k-means is slow on all pixels
    return np.asarray(
        images.fromarray(values).quantize(palette=palette, dither=no_dither), np.int64
    )


def _salient(colors: Floats, blur: int, surround: int, threshold: float) -> NDArray[np.int64]:
    """Return 0 for pixels that differ from their surround more than usual, else -1."""
    soft = _box_blur(colors, blur)
    contrast = np.linalg.norm(soft - _box_blur(soft, surround), axis=-1)
    return np.where(contrast > np.maximum(_box_blur(contrast, surround), threshold), 0, -1)


def oklab(srgb: NDArray[np.uint8]) -> Floats:
    """Convert sRGB to OKLab, of shape (..., 3); see `to_oklab`."""
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
    return np.asarray(np.cbrt(linear_light(srgb) @ cones.T) @ axes.T)


def _box_blur(values: Floats, radius: int) -> Floats:
    width = 2 * radius + 1
    flat = [(0, 0)] * (values.ndim - 2)
    padded = np.pad(values, [(radius + 1, radius)] * 2 + flat, mode="edge").cumsum(0).cumsum(1)
    upper, lower = padded[:-width], padded[width:]
    total = lower[:, width:] - lower[:, :-width] - upper[:, width:] + upper[:, :-width]
    return np.asarray(total / width**2)


def _filter_count(tags: NDArray[np.int64], scale: float) -> Iterator[Patches]:
    low, high = max(tags.size * MIN_AREA, 6), tags.size * MAX_AREA
    patches = _measure(tags, scale, low, high, FILL)
    if MIN_PATCHES <= len(patches.area) <= MAX_PATCHES:
        yield patches


def _measure(
    tags: NDArray[np.int64], scale: float, low: float, high: float, fill_range: tuple[float, float]
) -> Patches:
    sums = np.zeros((tags.size, 6))
    measure_patches(np.ascontiguousarray(tags, np.int64), np.zeros(tags.size, np.int64), sums)
    sums = sums[(sums[:, 0] > low) & (sums[:, 0] < high)]
    area = sums[:, 0]
    x, y = sums[:, 1] / area, sums[:, 2] / area
    xx, xy, yy = sums[:, 3] / area - x * x, sums[:, 4] / area - x * y, sums[:, 5] / area - y * y
    determinant = np.maximum((xx + 1 / 12) * (yy + 1 / 12) - xy * xy, 1e-9)
    major = (xx + yy) / 2 + np.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    fill = area / (4 * np.pi * np.sqrt(determinant))
    good = (
        (fill > fill_range[0]) & (fill < fill_range[1]) & (major**2 < determinant * MAX_ELONGATION)
    )
    return Patches((np.column_stack((x, y))[good] + 0.5) / scale, area[good] / scale**2)
