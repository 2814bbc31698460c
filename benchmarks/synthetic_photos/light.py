"""Effects of lamps, shadows, shine and lenses, in linear light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.synthetic_photos.levels import Level

__all__ = ["Lit", "light_up", "smooth_step"]

Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Lit:
    """A lit scene.

    Attributes
    ----------
    light
        float32 of shape (height, width, 3).
    glare, shadow
        Whether the picture contains any.
    """

    light: Floats
    glare: bool
    shadow: bool


def smooth_step(low: float, high: float, at: Floats) -> Floats:
    part = np.clip((at - low) / (high - low), 0, 1)
    result: Floats = part * part * (3 - 2 * part)
    return result


def light_up(
    rng: np.random.Generator, level: Level, scene: Floats, places: Floats, on_card: Floats
) -> Lit:
    """Light a scene.

    Parameters
    ----------
    rng
        Source of all unspecified properties.
    level
        Ranges of the defects.
    scene
        Reflectance, float32 of shape (height, width, 3).
    places
        Position of each pixel on the table, in cells from the center of the grid, shape
        (height, width, 2).
    on_card
        1 on the card and 0 elsewhere, shape (height, width).
    """
    height, width, _ = scene.shape
    reach = math.hypot(width, height) / 2
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    x, y = (columns - width / 2) / reach, (rows - height / 2) / reach
    tint = _tint(rng, level)
    color: Floats = np.broadcast_to(tint, scene.shape).astype(np.float32)
    if rng.random() < level.two_lamps:
        angle = rng.uniform(0, 2 * math.pi)
        along = x * math.cos(angle) + y * math.sin(angle)
        part = smooth_step(-rng.uniform(0.3, 1), rng.uniform(0.3, 1), along)[..., None]
        color = color * (1 - part) + _tint(rng, level) * part
    light = _falloff(rng, level, x, y)[..., None] * color
    shadow = bool(rng.random() < level.shadow)
    if shadow:
        light = light * _shadow(rng, level, x, y)
    lit = scene * light
    glare = bool(rng.random() < level.glare)
    if glare:
        for _ in range(int(rng.integers(1, 3))):
            shine = _shine(rng, places)
            lit += (shine * (0.1 + 0.9 * on_card))[..., None] * color
    white = np.percentile(lit.mean(-1)[on_card > 0.5][::7], 97)
    lit *= rng.uniform(*level.exposure) * 0.85 / white
    haze = rng.uniform(*level.haze)
    return Lit(lit * (1 - haze) + haze * 0.5 * color, glare, shadow)


def _tint(rng: np.random.Generator, level: Level) -> Floats:
    warm, green = rng.normal(0, level.cast), rng.normal(0, level.cast * 0.15)
    tint: Floats = np.exp(np.array([0.8 * warm, green, -0.95 * warm])).astype(np.float32)
    return tint


def _falloff(rng: np.random.Generator, level: Level, x: Floats, y: Floats) -> Floats:
    lost = rng.uniform(*level.falloff)
    angle = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.5:
        field = 1 - lost * (x * math.cos(angle) + y * math.sin(angle) + 1) / 2
    else:  # a lamp near one side
        apart = (x - 1.1 * math.cos(angle)) ** 2 + (y - 1.1 * math.sin(angle)) ** 2
        field = 1 - lost + lost * 1.6 / (1 + 1.5 * apart)
    result: Floats = field * (1 - rng.uniform(0, 0.25) * (x * x + y * y))  # darker corners
    return result


def _shadow(rng: np.random.Generator, level: Level, x: Floats, y: Floats) -> Floats:
    angle, soft = rng.uniform(0, 2 * math.pi), rng.uniform(0.01, 0.2)
    cos, sin = math.cos(angle), math.sin(angle)
    edge = x * cos + y * sin - rng.uniform(-0.35, 0.35) + 0.05 * np.sin(6 * (x * sin - y * cos))
    if rng.random() < 0.4:  # a band: an arm
        edge = np.abs(edge) - rng.uniform(0.1, 0.3)
    inside = smooth_step(-soft, soft, edge)[..., None]
    left = rng.uniform(*level.shade) * np.array([0.97, 1, 1.06], np.float32)  # bluer
    result: Floats = 1 - inside * (1 - left)
    return result


def _shine(rng: np.random.Generator, places: Floats) -> Floats:
    x, y = places[..., 0] - rng.uniform(-2.5, 2.5), places[..., 1] - rng.uniform(-2, 2)
    angle = rng.uniform(0, math.pi)
    along = (x * math.cos(angle) + y * math.sin(angle)) / rng.uniform(0.3, 1.2)
    across = (y * math.cos(angle) - x * math.sin(angle)) / rng.uniform(0.2, 0.6)
    return np.exp(-(along**2) - across**2).astype(np.float32) * rng.uniform(0.15, 1)
