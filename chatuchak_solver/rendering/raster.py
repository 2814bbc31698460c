"""Raster images: PNG of any SVG, and GIF of animated solutions.

Needs the extra ``images`` (resvg and Pillow), imported on first use. Grids and solutions need no
fonts: letters are strokes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, cast

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported
from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.rendering.animation import CAPTION_HEIGHT, Timeline, plan_timeline
from chatuchak_solver.rendering.booths import BOOTH, board_size
from chatuchak_solver.rendering.steps import FLIGHT_S
from chatuchak_solver.rendering.svg import Svg, svg_picture

if TYPE_CHECKING:
    from PIL import Image


MAX_ZOOM = 8.0
"""Bounds memory."""

FLIGHT_FRAMES = 6

GIF_COLORS = 128


def png_bytes(svg: str, *, zoom: float = 2.0) -> bytes:
    """Convert an SVG document to PNG.

    Parameters
    ----------
    zoom
        Pixels per user unit, above 0 and at most `MAX_ZOOM`.
    """
    if not 0 < zoom <= MAX_ZOOM:
        raise InputError(f"invalid zoom {zoom:g}: expected above 0, up to {MAX_ZOOM:g}")
    resvg = imported("resvg_py", "PNG", "images")
    try:
        # Loading system fonts is slower than drawing.
        return bytes(
            resvg.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts="<text" not in svg)
        )
    except ValueError as error:
        raise InputError(f"invalid picture: {error}") from None


def gif_bytes(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, zoom: float = 1.0
) -> bytes:
    """Return an animated GIF of moves, which repeats; for ``zoom`` see `png_bytes`."""
    image = imported("PIL.Image", "GIF", "images")
    timeline = plan_timeline(grid, moves, rule=rule)
    pictures, durations_ms = zip(
        *_frames(timeline, zoom, partial(_pixels, image, zoom)), strict=True
    )
    rgb = [picture.convert("RGB") for picture in pictures]
    dither = image.Dither.NONE
    palette = rgb[-1].quantize(colors=GIF_COLORS, dither=dither)  # only the end has all colors
    frames = [picture.quantize(palette=palette, dither=dither) for picture in rgb]
    out = io.BytesIO()
    frames[0].save(out, format="GIF", save_all=True, append_images=frames[1:],
                   duration=durations_ms, loop=0, optimize=False)  # fmt: skip
    return out.getvalue()


def _frames(
    timeline: Timeline, zoom: float, paint: Callable[[Svg], Image.Image]
) -> Iterator[tuple[Image.Image, int]]:
    booths = {color: paint(_booth(color)) for color in timeline.start.colors}
    frames = zip(
        timeline.grids, timeline.captions(), timeline.starts_s, timeline.steps, strict=False
    )
    for grid, caption, start_s, step in frames:
        without = paint(_frame(grid, caption, step.source))
        booth = booths[step.color]
        for number, point in enumerate(timeline.points(step, FLIGHT_FRAMES + 1)[:-1]):
            picture = without.copy()
            x, y = (round(zoom * place) for place in point)
            picture.paste(booth, (x, y), booth)
            seconds = FLIGHT_S / FLIGHT_FRAMES if number else step.start_s - start_s
            yield picture, round(1000 * seconds)
    last_s = timeline.duration_s - timeline.starts_s[-1]
    yield paint(_frame(timeline.grids[-1], timeline.captions()[-1])), round(1000 * last_s)


def _frame(grid: Grid, caption: str, *removed: int) -> Svg:
    width, height = board_size(grid.board)
    return svg_picture(
        "gif.svg", width, height + CAPTION_HEIGHT, title=caption, description="", corner=0,
        grid=grid, colors=grid.colors, removed=removed,
    )  # fmt: skip


def _booth(color: Color) -> Svg:
    return svg_picture(
        "gif.svg", BOOTH, BOOTH, title=color.label, description="", corner=None, grid=None,
        colors=(color,),
    )  # fmt: skip


def _pixels(image: ModuleType, zoom: float, svg: Svg) -> Image.Image:
    with image.open(io.BytesIO(png_bytes(svg, zoom=zoom))) as picture:
        return cast("Image.Image", picture.convert("RGBA"))
