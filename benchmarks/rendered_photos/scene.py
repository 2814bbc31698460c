"""Scenes of tiles under a lamp, rendered by the path tracer Mitsuba.

Requires ``pip install mitsuba``. Shares no code with the reader. A seed determines each scene.
"""

from __future__ import annotations

import importlib
import io
import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from benchmarks.synthetic_photos.cards import CELL, PALETTES, draw_card
from benchmarks.synthetic_photos.tables import draw_table
from chatuchak_generators import generate_start_grids
from chatuchak_solver.puzzle import Grid

__all__ = ["LIGHTS", "RenderedPhoto", "rendered_photo"]

VARIANT = "scalar_rgb"
"""Slower than the LLVM variants, which fail on some processors with wide registers."""
STYLES = ("squares", "fields", "disks", "booths", "wood")
SIZES = ((800, 600), (960, 720), (600, 800))
SAMPLES = 24
"""Paths per pixel; the remaining noise serves as sensor noise."""
GAPS = ((0.3, 3.0), (0.8, 6.0), (1.6, 9.0), (3.0, 15.0))
"""Distance between cards in spots, and maximum rotation in degrees."""
THICK = (0.04, 0.3)
"""Range of the thickness of cards, in spots."""
SIDES = (0.27, 0.42)
"""Range of half the side of a wooden booth, in spots."""
HEIGHTS = (0.3, 1.0)
"""Range of the height of wooden booths, in sides."""
LENS = 0.04
"""Maximum distortion at the photo's corners, as a fraction of the half diagonal."""
VIEW = 52.0
"""Horizontal field of view, in degrees."""
TABLE = 400.0
"""Side of the table, in spots."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Light:
    """Ambient light and an area lamp, each with color and strength."""

    around: Rgb
    lamp: Rgb
    side: float
    noise: float
    """Standard deviation of sensor noise, of 255."""


LIGHTS = MappingProxyType(
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
    corners: Any
    """Centers of the tops of the corner spots, float of shape (tiles, 4, 2), pixels."""


def rendered_photo(seed: int, light: str, rows: int, columns: int) -> RenderedPhoto:
    """Return a photo of rows and columns of tiles.

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
    scene, camera, corners = _laid(rng, LIGHTS[light], grids, columns, style, palette)
    mi = importlib.import_module("mitsuba")
    traced = np.array(mi.render(mi.load_dict(scene), seed=int(rng.integers(2**31))))
    bend = float(rng.uniform(-LENS, LENS))
    pixels = _developed(_bent(traced[..., :3], bend), rng)
    noisy = pixels + rng.normal(0, LIGHTS[light].noise, pixels.shape)
    image = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    file = io.BytesIO()
    soft = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 1.2)))
    soft.save(file, "JPEG", quality=int(rng.integers(75, 93)))
    return RenderedPhoto(file.getvalue(), grids, style, camera.seen(corners, bend))


@dataclass(frozen=True)
class _Camera:
    """Position and orientation of the camera, and size of the photo in pixels."""

    eye: Any
    up: Any
    size: tuple[int, int]

    def seen(self, points: Any, bend: float) -> Any:
        ahead = -self.eye / np.linalg.norm(self.eye)
        right = np.cross(ahead, self.up)
        right /= np.linalg.norm(right)
        far = points - self.eye
        depth = (far @ ahead) * math.tan(math.radians(VIEW / 2)) * 2 / self.size[0]
        middle = np.array(self.size) / 2
        x, y = far @ right / depth, far @ np.cross(ahead, right) / depth
        flat = np.stack((x, y), -1) / np.hypot(*middle)
        bent = flat.copy()
        for _ in range(20):  # inverse of `_bent`
            bent = flat / (1 + bend * np.square(bent).sum(-1, keepdims=True))
        return bent * np.hypot(*middle) + middle


def _bent(light: Any, bend: float) -> Any:
    height, width = light.shape[:2]
    y, x = np.mgrid[:height, :width].astype(float)
    middle = np.array([height - 1, width - 1]) / 2
    off = np.stack((y, x), -1) - middle
    stretch = 1 + bend * np.square(off / np.hypot(*middle)).sum(-1, keepdims=True)
    from_y, from_x = np.moveaxis(np.clip(off * stretch + middle, 0, 2 * middle - 1e-6), -1, 0)
    row, column = from_y.astype(int), from_x.astype(int)
    down, right = (from_y - row)[..., None], (from_x - column)[..., None]
    upper = light[row, column] * (1 - right) + light[row, column + 1] * right
    lower = light[row + 1, column] * (1 - right) + light[row + 1, column + 1] * right
    return upper * (1 - down) + lower * down


