"""A synthetic photo and its ground truth."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.synthetic_photos.camera import Camera, develop
from benchmarks.synthetic_photos.cards import (
    CELL,
    HELD_OUT_PALETTE,
    HELD_OUT_STYLE,
    PALETTES,
    STYLES,
    Card,
    draw_card,
)
from benchmarks.synthetic_photos.levels import LEVELS, Level
from benchmarks.synthetic_photos.light import light_up, smooth_step
from benchmarks.synthetic_photos.tables import TEXTURE, draw_table, linear
from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS

__all__ = ["HELD_OUT_STYLE", "STYLES", "SyntheticPhoto", "synthetic_photo"]

Floats = NDArray[np.floating]

SIZE = (1200, 900)
START_GRIDS = 0.85
"""Fraction of cards with a start grid instead of a position of a game; 0.4 for booths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticPhoto:
    """A photo with ground truth.

    Attributes
    ----------
    jpeg
        Content of the file.
    grid
        Colors of the booths.
    corners
        Centers of the four corner spots, clockwise from the upper left: (4, 2), pixels.
    taps
        Taps of a person on the corner spots.
    style, palette
        Appearance of the card.
    glare, shadow
        Whether the light has any.
    """

    jpeg: bytes
    grid: Grid
    corners: NDArray[np.floating]
    taps: NDArray[np.floating]
    style: str
    palette: str
    glare: bool
    shadow: bool


def synthetic_photo(
    seed: int, level: str, style: str | None = None, *, turned: float = 0
) -> SyntheticPhoto:
    """Take a photo.

    Parameters
    ----------
    seed
        Source of all other properties; photos of one seed at two levels are independent.
    level
        One of `LEVELS`.
    style
        One of `STYLES`, or `HELD_OUT_STYLE`, which has its own palette; by default the styles
        alternate.
    turned
        Rotation of the card, clockwise, in degrees.
    """
    settings = LEVELS[level]
    style = style or STYLES[seed % len(STYLES)]
    rng = np.random.default_rng([seed, *level.encode()])
    palettes = [name for name in PALETTES if name != HELD_OUT_PALETTE]
    palette = palettes[rng.integers(len(palettes))]
    if style == HELD_OUT_STYLE:
        palette = HELD_OUT_PALETTE
    grid = _grid(rng, START_GRIDS if style != "booths" else 0.4)
    size = SIZE if rng.random() < 0.65 else SIZE[::-1]
    camera = Camera.aim(rng, settings, turned, size)
    height = rng.uniform(0.2, 0.5)
    card = draw_card(
        rng, grid, style, palette, lean=(camera.lean[0] * height, camera.lean[1] * height),
        sloppiness=settings.sloppiness,
    )  # fmt: skip
    places = camera.places()
    scene, on_card = _scene(rng, settings, card, places, palette)
    lit = light_up(rng, settings, scene, places, on_card)
    jpeg = develop(rng, settings, lit.light)
    corners = camera.see(np.array([[-2.5, -2], [2.5, -2], [2.5, 2], [-2.5, 2]]))
    edges = camera.see(np.array([[-3, -2.5], [3, -2.5], [3, 2.5], [-3, 2.5]]))
    diagonal = (math.dist(edges[0], edges[2]) + math.dist(edges[1], edges[3])) / 2
    return SyntheticPhoto(
        jpeg=jpeg, grid=grid, corners=corners,
        taps=corners + rng.normal(0, settings.tap * diagonal, (4, 2)),
        style=style, palette=palette, glare=lit.glare, shadow=lit.shadow,
    )  # fmt: skip


def _grid(rng: np.random.Generator, start_grids: float) -> Grid:
    if rng.random() < start_grids:
        start = next(iter(generate_start_grids(1, seed=int(rng.integers(2**31)))))
        return start.grid
    booths = [color for color, count in enumerate(STANDARD_COUNTS) for _ in range(count)]
    if rng.random() < 0.5:
        booths = rng.permutation(booths).tolist()
    else:
        for _ in range(int(rng.integers(1, 8))):
            first, second = rng.integers(len(booths), size=2)
            booths[first], booths[second] = booths[second], booths[first]
    booths.insert(int(rng.integers(len(booths) + 1)), -1)
    return Grid.from_colors(booths, board=STANDARD_BOARD)


def _scene(
    rng: np.random.Generator, level: Level, card: Card, places: Floats, palette: str
) -> tuple[Floats, Floats]:
    x, y = places[..., 0], places[..., 1]
    texture, cells = draw_table(rng)
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else rng.normal(0, 0.1)
    along = (x * math.cos(angle) - y * math.sin(angle)) / cells * TEXTURE + TEXTURE * 16
    across = (x * math.sin(angle) + y * math.cos(angle)) / cells * TEXTURE + TEXTURE * 16
    scene = _looked_up(texture, along % (TEXTURE - 1), across % (TEXTURE - 1))
    half_width, half_height = card.half_size
    for _ in range(int(rng.integers(0, level.litter + 1))):
        at_x, at_y, radius = rng.uniform(-6, 6), rng.uniform(-5, 5), rng.uniform(0.15, 0.5)
        if abs(at_x) < half_width + radius and abs(at_y) < half_height + radius:
            continue
        far = np.hypot(x - at_x, y - at_y)
        color = linear(np.array(PALETTES[palette][rng.integers(5)]) / 255)
        inside = smooth_step(radius, radius * 0.93, far)[..., None]
        scene = scene * (1 - inside) + color * inside
    out = np.maximum(np.abs(x - 0.08) - half_width, np.abs(y - 0.08) - half_height)
    scene = scene * (1 - 0.45 * smooth_step(0.12, -0.05, out))[..., None]  # the card's shadow
    drawn = linear(card.pixels / 255)
    grain = rng.uniform(0.005, 0.05)
    on_card = ((np.abs(x) < half_width) & (np.abs(y) < half_height)).astype(np.float32)
    seen = _looked_up(drawn, (x + half_width) * CELL - 0.5, (y + half_height) * CELL - 0.5)
    paper = Image.fromarray(rng.standard_normal((90, 90)).astype(np.float32))
    fibres = np.asarray(paper.resize(x.shape[::-1], Image.Resampling.BICUBIC))
    seen = seen * np.exp(fibres * grain)[..., None]
    return scene * (1 - on_card[..., None]) + seen * on_card[..., None], on_card


def _looked_up(texture: Floats, x: Floats, y: Floats) -> Floats:
    height, width, _ = texture.shape
    x, y = np.clip(x, 0, width - 1.001), np.clip(y, 0, height - 1.001)
    left, top = x.astype(np.int64), y.astype(np.int64)
    right, down = (x - left)[..., None], (y - top)[..., None]
    upper = texture[top, left] * (1 - right) + texture[top, left + 1] * right
    lower = texture[top + 1, left] * (1 - right) + texture[top + 1, left + 1] * right
    result: Floats = upper * (1 - down) + lower * down
    return result
