"""Scenes of tiles under a lamp, and their photos by the path tracer Mitsuba (pip install mitsuba).

They share nothing with the reader. All numbers of a scene follow from its seed.
"""

from __future__ import annotations

import importlib
import io
import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from PIL import Image, ImageFilter

from benchmarks.synthetic_photos.cards import CELL, PALETTES, draw_card
from benchmarks.synthetic_photos.tables import draw_table
from chatuchak_generators import generate_start_grids
from chatuchak_solver.puzzle import Grid

__all__ = ["LIGHTS", "RenderedPhoto", "rendered_photo"]

VARIANT: Final = "scalar_rgb"
"""Slower than that compiled by LLVM, which some processors' wide registers break."""
STYLES: Final = ("squares", "fields", "disks", "booths", "wood")
SIZE: Final = (800, 600)
SAMPLES: Final = 24
"""Paths a pixel; what they leave of noise stands for the sensor's."""
APART: Final = 0.8
"""Between cards, in spots."""
WOOD: Final = 0.3
"""Half the side of a wooden booth, in spots; it stands so much above the board."""
TABLE: Final = 400.0
"""Side of the table, in spots."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Light:
    """What lights a table: all around, and a lamp of some size, each a color and its strength."""

    around: Rgb
    lamp: Rgb
    side: float
    noise: float
    """Of the sensor, in bytes."""


LIGHTS: Final = MappingProxyType(
    {
        "daylight": Light((0.8, 0.9, 1.0), (3.0, 3.0, 3.0), 6.0, 2.0),
        "lamp": Light((0.25, 0.2, 0.15), (40.0, 28.0, 15.0), 1.2, 3.0),
        "evening": Light((0.08, 0.05, 0.03), (20.0, 11.0, 4.0), 1.6, 6.0),
        "flash": Light((0.2, 0.18, 0.15), (60.0, 62.0, 66.0), 0.5, 3.0),
    }
)


@dataclass(frozen=True)
class RenderedPhoto:
    """A photo and its truth, row by row."""

    jpeg: bytes
    grids: tuple[Grid, ...]
    style: str


def rendered_photo(seed: int, light: str, rows: int, columns: int) -> RenderedPhoto:
    """Return a photo of so many rows and columns of tiles.

    Raises
    ------
    ModuleNotFoundError
        If mitsuba is not installed.
    """
    rng = np.random.default_rng(seed)
    starts = generate_start_grids(rows * columns, seed=seed)
    grids = tuple(start.grid for start in starts)
    style = str(rng.choice(STYLES))
    palette = str(rng.choice(["print", "print", "paint", "bright", "pale"]))
    pixels = _developed(_traced(rng, LIGHTS[light], grids, columns, style, palette), rng)
    noisy = pixels + rng.normal(0, LIGHTS[light].noise, pixels.shape)
    image = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    file = io.BytesIO()
    soft = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 1.2)))
    soft.save(file, "JPEG", quality=int(rng.integers(75, 93)))
    return RenderedPhoto(file.getvalue(), grids, style)


def _traced(
    rng: np.random.Generator, light: Light, grids: tuple[Grid, ...], columns: int, style: str,
    palette: str,
) -> Any:  # fmt: skip
    """Return linear light, float of shape (height, width, 3)."""
    mi = importlib.import_module("mitsuba")
    mi.set_variant(VARIANT)
    at = mi.ScalarTransform4f()
    design = int(rng.integers(2**31))  # the cards of one box are printed alike
    cards = [_card(grid, style, palette, design) for grid in grids]
    width, height = (side / CELL for side in (cards[0].shape[1], cards[0].shape[0]))
    rows = len(grids) // columns
    wide, high = (width + APART) * columns, (height + APART) * rows
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 5},
        "around": {"type": "constant", "radiance": _rgb(light.around)},
    }
    scene["table"] = {
        "type": "rectangle",
        "to_world": at.scale(TABLE / 2),
        "bsdf": {"type": "diffuse", "reflectance": _table(mi, rng)},
    }
    shine = float(rng.uniform(0.03, 0.3))
    for number, (grid, card) in enumerate(zip(grids, cards, strict=True)):
        row, column = divmod(number, columns)
        x = (column + 0.5) * (width + APART) - wide / 2 + rng.uniform(-0.2, 0.2)
        y = high / 2 - (row + 0.5) * (height + APART) + rng.uniform(-0.2, 0.2)
        there = at.translate([x, y, 0.03]).rotate([0, 0, 1], float(rng.uniform(-6, 6)))
        ink = {"type": "bitmap", "bitmap": mi.Bitmap(card[::-1].copy())}
        scene[f"card{number}"] = {
            "type": "rectangle",
            "to_world": there.scale([width / 2, height / 2, 1]),
            "bsdf": {"type": "roughplastic", "diffuse_reflectance": ink, "alpha": shine},
        }
        if style == "wood":
            scene |= _wooden(mi, there, number, grid, palette, shine)
    tilt = math.radians(float(rng.uniform(3, 28)))
    far = 1.15 * max(wide, high * SIZE[0] / SIZE[1]) / (2 * math.tan(math.radians(25)))
    eye = [float(rng.uniform(-0.1, 0.1)) * far, -far * math.sin(tilt), far * math.cos(tilt)]
    scene["camera"] = {
        "type": "perspective",
        "fov": 52,
        "to_world": at.look_at(origin=eye, target=[0, 0, 0], up=[0, 1, 0]),
        "film": {"type": "hdrfilm", "width": SIZE[0], "height": SIZE[1]},
        "sampler": {"type": "independent", "sample_count": SAMPLES},
    }
    place = [float(rng.uniform(-1, 1)) * wide, float(rng.uniform(-0.3, 1)) * high, 1.2 * far]
    if light.side < 1:
        place = [eye[0] + 0.08 * far, eye[1], eye[2]]  # beside the lens
    facing = at.look_at(origin=place, target=[0, 0, 0], up=[0, 1, 0.1])
    size = light.side * far / 20
    strength = [one * (3 / light.side) for one in light.lamp]
    scene["lamp"] = {
        "type": "rectangle",
        "to_world": facing.scale([size, size, 1]),
        "emitter": {"type": "area", "radiance": _rgb(strength)},
    }
    return np.array(mi.render(mi.load_dict(scene), seed=int(rng.integers(2**31))))


def _rgb(values: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(one) for one in values]}


def _table(mi: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return what a table, or the cloth on it, looks like."""
    pixels, cells = draw_table(rng)
    often = mi.ScalarTransform3f().scale([TABLE / cells, TABLE / cells])
    return {"type": "bitmap", "bitmap": mi.Bitmap(pixels), "raw": True, "to_uv": often}