def _laid(
    rng: np.random.Generator, light: Light, grids: tuple[Grid, ...], columns: int, style: str,
    palette: str,
) -> tuple[dict[str, Any], _Camera, Any]:  # fmt: skip
    mi = importlib.import_module("mitsuba")
    mi.set_variant(VARIANT)
    at = mi.ScalarTransform4f()
    design = int(rng.integers(2**31))  # all cards of a box have one print
    cards = [_card(grid, style, palette, design) for grid in grids]
    width, height = (side / CELL for side in (cards[0].shape[1], cards[0].shape[0]))
    apart, most_turned = GAPS[rng.integers(len(GAPS))]
    rows = len(grids) // columns
    wide, high = (width + apart) * columns, (height + apart) * rows
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
    shine, thick = float(rng.uniform(0.03, 0.3)), float(rng.uniform(*THICK))
    side, tall = float(rng.uniform(*SIDES)), float(rng.uniform(*HEIGHTS))
    core = _rgb([float(rng.uniform(0.2, 0.7))] * 3)
    corners = []
    for number, (grid, card) in enumerate(zip(grids, cards, strict=True)):
        row, column = divmod(number, columns)
        x = (column + 0.5) * (width + apart) - wide / 2 + rng.uniform(-0.25, 0.25) * apart
        y = high / 2 - (row + 0.5) * (height + apart) + rng.uniform(-0.25, 0.25) * apart
        turned = float(rng.uniform(-most_turned, most_turned))
        there = at.translate([x, y, thick]).rotate([0, 0, 1], turned)
        ink = {"type": "bitmap", "bitmap": mi.Bitmap(card[::-1].copy())}
        scene[f"card{number}"] = {
            "type": "rectangle",
            "to_world": there.scale([width / 2, height / 2, 1]),
            "bsdf": {"type": "roughplastic", "diffuse_reflectance": ink, "alpha": shine},
        }
        scene[f"core{number}"] = {
            "type": "cube",
            "to_world": there
            @ at.translate([0, 0, -thick / 2 - 0.01]).scale([width / 2, height / 2, thick / 2]),
            "bsdf": {"type": "diffuse", "reflectance": core},
        }
        top = thick
        if style == "wood":
            scene |= _wooden(rng, mi, there, number, grid, palette, shine, side, 2 * side * tall)
            top += 2 * side * tall
        sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
        corners.append([
            (x + cosine * a - sine * b, y + sine * a + cosine * b, top)
            for a, b in ((-2.5, 2), (2.5, 2), (2.5, -2), (-2.5, -2))
        ])  # fmt: skip
    size = SIZES[rng.integers(len(SIZES))]
    upright = size[1] > size[0] and columns > rows  # align the camera with the tiles
    quarter = int(rng.choice((1, 3) if upright else (0, 0, 0, 0, 2)))  # camera rotation
    along, down = (high, wide) if quarter % 2 else (wide, high)
    tilt = math.radians(float(rng.uniform(3, 28)))
    far = 1.15 * max(along, down * size[0] / size[1]) / (2 * math.tan(math.radians(VIEW / 2 - 1)))
    aside = float(rng.uniform(-0.1, 0.1)) * far
    sine, cosine = (0, 1, 0, -1)[quarter], (1, 0, -1, 0)[quarter]
    back = -far * math.sin(tilt)
    eye = np.array(
        [aside * cosine - back * sine, aside * sine + back * cosine, far * math.cos(tilt)]
    )
    camera = _Camera(eye, np.array([-sine, cosine, 0]), size)
    scene["camera"] = {
        "type": "perspective",
        "fov": VIEW,
        "to_world": at.look_at(origin=eye.tolist(), target=[0, 0, 0], up=camera.up.tolist()),
        "film": {"type": "hdrfilm", "width": size[0], "height": size[1]},
        "sampler": {"type": "independent", "sample_count": SAMPLES},
    }
    place = [float(rng.uniform(-1, 1)) * wide, float(rng.uniform(-0.3, 1)) * high, 1.2 * far]
    if light.side < 1:
        place = [eye[0] + 0.08 * far, eye[1], eye[2]]  # near the lens
    facing = at.look_at(origin=place, target=[0, 0, 0], up=[0, 1, 0.1])
    half = light.side * far / 20
    strength = [radiance * (3 / light.side) for radiance in light.lamp]
    scene["lamp"] = {
        "type": "rectangle",
        "to_world": facing.scale([half, half, 1]),
        "emitter": {"type": "area", "radiance": _rgb(strength)},
    }
    return scene, camera, np.array(corners)


def _rgb(values: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(value) for value in values]}


def _table(mi: Any, rng: np.random.Generator) -> dict[str, Any]:
    pixels, cells = draw_table(rng)
    often = mi.ScalarTransform3f().scale([TABLE / cells, TABLE / cells])
    return {"type": "bitmap", "bitmap": mi.Bitmap(pixels), "raw": True, "to_uv": often}


def _card(grid: Grid, style: str, palette: str, design: int) -> Any:
    drawn = "squares" if style == "wood" else style
    card = draw_card(
        np.random.default_rng(design), grid, drawn, palette, lean=(0, 0), sloppiness=0.02
    ).pixels
    if style == "wood":
        return np.full_like(card, card[3, card.shape[1] // 2])
    return card


def _wooden(
    rng: np.random.Generator, mi: Any, there: Any, number: int, grid: Grid, palette: str,
    shine: float, side: float, height: float,
) -> dict[str, Any]:  # fmt: skip
    found = {}
    for spot, letter in enumerate(grid.letters):
        if letter == ".":
            continue
        paint = [(channel / 255) ** 2.2 for channel in PALETTES[palette]["RYGBP".index(letter)]]
        x, y = np.array([spot % 6 - 2.5, 2 - spot // 6]) + rng.uniform(-0.05, 0.05, 2)
        found[f"cube{number}_{spot}"] = {
            "type": "cube",
            "to_world": there
            @ mi.ScalarTransform4f()
            .translate([x, y, height / 2])
            .rotate([0, 0, 1], float(rng.uniform(-6, 6)))
            .scale([side, side, height / 2]),
            "bsdf": {"type": "roughplastic", "diffuse_reflectance": _rgb(paint), "alpha": shine},
        }
    return found


def _developed(light: Any, rng: np.random.Generator) -> Any:
    bright = np.quantile(light.max(-1), 0.9)
    cast = rng.normal(1, 0.04, 3)
    shown = np.clip(light * cast * rng.uniform(0.6, 0.9) / bright, 0, 1)
    return 255 * np.where(shown <= 0.0031308, 12.92 * shown, 1.055 * shown ** (1 / 2.4) - 0.055)
