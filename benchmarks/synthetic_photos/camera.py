"""A camera over a table: projection, lens and sensor."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from benchmarks.synthetic_photos.levels import Level

__all__ = ["Camera", "develop"]

Floats = NDArray[np.floating]

GRAIN = 4
"""Size of noise blotches, pixels."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with radial distortion.

    Attributes
    ----------
    to_photo
        Homography, 3 x 3, from the table (cells from the center of the grid) to the picture.
    bend
        Radial distortion at the corner.
    size
        Width and height of the picture, pixels.
    lean
        Apparent offset of the top of an object one cell high from its foot, in cells.
    """

    to_photo: Floats
    bend: float
    size: tuple[int, int]
    lean: tuple[float, float]

    @classmethod
    def aim(
        cls, rng: np.random.Generator, level: Level, turned: float, size: tuple[int, int]
    ) -> Camera:
        """Hold a camera over a grid of 6 x 5 cells.

        Parameters
        ----------
        turned
            Rotation of the card in degrees, in addition to that of the level.
        """
        tilt, toward = math.radians(rng.uniform(*level.tilt)), rng.uniform(0, 2 * math.pi)
        roll = math.radians(rng.uniform(*level.roll) + turned)
        cos, sin = math.cos(tilt), math.sin(tilt)
        tipped = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
        rotation = _around(toward) @ tipped @ _around(-toward) @ _around(roll)
        focal = rng.uniform(0.9, 1.4) * size[0]
        lens = np.array([[focal, 0, 0], [0, focal, 0], [0, 0, 1.0]])
        edges = np.array([[-3, -2.5], [3, -2.5], [3, 2.5], [-3, 2.5]])

        def at(distance: float) -> Floats:
            plane = np.column_stack((rotation[:, 0], rotation[:, 1], [0, 0, distance]))
            result: Floats = lens @ plane
            return result

        wanted = rng.uniform(*level.share)
        near, far = 4.0, 80.0
        for _ in range(40):
            middle = (near + far) / 2
            extent = np.ptp(_mapped(at(middle), edges), 0) / size
            near, far = (middle, far) if extent.max() > wanted else (near, middle)
        seen = _mapped(at(far), edges)
        low, high = 0.02 * np.array(size) - seen.min(0), 0.98 * np.array(size) - seen.max(0)
        shift = np.eye(3)
        shift[:2, 2] = low + (high - low) * (0.1 + 0.8 * rng.random(2))
        view = rotation.T @ np.array([0, 0, -1.0])
        lean = (float(-view[0] / abs(view[2])), float(-view[1] / abs(view[2])))
        bend = float(rng.uniform(*level.bend) * rng.choice((-1, 1)))
        return cls(shift @ at(far), bend, size, lean)

    def places(self) -> NDArray[np.float32]:
        width, height = self.size
        rows, columns = np.mgrid[:height, :width]
        offset = np.stack((columns - width / 2, rows - height / 2), -1)
        straight = offset * (1 + self.bend * ((offset / self._reach) ** 2).sum(-1))[..., None]
        inverse = np.linalg.inv(self.to_photo)
        return _mapped(inverse, straight + np.array(self.size) / 2).astype(np.float32)

    def see(self, points: Floats) -> Floats:
        straight = (_mapped(self.to_photo, points) - np.array(self.size) / 2) / self._reach
        bent = straight
        for _ in range(20):
            bent = straight / (1 + self.bend * (bent**2).sum(-1, keepdims=True))
        return bent * self._reach + np.array(self.size) / 2

    @property
    def _reach(self) -> float:
        return math.hypot(*self.size) / 2


def _around(angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def _mapped(by: Floats, points: Floats) -> Floats:
    mapped = points @ by[:, :2].T + by[:, 2]
    return mapped[..., :2] / mapped[..., 2:]


def develop(rng: np.random.Generator, level: Level, light: NDArray[np.float32]) -> bytes:
    height, width, _ = light.shape
    light = np.clip(light, 0, 1)
    tones = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    tones += rng.uniform(0, 0.48) * (tones * tones * (3 - 2 * tones) - tones)
    gray = tones.mean(-1, keepdims=True)
    tones = np.clip(gray + (tones - gray) * rng.uniform(*level.saturation), 0, 1)
    image = _image(tones).filter(ImageFilter.GaussianBlur(rng.uniform(*level.blur)))
    if rng.random() < level.motion:
        image = _shaken(rng, image)
    noise = rng.standard_normal(light.shape, np.float32) * 0.8
    coarse = rng.standard_normal((height // GRAIN, width // GRAIN, 3), np.float32)
    for channel in range(3):
        blotches = Image.fromarray(coarse[..., channel]).resize(
            (width, height), Image.Resampling.BICUBIC
        )
        noise[..., channel] += np.asarray(blotches) * 0.45
    tones = np.asarray(image, np.float32) / 255
    tones += noise * rng.uniform(*level.noise) * (0.5 + np.sqrt(tones))
    image = _image(np.clip(tones, 0, 1))
    if rng.random() < 0.5:
        image = image.filter(ImageFilter.UnsharpMask(1.5, int(rng.uniform(30, 120)), 2))
    file = io.BytesIO()
    quality = int(rng.integers(level.quality[0], level.quality[1] + 1))
    image.save(file, "JPEG", quality=quality, subsampling=2)
    return file.getvalue()


def _image(tones: Floats) -> Image.Image:
    return Image.fromarray((tones * 255 + 0.5).astype(np.uint8))


def _shaken(rng: np.random.Generator, image: Image.Image) -> Image.Image:
    length, angle = int(rng.integers(3, 9)), rng.uniform(0, math.pi)
    pixels = np.asarray(image, np.float32)
    steps = np.linspace(-length / 2, length / 2, length)
    moved = (
        np.roll(pixels, (round(step * math.sin(angle)), round(step * math.cos(angle))), (0, 1))
        for step in steps.tolist()
    )
    return Image.fromarray((sum(moved, np.zeros_like(pixels)) / length).astype(np.uint8))
