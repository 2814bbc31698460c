"""Pictures in pixels: PNG of any SVG, and GIF of an animated solution.

Needs the extra ``images`` (resvg and Pillow), imported on first use. No fonts of the machine are
needed for grids and solutions, since their letters are drawn as strokes.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.animation_svg import BAR, draw_caption
from chatuchak_solver.rendering.booths import define_booths, draw_booth
from chatuchak_solver.rendering.grid_svg import board_size, draw_grid
from chatuchak_solver.rendering.svg import PAPER, Svg, add, document, finish
from chatuchak_solver.rendering.timeline import Flight, Timeline, plan_timeline

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["MAX_ZOOM", "gif_bytes", "png_bytes"]

MAX_ZOOM: Final = 8.0
"""The largest magnification, so that a slip does not fill the memory."""

FLIGHT_FRAMES: Final = 6
"""Pictures of a GIF for one move on its way."""

GIF_COLORS: Final = 128


def png_bytes(svg: str, *, zoom: float = 2.0) -> bytes:
    """Return an SVG picture as PNG.

    Parameters
    ----------
    svg
        The document.
    zoom
        Pixels for each user unit, above 0 and at most `MAX_ZOOM`.

    Raises
    ------
    InputError
        If ``zoom`` is out of range or the picture cannot be read.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    if not 0 < zoom <= MAX_ZOOM:
        raise InputError(f"zoom {zoom:g} is out of range; expected more than 0, up to {MAX_ZOOM:g}")
    resvg = _import("resvg_py", "PNG")
    try:
        # Looking for the machine's fonts takes longer than drawing, and grids need none.
        return bytes(
            resvg.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts="<text" not in svg)
        )
    except ValueError as error:
        raise InputError(f"the picture cannot be drawn: {error}") from None


def gif_bytes(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, zoom: float = 1.0
) -> bytes:
    """Return an animated GIF of ``moves`` from ``grid`` on, which plays in a loop.

    Parameters
    ----------
    zoom
        As in `png_bytes`.

    Raises
    ------
    IllegalMoveError
        If a move is illegal.
    InputError
        If ``zoom`` is out of range.
    MissingExtraError
        If the extra ``images`` is not installed.
    """
    image = _import("PIL.Image", "GIF")
    timeline = plan_timeline(grid, moves, rule=rule)
    pictures, durations_ms = [], []
    for svg, duration_ms in _stills(timeline):
        with image.open(io.BytesIO(png_bytes(svg, zoom=zoom))) as picture:
            pictures.append(picture.convert("RGB"))
        durations_ms.append(duration_ms)
    palette = _shared_palette(image, pictures)
    frames = [picture.quantize(palette=palette, dither=image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    frames[0].save(
        out,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=durations_ms,
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def _stills(timeline: Timeline) -> Iterator[tuple[Svg, int]]:
    """Yield pictures and how long each is shown, in milliseconds."""
    captions = timeline.captions()
    starts = timeline.starts_s
    for number, grid in enumerate(timeline.grids):
        last = number == len(timeline.flights)
        until = timeline.duration_s if last else timeline.flights[number].start_s
        yield _still(grid, captions[number]), round(1000 * (until - starts[number]))
        if not last:
            flight = timeline.flights[number]
            duration_ms = round(1000 * (flight.end_s - flight.start_s) / FLIGHT_FRAMES)
            points = timeline.points(flight, FLIGHT_FRAMES + 1)[1:-1]
            for point in points:
                yield _still(grid, captions[number], flight, point), duration_ms


def _still(
    grid: Grid,
    caption: str,
    flight: Flight | None = None,
    point: tuple[float, float] = (0.0, 0.0),
) -> Svg:
    """Draw one instant: a grid, and perhaps one booth on its way."""
    width, height = board_size(grid.board)
    root = document(width, height + BAR, title=caption, description=str(grid))
    define_booths(root, grid.colors)
    add(root, "rect", width=width, height=height + BAR, fill=PAPER)
    hidden = () if flight is None else (flight.source,)
    draw_grid(root, grid, hidden=hidden, groups=grid.is_solved)
    draw_caption(root, grid, caption)
    if flight is not None:
        draw_booth(root, flight.color, x=point[0], y=point[1])
    return finish(root)


def _shared_palette(image: ModuleType, pictures: Sequence[Image.Image]) -> Image.Image:
    """Return one palette for all pictures, from the first and the last one."""
    first, last = pictures[0], pictures[-1]
    both = image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    palette: Image.Image = both.quantize(colors=GIF_COLORS, dither=image.Dither.NONE)
    return palette


def _import(name: str, purpose: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtraError(purpose, "images") from None
