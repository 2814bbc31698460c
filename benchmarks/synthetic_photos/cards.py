"""Drawings of cards and boards of thirty spots, from above."""

from __future__ import annotations

import colorsys
import io
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.synthetic_photos.booths import DRAWN, Brush, Rgb, box_around, shaded
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.rendering.booths import MARGIN, PITCH
from chatuchak_solver.rendering.grid_svg import grid_svg
from chatuchak_solver.rendering.raster import png_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CELL", "HELD_OUT_PALETTE", "HELD_OUT_STYLE", "PALETTES", "STYLES", "Card", "draw_card"]

CELL = 96
"""Pixels between spots of a card."""

STYLES = ("squares", "fields", "disks", "booths", "sheet")
HELD_OUT_STYLE = "umbrellas"

PALETTES: MappingProxyType[str, tuple[Rgb, ...]] = MappingProxyType(
    {
        "print": ((211, 45, 47), (247, 207, 38), (38, 148, 75), (34, 92, 184), (233, 95, 158)),
        "pale": (
            (229, 128, 118), (246, 229, 145), (148, 204, 152), (142, 183, 226), (244, 184, 209)
        ),
        "paint": ((176, 42, 38), (228, 178, 44), (62, 121, 54), (38, 77, 138), (222, 128, 148)),
        "dull": ((152, 38, 48), (203, 158, 48), (52, 96, 62), (42, 62, 112), (198, 112, 142)),
        "bright": ((252, 52, 52), (254, 238, 10), (8, 198, 84), (4, 132, 252), (252, 84, 198)),
        "sunset": ((222, 84, 54), (252, 212, 92), (126, 182, 72), (14, 146, 186), (186, 66, 134)),
    }
)  # fmt: skip
"""Red, yellow, green, blue and pink by palette."""
HELD_OUT_PALETTE = "sunset"

PAPERS: tuple[Rgb, ...] = (
    (250, 249, 246), (240, 231, 212), (221, 203, 168), (206, 206, 206), (62, 61, 66), (29, 31, 38),
    (122, 93, 71), (191, 214, 226), (226, 235, 207),
)  # fmt: skip
LIGHT, DARK = (250, 250, 247), (24, 24, 26)

WIDTHS = MappingProxyType(
    {"fields": (1.0, 1.0), "disks": (0.62, 0.92), "booths": (0.56, 0.8), "umbrellas": (0.7, 0.94)}
)
"""Width of a booth as a fraction of its cell, if not `USUAL_WIDTH`."""
USUAL_WIDTH = (0.7, 0.95)


@dataclass(frozen=True, slots=True)
class Card:
    """A drawn card.

    Attributes
    ----------
    pixels
        uint8 of shape (height, width, 3), `CELL` pixels between spots; the grid is
        centered.
    """

    pixels: NDArray[np.uint8]

    @property
    def half_size(self) -> tuple[float, float]:
        height, width, _ = self.pixels.shape
        return width / CELL / 2, height / CELL / 2


