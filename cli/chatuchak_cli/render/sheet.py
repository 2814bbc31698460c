"""``sheet``: start tiles, cards and score sheets to print."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import options, output, runner
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.ranking import Measuring, tiles_of
from chatuchak_solver import Grid, InputError, Solution
from chatuchak_solver.analysis.optimal_paths import check_countable
from chatuchak_solver.box import AssumedAnswer, Box, Reasons, deck_reasons
from chatuchak_solver.codec import Count
from chatuchak_solver.io.files import write_file
from chatuchak_solver.rendering import sheet_pdf as pdf
from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS, score_sheet_pdf
from chatuchak_solver.stand.deck import Deck

BACKS = ("number", "difficulty", "solution", "none")
TILE_WIDTH = 88.0


class SheetAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The written sheets.

    Attributes
    ----------
    file
        The written file.
    tiles, cards, sheets
        The number of tiles, of cards or of score sheets.
    bytes
        The size of the file.
    """

    file: str
    tiles: Count | None = None
    cards: Count | None = None
    sheets: Count | None = None
    bytes: Count


@options.command("sheet")
@options.tiles_argument
@options.output_option("-o", "--out", required=True, metavar="FILE.pdf", writes=(".pdf",),
                       help="The PDF.")  # fmt: skip
@click.option("--paper", type=click.Choice(pdf.PAPERS, case_sensitive=False), default="A4",
              help="Paper.")  # fmt: skip
@click.option("--cards", is_flag=True, help="Cards of the market stand; TILES is a deck file.")
@click.option("--scores", type=click.Choice(tuple(SCORE_SHEETS)), help="Score sheets of a game.")
@click.option("--width", type=float, metavar="MM", help="Width of a cut tile [88] or card [60].")
@click.option("--bleed", type=float, default=2.0, metavar="MM",
              help="Extent of the background beyond the cut.")  # fmt: skip
@click.option("--back", type=click.Choice(BACKS), default="number", help="Content of the backs.")
def command(
    *, files: tuple[Path, ...], out: Path, cards: bool, scores: str | None, back: str, box: Box,
    **given: Any,
) -> int:  # fmt: skip
    r"""Write start tiles, cards or score sheets as PDF, to print and cut.

    TILES is a file of grids, one per line, as written by `generate --tile-set`, or photos of tiles
    (see `read`). The default is the tiles of the box. Tiles have their true size if the PDF is
    printed without scaling. Every other page has the backs, for duplex printing along the long
    edge, optionally with the difficulty and the optimum, or with a shortest solution. With --cards,
    TILES is a deck file, by default the deck of the box. Assumed data are marked at the bottom of
    each page and on each back.

    \b
    Examples:
      chatuchak sheet -o tiles.pdf
      chatuchak sheet my-tiles.txt -o tiles.pdf --paper Letter --back difficulty
      chatuchak sheet my-tiles.txt -o tiles.pdf --width 60 --bleed 3 --back solution
      chatuchak sheet --cards -o cards.pdf
      chatuchak sheet --scores stand -o scores.pdf
      chatuchak sheet --scores playtest -o cards.pdf
    """
    options.reject_with("scores", "files", "cards", "width", "bleed", "back", "tiles")
    options.reject_with("cards", "tiles")
    code = runner.ExitCode.DONE
    assumed: Reasons = {}
    if scores is not None:
        kind, number = "sheets", SCORE_SHEETS[scores].per_page
        pages = score_sheet_pdf(scores, paper=given["paper"])
    elif cards:
        pages, number, assumed = _cards(files, box, back, **given)
        kind = "cards"
    else:
        pages, number, code, assumed = _tiles(files, box, back, **given)
        kind = "tiles"
    write_file(out, pages)
    counts: Any = {kind: number}
    answer = SheetAnswer(file=str(out), bytes=len(pages), **counts)
    made = output.counted(number, kind[:-1])
    output.print_answer(answer, lambda: f"{made}: {out}", assumed, err=True)
    return code


def _tiles(
    files: Sequence[Path], box: Box, back: str, **given: Any
) -> tuple[bytes, int, runner.ExitCode, Reasons]:
    tiles, assumed = tiles_of(files, box)
    sheet = _layout(TILE_WIDTH, back, assumed, **given)
    if back in ("difficulty", "solution"):  # report errors before any work
        pdf.sheet_pdf([pdf.SheetTile(tiles.grids[0])], sheet)
    lines, code = _back_lines(tiles.grids, back, box)
    mark = "sample, no published tile" if "tiles" in assumed else ""
    faces = [
        pdf.SheetTile(grid, str(number), line, mark, back == "solution")
        for number, (grid, line) in enumerate(zip(tiles.grids, lines, strict=True), 1)
    ]
    return pdf.sheet_pdf(faces, sheet), len(faces), code, assumed


def _cards(files: Sequence[Path], box: Box, back: str, **given: Any) -> tuple[bytes, int, Reasons]:
    if len(files) > 1:
        raise click.UsageError(f"--cards takes one deck file, found {len(files)} files")
    if back not in ("number", "none"):
        raise InputError(f"invalid --back {back}: expected number or none with --cards")
    deck = read_document(files[0]).load(Deck.from_dict) if files else box.deck
    assumed = deck_reasons(deck)
    return pdf.deck_pdf(deck, _layout(pdf.CARD_WIDTH, back, assumed, **given)), len(deck), assumed


def _layout(
    default_width: float, back: str, assumed: Reasons, *, width: float | None, **given: Any
) -> pdf.SheetLayout:
    note = f"Assumed: {', '.join(assumed)}, not those of the published game" if assumed else ""
    width = default_width if width is None else width
    return pdf.SheetLayout(width=width, backs=back != "none", note=note, **given)


def _back_lines(
    grids: Sequence[Grid], back: str, box: Box
) -> tuple[list[tuple[str, ...]], runner.ExitCode]:
    """Return lines below each tile's number (none if unfinished at Ctrl-C) and the exit code."""
    lines: list[tuple[str, ...]] = [()] * len(grids)
    code = runner.ExitCode.DONE
    if back in ("difficulty", "solution"):
        check_countable(grids)
    if back == "difficulty":
        ranking, code = Measuring(box=box).rank(grids)
        for tile in ranking:
            if tile.difficulty is not None:
                optimum = output.counted(tile.optimal_length or 0, "move")
                lines[tile.tile - 1] = (f"Difficulty {tile.difficulty:.0f}", optimum)
    elif back == "solution":
        solutions: list[Solution] = []
        code = runner.search_many(
            grids, "jump", total=len(grids), emit=solutions.append, is_streamed=False
        )
        for number, solution in enumerate(solutions):
            moves = " ".join(map(str, solution.moves or ()))
            lines[number] = (output.counted(solution.length or 0, "move"), moves)
    return lines, code
