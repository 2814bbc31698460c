"""Drawings of booths, one function per style."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

__all__ = ["DRAWN", "Brush", "Rgb", "box_around", "shaded"]

Rgb = tuple[int, int, int]
Point = tuple[float, float]

CANVAS = (245, 243, 237)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brush:
    """Common properties of the booths of a card; lengths are pixels of the card.

    Attributes
    ----------
    half
        Half a booth's width.
    lettering
        Color of letters on disks; None for a darker shade of the booth.
    rim
        Color of the outline, or None.
    corner
        Radius of a square's corners.
    lean
        Apparent offset of a standing booth's top from its foot.
    wall
        Color of walls, or None for the color of the booth.
    sloppiness
        See `Level`.
    """

    rng: np.random.Generator
    image: Image.Image
    draw: ImageDraw.ImageDraw
    half: float
    lettering: Rgb | None
    rim: Rgb | None
    corner: float
    lean: Point
    wall: Rgb | None
    sloppiness: float

    def sloppy(self, color: Rgb) -> Rgb:
        factor = 1 + self.rng.normal(0, self.sloppiness)
        noise = self.rng.normal(0, self.sloppiness / 4 * 255, 3)
        red, green, blue = (
            int(np.clip(channel * factor + off, 0, 255))
            for channel, off in zip(color, noise.tolist(), strict=True)
        )
        return red, green, blue


def shaded(color: Rgb, factor: float, more: float = 0) -> Rgb:
    red, green, blue = (int(min(max(channel * factor + more, 0), 255)) for channel in color)
    return red, green, blue


def box_around(at: Point, half: float) -> tuple[float, float, float, float]:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _square(brush: Brush, at: Point, color: Rgb, letter: str) -> None:
    del letter
    box = box_around(at, brush.half)
    brush.draw.rounded_rectangle(box, brush.corner, fill=color, outline=brush.rim, width=4)


def _field(brush: Brush, at: Point, color: Rgb, letter: str) -> None:
    del letter
    brush.draw.rectangle(box_around(at, brush.half), fill=color)


def _disk(brush: Brush, at: Point, color: Rgb, letter: str) -> None:
    brush.draw.ellipse(box_around(at, brush.half), fill=color, outline=brush.rim, width=5)
    font = ImageFont.load_default(brush.half * 1.15)
    fill = brush.lettering or shaded(color, 0.45)
    brush.draw.text(at, letter, fill=fill, anchor="mm", font=font, stroke_width=2, stroke_fill=fill)


def _booth(brush: Brush, at: Point, color: Rgb, letter: str) -> None:
    del letter
    rng, half = brush.rng, brush.half
    turn = math.radians(rng.normal(0, 3 + 30 * max(brush.sloppiness - 0.04, 0)))
    x, y = np.array(at) + rng.normal(0, brush.sloppiness * 0.6 * 2 * half, 2)
    cos, sin = math.cos(turn) * half, math.sin(turn) * half

    def corners(points: tuple[Point, ...], height: float, grown: float = 1) -> list[Point]:
        dx, dy = brush.lean[0] * height, brush.lean[1] * height
        return [
            (x + (cos * u - sin * v) * grown + dx, y + (sin * u + cos * v) * grown + dy)
            for u, v in points
        ]

    base = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    shadow = Image.new("L", brush.image.size, 0)
    away = [(u + half * 0.12, v + half * 0.1) for u, v in corners(base, 0)]
    ImageDraw.Draw(shadow).polygon(away, fill=120)
    left, top, right, bottom = box_around((float(x), float(y)), half * 2)
    reach = (int(left), int(top), int(right), int(bottom))
    brush.image.paste((38, 33, 30), reach, shadow.crop(reach).filter(ImageFilter.GaussianBlur(4)))
    for level in range(8):
        fill = brush.wall or shaded(color, 0.7)
        brush.draw.polygon(corners(base, level / 10, 0.9), fill=fill)
    eaves, ridge = corners(base, 0.8), corners(((-0.75, 0.0), (0.75, 0.0)), 1)
    light = rng.normal(0, 0.03)
    for points, factor in (
        ((eaves[0], eaves[1], ridge[1], ridge[0]), 1.1),
        ((eaves[2], eaves[3], ridge[0], ridge[1]), 0.82),
        ((eaves[1], eaves[2], ridge[1]), 0.95),
        ((eaves[3], eaves[0], ridge[0]), 0.9),
    ):
        brush.draw.polygon(points, fill=shaded(color, factor + light))


def _umbrella(brush: Brush, at: Point, color: Rgb, letter: str) -> None:
    del letter
    start = brush.rng.uniform(0, 360)
    box = box_around(at, brush.half)
    lit = brush.rng.uniform(0, 360)
    for wedge in range(8):
        angle = start + 45 * wedge
        factor = 0.92 + 0.1 * math.cos(math.radians(angle - lit))
        fill = shaded(color if wedge % 2 else CANVAS, factor)
        brush.draw.pieslice(box, angle, angle + 45, fill=fill)
    brush.draw.ellipse(box_around(at, brush.half * 0.08), fill=(90, 70, 50))


DRAWN: Mapping[str, Callable[[Brush, Point, Rgb, str], None]] = MappingProxyType(
    {"squares": _square, "fields": _field, "disks": _disk, "booths": _booth, "umbrellas": _umbrella}
)
"""Drawing functions by style."""
