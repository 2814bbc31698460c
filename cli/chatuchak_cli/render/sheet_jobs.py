"""Print jobs of ``sheet``."""

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chatuchak_cli.shared.ranking import Measuring, tiles_of
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_cli.shared.searches import search_many
from chatuchak_solver.analysis.optimal_paths import check_countable
from chatuchak_solver.box import Box, Reasons, deck_reasons
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS, score_sheet_pdf
from chatuchak_solver.rendering.sheet_page import Paper, SheetLayout
from chatuchak_solver.rendering.sheet_pdf import CARD_WIDTH, SheetTile, deck_pdf, sheet_pdf
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.stand.deck import load_deck

TILE_WIDTH: Final = 88.0


class SheetJob(NamedTuple):
    """Pages, and what is on them.

    Attributes
    ----------
    pages
        The PDF.
    what
        What is counted, ``tiles`` and the like.
    number
        How many there are.
    code
        The exit code of the work for them.
    assumed
        The assumed parts of the box on them.
    """

    pages: bytes
    what: str
    number: int
    code: ExitCode = ExitCode.DONE
    assumed: Reasons = MappingProxyType({})


def tiles_on_paper(files: Sequence[Path], box: Box, *, back: str, **given: Any) -> SheetJob:
    """Put start tiles on pages, those of the box if no file is given.

    Raises
    ------
    InputError
        If the file or a length is wrong.
    """
    tiles, assumed = tiles_of(files, box)
    sheet = _sheet(TILE_WIDTH, back, assumed, **given)
    if back in ("difficulty", "solution"):  # report errors before any work
        sheet_pdf([SheetTile(tiles.grids[0])], sheet)
    lines, code = backs_of(tiles.grids, back, box)
    mark = "sample, no published tile" if "tiles" in assumed else ""
    faces = [
        SheetTile(grid, str(number), line, mark, back == "solution")
        for number, (grid, line) in enumerate(zip(tiles.grids, lines, strict=True), 1)
    ]
    return SheetJob(sheet_pdf(faces, sheet), "tiles", len(faces), code, assumed)


def cards_on_paper(file: Path | None, box: Box, *, back: str, **given: Any) -> SheetJob:
    """Put the cards of a deck on pages, of the box's deck if no file is given.

    Raises
    ------
    InputError
        If the file, a length, or what the backs should say is wrong.
    """
    if back not in ("number", "none"):
        raise InputError(f"cards have no {back}; expected --back number or none")
    deck = box.deck if file is None else load_deck(file)
    assumed = deck_reasons(deck)
    sheet = _sheet(CARD_WIDTH, back, assumed, **given)
    return SheetJob(deck_pdf(deck, sheet), "cards", len(deck), assumed=assumed)


def _sheet(
    usual: float, back: str, assumed: Reasons,
    *, paper: Paper, width: float | None, bleed: float,
) -> SheetLayout:  # fmt: skip
    width = usual if width is None else width
    note = f"Assumed: {', '.join(assumed)}, not those of the published game" if assumed else ""
    return SheetLayout(paper=paper, width=width, bleed=bleed, backs=back != "none", note=note)


def scores_on_paper(game: str, paper: Paper) -> SheetJob:
    """Put score sheets of a game on a page."""
    return SheetJob(score_sheet_pdf(game, paper=paper), "sheets", SCORE_SHEETS[game].per_page)


def backs_of(grids: Sequence[Grid], back: str, box: Box) -> tuple[list[tuple[str, ...]], ExitCode]:
    """Return the lines below the number of each tile, and the exit code of the work for them.

    Parameters
    ----------
    back
        ``number`` and ``none`` take no work; ``difficulty`` and ``solution`` are worked out. What
        Ctrl-C left unknown stays empty.
    """
    lines: list[tuple[str, ...]] = [()] * len(grids)
    if back in ("difficulty", "solution"):
        check_countable(grids)
    if back == "difficulty":
        ranking, code = Measuring(box=box).rank(grids)
        for tile in ranking:
            if tile.difficulty is not None:
                number, optimum = tile.tile - 1, tile.optimal_length
                lines[number] = (f"Difficulty {tile.difficulty:.0f}", f"{optimum} moves")
        return lines, code
    if back == "solution":
        solutions: list[Solution] = []
        code = search_many(
            grids, "jump", total=len(grids), emit=solutions.append, is_streamed=False
        )
        for number, solution in enumerate(solutions):
            moves = " ".join(map(str, solution.moves or ()))
            lines[number] = (f"{solution.length} moves", moves)
        return lines, code
    return lines, ExitCode.DONE
