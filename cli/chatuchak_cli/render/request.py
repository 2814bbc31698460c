"""Finding out what ``render`` is to draw."""

from __future__ import annotations

import io
import itertools
from dataclasses import dataclass
from pathlib import Path

import click

from chatuchak_cli.shared.files import standard_input
from chatuchak_cli.shared.grid_argument import find_grids
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.pictures import (
    PictureOptions,
    document_picture,
    gallery_picture,
    grid_picture,
    save_picture,
)
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.rendering.gallery_svg import MOST_GRIDS

__all__ = ["RenderRequest", "draw", "draw_each"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest:
    """What to draw.

    Attributes
    ----------
    source
        A grid as on the command line, or the name of a JSON document.
    tiles
        The user's start tiles.
    moves
        Moves as notation, or None.
    solve
        Whether to draw a shortest solution.
    rule
        The move rule.
    """

    source: str
    tiles: Path | None
    moves: str | None
    solve: bool
    rule: str


def draw(request: RenderRequest, options: PictureOptions) -> tuple[str | bytes | None, int]:
    """Return a picture, of all grids where there are several, and the exit code.

    There is no picture where a search found no solution.

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
    grid, several = find_grids(request.source, tiles=request.tiles).single_or_many()
    if grid is not None:
        return _draw_one(grid, request, options)
    if request.moves is not None or request.solve:
        raise InputError("moves of several grids go into no picture; expected a folder with -o")
    return gallery_picture(list(itertools.islice(several, MOST_GRIDS + 1)), options), 0


def draw_each(
    request: RenderRequest, options: PictureOptions, folder: Path
) -> tuple[list[Path], int]:
    """Write a picture of each grid of a source into a folder; return the files and the exit code.

    Grids for which a search found no solution have none.

    Raises
    ------
    InputError
        If anything in the request is wrong.
    """
    files: list[Path] = []
    code = 0
    for number, grid in enumerate(find_grids(request.source, tiles=request.tiles), 1):
        content, worse = _draw_one(grid, request, options)
        code = code or worse
        if content is not None:
            files.append(folder / f"{number:03}.{options.format}")
            save_picture(files[-1], content)
    return files, code


def _draw_one(
    grid: Grid, request: RenderRequest, options: PictureOptions
) -> tuple[str | bytes | None, int]:
    moves: tuple[int, ...] = ()
    code = 0
    if request.moves is not None:
        moves = parse_moves(request.moves, board=grid.board)
    elif request.solve:
        from chatuchak_cli.shared.searches import SearchOptions, search_one

        solution, code = search_one(grid, SearchOptions(rule=request.rule))
        if solution.moves is None:
            tell("no solution was found: there is nothing to draw")
            return None, code
        moves = solution.moves
    return grid_picture(grid, moves, request.rule, options), code


def _is_document(source: str) -> bool:
    """Tell whether a source is JSON rather than grids, by its first character."""
    if source == "-":
        stream = standard_input("a grid or a document")
        if isinstance(stream, io.BufferedReader):
            head = stream.peek(64)
        else:
            head = stream.read(64)
            stream.seek(-len(head), io.SEEK_CUR)
    else:
        try:
            with Path(source).open("rb") as file:
                head = file.read(64)
        except (OSError, ValueError):
            return False
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
