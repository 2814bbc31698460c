"""Levels of photo quality: ranges and probabilities of defects."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["LEVELS", "Level"]

Range = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Ranges of uniform distributions, and probabilities.

    Attributes
    ----------
    tilt, roll
        Degrees between camera and table, and of the card's rotation in the picture.
    share
        Fraction of the picture's width or height covered by the thirty spots.
    bend
        Radial distortion at the picture's corner.
    falloff
        Fraction of light lost from the brightest to the darkest side.
    cast
        Standard deviation of the light's color, in natural logarithms of red over blue.
    two_lamps, shadow, glare, motion
        Probabilities.
    shade
        Fraction of light in a shadow.
    haze
        Light scattered over the picture by the lens.
    exposure, saturation
        Factors of the camera.
    blur
        Standard deviation, pixels.
    noise
        Standard deviation at middle gray, as a fraction of white.
    quality
        Quality of the JPEG file.
    sloppiness
        Variation between spots of a color.
    litter
        Maximum number of colored objects near the card.
    tap
        Standard deviation of a tap, as a fraction of the grid's diagonal.
    """

    tilt: Range
    roll: Range
    share: Range
    bend: Range
    falloff: Range
    cast: float
    two_lamps: float
    shadow: float
    shade: Range
    glare: float
    haze: Range
    exposure: Range
    saturation: Range
    blur: Range
    motion: float
    noise: Range
    quality: tuple[int, int]
    sloppiness: float
    litter: int
    tap: float


LEVELS = MappingProxyType(
    {
        "easy": Level(
            tilt=(0, 12), roll=(-5, 5), share=(0.62, 0.85), bend=(0, 0.01), falloff=(0, 0.2),
            cast=0.06, two_lamps=0, shadow=0, shade=(1, 1), glare=0, haze=(0, 0.02),
            exposure=(0.75, 0.95), saturation=(0.95, 1.15), blur=(0, 0.7), motion=0,
            noise=(0.004, 0.01), quality=(78, 90), sloppiness=0.02, litter=0, tap=0.006,
        ),
        "normal": Level(
            tilt=(5, 25), roll=(-14, 14), share=(0.5, 0.8), bend=(0, 0.03), falloff=(0.1, 0.45),
            cast=0.15, two_lamps=0.3, shadow=0.4, shade=(0.5, 0.8), glare=0.25, haze=(0, 0.08),
            exposure=(0.6, 1.05), saturation=(0.85, 1.25), blur=(0.4, 1.5), motion=0.2,
            noise=(0.008, 0.02), quality=(50, 85), sloppiness=0.04, litter=3, tap=0.01,
        ),
        "hard": Level(
            tilt=(15, 35), roll=(-20, 20), share=(0.4, 0.72), bend=(0.02, 0.08),
            falloff=(0.3, 0.65), cast=0.3, two_lamps=0.6, shadow=0.8, shade=(0.3, 0.65),
            glare=0.5, haze=(0.03, 0.18), exposure=(0.4, 1.25), saturation=(0.7, 1.35),
            blur=(1, 2.8), motion=0.5, noise=(0.015, 0.04), quality=(30, 60), sloppiness=0.06,
            litter=6, tap=0.015,
        ),
    }
)  # fmt: skip