def draw_card(
    rng: np.random.Generator,
    grid: Grid,
    style: str,
    palette: str,
    *,
    lean: tuple[float, float],
    sloppiness: float,
) -> Card:
    """Draw a grid.

    Parameters
    ----------
    rng
        Source of all unspecified properties.
    grid
        Colors of the booths.
    style
        One of `STYLES`, or `HELD_OUT_STYLE`.
    palette
        One of `PALETTES`.
    lean
        Apparent offset of the top of a standing booth from its foot, in cells.
    sloppiness
        See `Level`.
    """
    if style == "sheet":
        svg = grid_svg(grid, numbers=bool(rng.random() < 0.4))
        png = png_bytes(svg, zoom=CELL / PITCH)
        return Card(np.asarray(_on_paper(Image.open(io.BytesIO(png)).convert("RGBA"))))
    rows, columns = grid.board.rows, grid.board.columns
    margin = rng.uniform(0.1, 1.3) * CELL
    size = (round(columns * CELL + 2 * margin), round(rows * CELL + 2 * margin))
    paper = shaded(PAPERS[rng.integers(len(PAPERS))], 1 + rng.normal(0, 0.02))
    image = Image.new("RGB", size, paper)
    draw = ImageDraw.Draw(image)
    line = shaded(paper, 0.6) if sum(paper) > 380 else shaded(paper, 1, 80)
    _decorate(rng, draw, size, margin, line)
    low, high = WIDTHS.get(style, USUAL_WIDTH)
    brush = Brush(
        rng=rng,
        image=image,
        draw=draw,
        half=rng.uniform(low, high) * CELL / 2,
        lettering=(LIGHT, DARK, None)[rng.choice(3, p=(0.45, 0.4, 0.15))],
        rim=(None, LIGHT, DARK)[rng.choice(3, p=(0.6, 0.2, 0.2))],
        corner=CELL * (0.0, 0.09, 0.18)[rng.integers(3)],
        lean=(lean[0] * CELL, lean[1] * CELL),
        wall=((244, 239, 229), (148, 114, 82), None)[rng.integers(3)],
        sloppiness=sloppiness,
    )
    colors = [_turned(rng, color) for color in PALETTES[palette]]
    looks: tuple[str, ...] = ("light", "dark", "sign")
    if style != "fields":
        looks = ("", "outline", *looks)
    look = looks[rng.integers(len(looks))] if style != "booths" else ""
    outlined = style != "fields" and rng.random() < (0.55 if style == "booths" else 0.25)
    for spot, letter in enumerate(grid.letters):
        row, column = divmod(spot, columns)
        at = (margin + (column + 0.5) * CELL, margin + (row + 0.5) * CELL)
        color = grid.color_at(spot)
        if outlined:
            draw.rectangle(box_around(at, 0.46 * CELL), outline=line, width=3)
        if color is None:
            _empty_spot(brush, at, look, line)
        else:
            DRAWN[style](brush, at, brush.sloppy(colors[color]), letter)
    if style == "fields" and rng.random() < 0.75:
        _grid_lines(rng, draw, margin, rows, columns)
    return Card(np.asarray(image))


def _on_paper(image: Image.Image) -> Image.Image:
    sheet = Image.new("RGBA", (image.width + 2 * MARGIN, image.height + 2 * MARGIN), (*LIGHT, 255))
    sheet.alpha_composite(image, (MARGIN, MARGIN))
    return sheet.convert("RGB")


def _turned(rng: np.random.Generator, color: Rgb) -> Rgb:
    hue, saturation, value = colorsys.rgb_to_hsv(*(channel / 255 for channel in color))
    hue = (hue + rng.uniform(-0.014, 0.014)) % 1
    saturation = min(saturation * rng.uniform(0.88, 1.1), 1)
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, min(value * rng.uniform(0.92, 1.05), 1))
    return round(red * 255), round(green * 255), round(blue * 255)


def _decorate(
    rng: np.random.Generator,
    draw: ImageDraw.ImageDraw,
    size: tuple[int, int],
    margin: float,
    line: Rgb,
) -> None:
    if rng.random() < 0.35:
        inset = min(margin, 0.5 * CELL) * rng.uniform(0.2, 0.8)
        frame = (inset, inset, size[0] - inset, size[1] - inset)
        draw.rectangle(frame, outline=line, width=int(rng.integers(2, 8)))
    if margin > 0.55 * CELL and rng.random() < 0.4:
        font = ImageFont.load_default(margin * 0.4)
        draw.text((margin * 1.4, 5), f"No. {rng.integers(1, 17)}", fill=line, font=font)


def _empty_spot(brush: Brush, at: tuple[float, float], look: str, line: Rgb) -> None:
    box = box_around(at, brush.half)
    tone = {"light": LIGHT, "dark": (52, 52, 55)}.get(look)
    if look == "sign" and brush.half * 2 >= CELL:
        tone = ((240, 240, 238), (205, 203, 198), (92, 92, 94))[brush.rng.integers(3)]
    if tone is not None:
        brush.draw.rectangle(box, fill=tone)
    if look == "outline":
        brush.draw.rectangle(box, outline=line, width=3)
    if look == "sign":
        sides = int(brush.rng.integers(3, 7))
        fill = (168, 168, 166) if tone else line
        brush.draw.regular_polygon((*at, brush.half * 0.6), sides, fill=fill)


def _grid_lines(
    rng: np.random.Generator, draw: ImageDraw.ImageDraw, margin: float, rows: int, columns: int
) -> None:
    fill = (LIGHT, DARK, (130, 130, 130))[rng.integers(3)]
    width = int(rng.integers(1, 6))
    right, bottom = margin + columns * CELL, margin + rows * CELL
    for column in range(columns + 1):
        x = margin + column * CELL
        draw.line((x, margin, x, bottom), fill=fill, width=width)
    for row in range(rows + 1):
        y = margin + row * CELL
        draw.line((margin, y, right, y), fill=fill, width=width)
