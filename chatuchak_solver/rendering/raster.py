"""Raster images: PNG of any SVG, and GIF of animated solutions.

Needs the extra ``images`` (resvg and Pillow), imported on first use. Grids and solutions need no
system fonts, because their letters are strokes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final, cast
from xml.etree import ElementTree as ET

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import BAR, draw_caption
from chatuchak_solver.rendering.booths import BOOTH, define_booths, draw_booth
from chatuchak_solver.rendering.grid_svg import board_size, corner_of, draw_empty_spots, draw_grid
from chatuchak_solver.rendering.svg import PAPER, add, document, finish
from chatuchak_solver.rendering.timeline import Timeline, plan_timeline

if TYPE_CHECKING:
    from PIL import Image


MAX_ZOOM: Final = 8.0
"""Maximum zoom, to bound memory."""

FLIGHT_FRAMES: Final = 6
"""Frames per move in a GIF."""

GIF_COLORS: Final = 128


def png_bytes(svg: str, *, zoom: float = 2.0) -> bytes:
    """Convert an SVG document to PNG.

    Parameters
    ----------
    svg
        The document.
    zoom
        Pixels per user unit, above 0 and at most `MAX_ZOOM`.

    Raises
    ------
    InputError
        If ``zoom`` is out of range or the document is invalid.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    if not 0 < zoom <= MAX_ZOOM:
        raise InputError(f"invalid zoom {zoom:g}: expected above 0, up to {MAX_ZOOM:g}")
    resvg = imported("resvg_py", "PNG", "images")
    try:
        # Loading system fonts takes longer than drawing.
        return bytes(
            resvg.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts="<text" not in svg)
        )
    except ValueError as error:
        raise InputError(f"invalid picture: {error}") from None


def gif_bytes(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, zoom: float = 1.0
) -> bytes:
    """Return an animated GIF of moves, which repeats.

    Parameters
    ----------
    zoom
        See `png_bytes`.
    """
    image = imported("PIL.Image", "GIF", "images")
    timeline = plan_timeline(grid, moves, rule=rule)
    pictures, durations_ms = zip(*_frames(timeline, _Painter(image, timeline, zoom)), strict=True)
    palette = _shared_palette(image, pictures)
    frames = [picture.quantize(palette=palette, dither=image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    frames[0].save(out, format="GIF", save_all=True, append_images=frames[1:],
                   duration=durations_ms, loop=0, optimize=False)  # fmt: skip
    return out.getvalue()


def _frames(timeline: Timeline, painter: _Painter) -> Iterator[tuple[Image.Image, int]]:
    captions = timeline.captions()
    starts = timeline.starts_s
    for number, grid in enumerate(timeline.grids):
        last = number == len(timeline.flights)
        until = timeline.duration_s if last else timeline.flights[number].start_s
        yield painter.paint(grid, captions[number]), round(1000 * (until - starts[number]))
        if not last:
            flight = timeline.flights[number]
            duration_ms = round(1000 * (flight.end_s - flight.start_s) / FLIGHT_FRAMES)
            without = painter.paint(grid, captions[number], hidden=flight.source)
            for point in timeline.points(flight, FLIGHT_FRAMES + 1)[1:-1]:
                picture = without.copy()
                painter.put(picture, flight.color, point)
                yield picture, duration_ms


class _Painter:
    """Painter of grids in pixels. Booths are rendered once per color, for speed."""

    def __init__(self, image: ModuleType, timeline: Timeline, zoom: float) -> None:
        self._image = image
        self._zoom = zoom
        self._booths = {color: self._booth(color) for color in timeline.grids[0].colors}

    def paint(self, grid: Grid, caption: str, *, hidden: int | None = None) -> Image.Image:
        """Paint a grid with its caption, optionally without the booth of one spot."""
        width, height = board_size(grid.board)
        root = document(width, height + BAR, title=caption, description=str(grid))
        add(root, "rect", width=width, height=height + BAR, fill=PAPER)
        draw_caption(root, grid, caption)
        if grid.is_solved:
            define_booths(root, grid.colors)
            draw_grid(root, grid, groups=True)
            return self._pixels(root, "RGB")
        missing = {grid.empty} if hidden is None else {grid.empty, hidden}
        draw_empty_spots(root, grid.board, missing)
        picture = self._pixels(root, "RGB")
        for color in grid.colors:
            for spot in iter_spots(grid.color_masks[color]):
                if spot != hidden:
                    self.put(picture, color, corner_of(grid.board, spot))
        return picture

    def put(self, picture: Image.Image, color: Color, corner: tuple[float, float]) -> None:
        """Paint a booth at the pixel nearest to its corner in user units."""
        x, y = (round(self._zoom * place) for place in corner)
        picture.paste(self._booths[color], (x, y), self._booths[color])

    def _booth(self, color: Color) -> Image.Image:
        root = document(BOOTH, BOOTH, title=color.label, description=color.label)
        define_booths(root, (color,))
        draw_booth(root, color, x=0, y=0)
        return self._pixels(root, "RGBA")

    def _pixels(self, root: ET.Element, mode: str) -> Image.Image:
        with self._image.open(io.BytesIO(png_bytes(finish(root), zoom=self._zoom))) as picture:
            return cast("Image.Image", picture.convert(mode))


def _shared_palette(image: ModuleType, pictures: Sequence[Image.Image]) -> Image.Image:
    first, last = pictures[0], pictures[-1]
    both = image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    palette: Image.Image = both.quantize(colors=GIF_COLORS, dither=image.Dither.NONE)
    return palette
