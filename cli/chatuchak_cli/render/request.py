"""Determines the subject of ``render``."""

import itertools
import re
from dataclasses import dataclass
from json import detect_encoding
from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import use_output
from chatuchak_cli.shared.files import first_bytes, standard_input
from chatuchak_cli.shared.grid_argument import GridSource, find_grids
from chatuchak_cli.shared.output import assumed_fields, counted, emit_json, print_assumed, tell
from chatuchak_cli.shared.pictures import (
    PictureOptions,
    document_picture,
    gallery_picture,
    grid_picture,
    save_picture,
    with_note,
)
from chatuchak_solver.box import Box
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame
from chatuchak_solver.rendering.gallery_svg import MAX_GRIDS


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
    """Draw into a file or a folder, report the written files, and return the exit code.

    Raises
    ------
    InputError
        If anything in the request is wrong, or a picture cannot be written.
    """
    if request.moves is not None and request.solve:
        raise click.UsageError("--moves and --solve both say what moves to draw; expected one")
    has_moves, code = request.moves is not None or request.solve, 0
    if not into_folder and _is_document(request.source):
        if has_moves:
            raise InputError(f"{request.source} is no grid of the puzzle: it takes no moves")
        content, assumed = document_picture(request.source, options, request.box)
    else:
        grids = find_grids(request.source, request.box)
        assumed = request.box.reasons(*grids.parts)
        if into_folder:
            files, code = _draw_each(grids, request, options, out)
        else:
            content, code = _draw(grids, request, options)
    if into_folder:
        answer = RenderAnswer(files=tuple(map(str, files)), format=options.format)
        if not as_json:
            tell(f"{counted(len(files), 'picture')}: {out}")
    else:
        content = with_note(content, assumed)
        save_picture(out, content)
        size = len(content.encode() if isinstance(content, str) else content)
        answer = RenderAnswer(file=str(out), format=options.format, bytes=size)
    if not as_json:
        print_assumed(assumed, err=True)
    elif str(out) != "-":
        emit_json({**answer.to_dict(), **assumed_fields(assumed)})
    return code


def _draw(
    grids: GridSource, request: RenderRequest, options: PictureOptions
) -> tuple[str | bytes, int]:
    """Return the picture of a grid, or of all grids, and the exit code."""
    first = list(itertools.islice(grids.solutions(), MAX_GRIDS + 1))
    if len(first) == 1:
        return _draw_one(first[0], request, options)
    if request.moves is not None or request.solve:
        raise InputError("moves of several grids go into no picture; expected a folder with -o")
    return gallery_picture([kept.grid for kept in first], options), 0


def _draw_each(
    grids: GridSource, request: RenderRequest, options: PictureOptions, folder: Path
) -> tuple[list[Path], int]:
    """Write a picture of each grid into a folder; return the files and the exit code."""
    files: list[Path] = []
    code, assumed = 0, request.box.reasons(*grids.parts)
    for number, kept in enumerate(grids.solutions(), 1):
        content, worse = _draw_one(kept, request, options)
        code = code or worse
        files.append(folder / f"{number:03}.{options.format}")
        use_output(files[-1], "--out")
        save_picture(files[-1], with_note(content, assumed))
    return files, code


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
    """Return whether a source begins as JSON other than saved grids or solutions."""
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
