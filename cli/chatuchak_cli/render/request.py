"""Finding out what ``render`` is to draw."""

import itertools
import re
from dataclasses import dataclass
from json import detect_encoding
from pathlib import Path

import click

from chatuchak_cli.shared.assumed_deck import AssumedAnswer
from chatuchak_cli.shared.file_roles import use_output
from chatuchak_cli.shared.files import first_bytes, standard_input
from chatuchak_cli.shared.grid_argument import DAILY, TILE_PREFIX, find_grids
from chatuchak_cli.shared.output import assumed_fields, counted, emit_json, print_assumed, tell
from chatuchak_cli.shared.pictures import (
    PictureOptions,
    document_picture,
    gallery_picture,
    grid_picture,
    save_picture,
)
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame
from chatuchak_solver.rendering.gallery_svg import MOST_GRIDS


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest:
    """What to draw.

    Attributes
    ----------
    source
        A grid as on the command line, or the name of a JSON document.
    box
        The box with the start tiles.
    moves
        Moves as notation, or None; a saved solution has its own.
    solve
        Whether to draw a shortest solution.
    rule
        The move rule.
    """

    source: str
    box: Box
    moves: str | None
    solve: bool
    rule: str


def draw(request: RenderRequest, options: PictureOptions) -> tuple[str | bytes, int]:
    """Return a picture, of all grids where there are several, and the exit code.

    Raises
    ------
    InputError
        If anything in the request is wrong.
    """
    if request.moves is not None and request.solve:
        raise click.UsageError("--moves and --solve both say what moves to draw; expected one")
    if _is_document(request.source):
        if request.moves is not None or request.solve:
            raise InputError(f"{request.source} is no grid of the puzzle: it takes no moves")
        return document_picture(request.source, options), 0
    several = find_grids(request.source, request.box).solutions()
    first = list(itertools.islice(several, MOST_GRIDS + 1))
    if len(first) == 1:
        return _draw_one(first[0], request, options)
    if request.moves is not None or request.solve:
        raise InputError("moves of several grids go into no picture; expected a folder with -o")
    return gallery_picture([one.grid for one in first], options), 0


def draw_each(
    request: RenderRequest, options: PictureOptions, folder: Path
) -> tuple[list[Path], int]:
    """Write a picture of each grid of a source into a folder; return the files and the exit code.

    Raises
    ------
    InputError
        If anything in the request is wrong.
    """
    files: list[Path] = []
    code = 0
    solutions = find_grids(request.source, request.box).solutions()
    for number, kept in enumerate(solutions, 1):
        content, worse = _draw_one(kept, request, options)
        code = code or worse
        files.append(folder / f"{number:03}.{options.format}")
        use_output(files[-1], "--out")
        save_picture(files[-1], content)
    return files, code


class RenderAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The written pictures.

    Attributes
    ----------
    files
        The written files, if there are several.
    file
        The written file.
    format
        svg, png, gif or html.
    bytes
        Its size.
    """

    files: tuple[str, ...] = ()
    file: str | None = None
    format: str
    bytes: Count | None = None


def draw_to(
    out: Path, request: RenderRequest, options: PictureOptions, *, into_folder: bool, as_json: bool
) -> int:
    """Draw into a file or a folder, say what was written, and return the exit code.

    Raises
    ------
    InputError
        If anything in the request is wrong, or a picture cannot be written.
    """
    source = request.source
    parts: tuple[Part, ...] = ()
    if source.startswith((TILE_PREFIX, DAILY)) and not Path(source).exists():
        parts = find_grids(source, request.box).parts
    assumed = assumed_fields(request.box, *parts)
    if into_folder:
        files, code = draw_each(request, options, out)
        if as_json:
            emit_json(RenderAnswer(files=tuple(map(str, files)), format=options.format, **assumed))
        else:
            tell(f"{counted(len(files), 'picture')}: {out}")
            print_assumed(request.box, *parts, err=True)
        return code
    content, code = draw(request, options)
    save_picture(out, content)
    if as_json and str(out) != "-":
        size = len(content.encode() if isinstance(content, str) else content)
        emit_json(RenderAnswer(file=str(out), format=options.format, bytes=size, **assumed))
    elif not as_json:
        print_assumed(request.box, *parts, err=True)
    return code


def _draw_one(
    kept: SavedGame, request: RenderRequest, options: PictureOptions
) -> tuple[str | bytes, int]:
    grid, rule, code = kept.grid, request.rule, 0
    moves: tuple[int, ...] = ()
    if request.moves is not None:
        moves = parse_moves(request.moves, board=grid.board)
    elif request.solve:
        from chatuchak_cli.shared.searches import search_one

        solution, code = search_one(grid, request.rule)
        moves = solution.moves or ()
    elif kept.moves is not None:
        moves, rule = kept.moves, kept.rule or rule
    return grid_picture(grid, moves, rule, options), code


def _is_document(source: str) -> bool:
    """Tell by its beginning whether a source is JSON, and not of saved grids or solutions."""
    if source == "-":
        head = first_bytes(standard_input("a grid or a document"))
    else:
        try:
            with Path(source).open("rb") as file:
                head = first_bytes(file)
        except (OSError, ValueError):
            return False
    text = head.decode(detect_encoding(head), "replace")
    return re.match(r'\s*\{(?!\s*"grid"\s*:)', text) is not None