def _card(grid: Grid, style: str, palette: str, design: int) -> Any:
    """Return a card's print; under wooden booths it is bare, but for its paper."""
    drawn = "squares" if style == "wood" else style
    card = draw_card(
        np.random.default_rng(design), grid, drawn, palette, lean=(0, 0), sloppiness=0.02
    ).pixels
    if style == "wood":
        return np.full_like(card, card[3, card.shape[1] // 2])
    return card


def _wooden(
    mi: Any, there: Any, number: int, grid: Grid, palette: str, shine: float
) -> dict[str, Any]:
    """Return the cubes that stand on a board."""
    found = {}
    for spot, letter in enumerate(grid.letters):
        if letter == ".":
            continue
        paint = [(one / 255) ** 2.2 for one in PALETTES[palette]["RYGBP".index(letter)]]
        x, y = spot % 6 - 2.5, 2 - spot // 6
        found[f"cube{number}_{spot}"] = {
            "type": "cube",
            "to_world": there
            @ mi.ScalarTransform4f().translate([x, y, WOOD / 2]).scale([WOOD, WOOD, WOOD / 2]),
            "bsdf": {"type": "roughplastic", "diffuse_reflectance": _rgb(paint), "alpha": shine},
        }
    return found


def _developed(light: Any, rng: np.random.Generator) -> Any:
    """Return sRGB bytes, as floats, of an exposure that is not quite right."""
    bright = np.quantile(light[..., :3].max(-1), 0.9)
    cast = rng.normal(1, 0.04, 3)
    shown = np.clip(light[..., :3] * cast * rng.uniform(0.6, 0.9) / bright, 0, 1)
    return 255 * np.where(shown <= 0.0031308, 12.92 * shown, 1.055 * shown ** (1 / 2.4) - 0.055)
