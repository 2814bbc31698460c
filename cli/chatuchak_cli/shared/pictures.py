"""Pictures of commands: kinds, formats and sources."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal, TypeVar

import click

from chatuchak_cli.shared.output import assumed_line
from chatuchak_solver import Grid, InputError, MoveRule
from chatuchak_solver.box import Reasons
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.io.extras import imported
from chatuchak_solver.io.files import write_file

Picture = TypeVar("Picture", str, bytes, str | bytes)
Kind = Literal["grid", "arrows", "strip", "animation"]
KINDS: tuple[Kind, ...] = ("grid", "arrows", "strip", "animation")

FORMATS: Mapping[str, tuple[Kind, ...]] = {
    "svg": KINDS,
    "png": ("grid", "arrows", "strip"),
    "gif": ("animation",),
    "html": ("animation",),
}
"""The kinds of each format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """Options of a picture of a grid and moves.

    Attributes
    ----------
    kind
        None for the default of the format and moves.
    zoom
        Pixels per unit of PNG and GIF, or None.
    """

    format: str
    kind: Kind | None = None
    numbers: bool = False
    groups: bool = False
    columns: int = 5
    zoom: float | None = None
    title: str | None = None

    @property
    def named(self) -> JsonObject:
        """The title, if any, as keyword argument."""
        return {} if self.title is None else {"title": self.title}

    def check_still(self, message: str) -> None:
        """Raise InputError if the picture requires moves."""
        if "grid" not in FORMATS[self.format] or self.kind not in (None, "grid"):
            raise InputError(message)

    def kind_for(self, *, has_moves: bool) -> Kind:
        """Return the kind of picture; InputError if the format does not support it."""
        kinds = FORMATS[self.format]
        kind = self.kind or ("strip" if has_moves and "strip" in kinds else kinds[0])
        if kind not in kinds:
            names = ", ".join(kinds)
            raise InputError(
                f"invalid kind {kind} of a {self.format} picture: expected one of {names}"
            )
        return kind

    def in_format(self, svg: str) -> str | bytes:
        """Return a still picture in the format."""
        if self.format == "svg":
            return svg
        from chatuchak_solver.rendering.raster import png_bytes

        return png_bytes(svg, zoom=self.zoom or 2.0)


def format_of(path: Path) -> str:
    """Return the format of a file by its suffix."""
    ending = path.suffix.lower().removeprefix(".")
    if ending == "htm":
        return "html"
    if ending not in FORMATS:
        raise InputError(f"invalid picture file {path}: expected one of {', '.join(FORMATS)}")
    check_extra(ending)
    return ending


def check_extra(picture_format: str) -> None:
    """Raise MissingExtraError if the format's extra is missing, before a long job."""
    if picture_format in ("png", "gif"):
        imported("resvg_py", picture_format.upper(), "images")
        imported("PIL.Image", picture_format.upper(), "images")


def grid_picture(
    grid: Grid, moves: Sequence[int], rule: MoveRule | str, options: PictureOptions
) -> str | bytes:
    """Draw a grid with moves; PNG and GIF need the extra ``images``."""
    kind = options.kind_for(has_moves=bool(moves))
    if options.format == "gif":
        from chatuchak_solver.rendering.raster import gif_bytes

        return gif_bytes(grid, moves, rule=rule, zoom=options.zoom or 1.0)
    if kind == "animation":
        from chatuchak_solver.rendering.animation import animation_html, animation_svg

        draw = animation_html if options.format == "html" else animation_svg
        return draw(grid, moves, rule=rule, **options.named)
    if kind == "strip":
        from chatuchak_solver.rendering.gallery_svg import strip_svg

        svg = strip_svg(grid, moves, rule=rule, columns=options.columns, **options.named)
        return options.in_format(svg)
    from chatuchak_solver.rendering.grid_svg import grid_svg

    arrows = moves if kind == "arrows" else ()
    svg = grid_svg(
        grid, moves=arrows, rule=rule, numbers=options.numbers, groups=options.groups,
        **options.named,
    )  # fmt: skip
    return options.in_format(svg)


def with_note(picture: Picture, assumed: Reasons) -> Picture:
    """Add a note about assumed parts to SVG (description) or HTML; other formats are unchanged."""
    note = escape(assumed_line(assumed))
    if not note or not isinstance(picture, str):
        return picture
    if not picture.startswith("<svg"):
        return picture.replace("</main>", f"<p>{note}</p>\n</main>", 1)
    return picture.replace("</desc>", f"\n{note}</desc>", 1)


def save_picture(path: Path | None, draw: Callable[[], str | bytes], assumed: Reasons) -> int:
    """Write a requested picture `with_note`, to standard output for ``-``; return its size."""
    if path is None:
        return 0
    content = with_note(draw(), assumed)
    if str(path) == "-":
        click.echo(content, nl=False)
    else:
        write_file(path, content)
    return len(content.encode() if isinstance(content, str) else content)
