"""Tables under cards, and objects on tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TEXTURE", "draw_table", "linear", "smooth_noise"]

TEXTURE = 512
"""Pixels of a table's repeating texture."""

TONES = (
    (121, 86, 57), (164, 121, 82), (91, 62, 47), (199, 169, 131), (61, 61, 64), (224, 221, 214),
    (151, 150, 149), (51, 76, 119), (121, 42, 46), (61, 94, 71), (189, 179, 62), (201, 122, 141),
)  # fmt: skip


def linear(srgb: NDArray[np.floating]) -> NDArray[np.float32]:
    low = srgb / 12.92
    return np.where(srgb <= 0.04045, low, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def smooth_noise(
    rng: np.random.Generator, size: tuple[int, int], cells: int, octaves: int = 3
) -> NDArray[np.float32]:
    """Return noise of mean 0 and deviation 1: a sum of enlarged random tables, finer ones weaker.

    Parameters
    ----------
    size
        Width and height, pixels.
    cells
        Width of the coarsest table, in random values.
    octaves
        Number of tables.
    """
    total = np.zeros(size[::-1], np.float32)
    for octave in range(octaves):
        number = cells * 2**octave
        rough = rng.standard_normal((number, number)).astype(np.float32)
        total += (
            np.asarray(Image.fromarray(rough).resize(size, Image.Resampling.BICUBIC)) / 2**octave
        )
    result: NDArray[np.float32] = (total - total.mean()) / total.std()
    return result


def draw_table(rng: np.random.Generator) -> tuple[NDArray[np.float32], float]:
    kind = ("plain", "cloth", "wood", "wood", "weave", "checks", "stripes")[rng.integers(7)]
    size = (TEXTURE, TEXTURE)
    tone = np.array(TONES[rng.integers(len(TONES) if kind != "wood" else 5)], float)
    base = linear(np.clip(tone + rng.normal(0, 8, 3), 5, 250) / 255)
    y, x = np.mgrid[:TEXTURE, :TEXTURE]
    if kind in ("checks", "stripes"):
        period = int(rng.choice((64, 128)))
        share = (x // (period // 2) % 2).astype(np.float32)
        if kind == "checks":
            share = (share + y // (period // 2) % 2) / 2
        other = linear(np.array(TONES[rng.integers(len(TONES))], float) / 255)
        mixed = base * (1 - share[..., None]) + other * share[..., None]
        grain = np.exp(smooth_noise(rng, size, 8) * 0.05)
        return mixed * grain[..., None], float(rng.uniform(2.5, 6))
    if kind == "plain":
        relief = smooth_noise(rng, size, 2) * 0.03
    elif kind == "cloth":
        relief = smooth_noise(rng, size, int(rng.integers(4, 40))) * rng.uniform(0.08, 0.3)
    elif kind == "weave":
        waves = np.sin(2 * np.pi * x / 16) * np.sin(2 * np.pi * y / 16)
        relief = waves * 0.2 + smooth_noise(rng, size, 6) * 0.08
    else:
        warp = smooth_noise(rng, size, 2, 2) * 0.02
        rings = np.sin(2 * np.pi * int(rng.integers(8, 30)) * (y / TEXTURE + warp)) * 0.5
        planks = np.repeat(rng.normal(0, 0.8, 4), TEXTURE // 4)[:, None]
        relief = (rings + planks + smooth_noise(rng, size, 24) * 0.3) * rng.uniform(0.08, 0.2)
        relief[y % (TEXTURE // 4) < 3] -= 0.4
    return (base * np.exp(relief)[..., None]).astype(np.float32), float(rng.uniform(3, 9))
