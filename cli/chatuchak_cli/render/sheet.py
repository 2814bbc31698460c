"""``sheet``: start tiles, cards and score sheets to print."""

from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared.box_option import box_option, tiles_shorthand
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.options import json_option, tiles_argument
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed, tell
from chatuchak_solver.box import Box
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count, JsonObject
from chatuchak_solver.io.untrusted import escaped
from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS

BACKS = ("number", "difficulty", "solution", "none")


class SheetAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The written sheets.

    Attributes
    ----------
    file
        The written file.
    tiles, cards, sheets
        The number of tiles, of cards or of score sheets.
    bytes
        Its size.
    """

    file: str
    tiles: Count | None = None
    cards: Count | None = None
    sheets: Count | None = None
    bytes: Count


@click.command(name="sheet")
@tiles_argument
@tiles_shorthand
@output_option("-o", "--out", required=True, metavar="FILE.pdf", writes=(".pdf",), help="The PDF.")
@click.option(
    "--paper",
    type=click.Choice(("A4", "Letter"), case_sensitive=False),
    default="A4",
    show_default=True,
    help="Paper.",
)
@click.option("--cards", is_flag=True, help="Cards of the market stand; TILES is a deck file.")
@click.option(
    "--scores", type=click.Choice(tuple(SCORE_SHEETS)), help="Score sheets of a game, to write on."
)
@click.option("--width", type=float, metavar="MM", help="Width of a cut tile [88] or card [60].")
@click.option("--bleed", type=float, default=2.0, show_default=True, metavar="MM",
              help="How far the background extends beyond the cut.")  # fmt: skip
@click.option("--back", type=click.Choice(BACKS), default="number", show_default=True,
              help="What the backs say.")  # fmt: skip
@box_option
@json_option
def command(
    *, files: tuple[Path, ...], out: Path, cards: bool, scores: str | None, box: Box, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    r"""Put start tiles, cards or score sheets on paper, to print and cut.

    TILES is a file of grids, one a line, such as `generate --tile-set` makes, or photos of tiles
    (see `read`); the tiles of the box if none is given. Tiles have their true size where the PDF
    is printed without scaling. Every other page has the backs, for printing on both sides along the
    long edge; they can tell the difficulty and the optimum, or a whole shortest solution. With
    --cards it is a deck file, or the deck of the box. Assumed data are marked, at the foot of each
    page and on each back.

    \b
    Examples:
      chatuchak sheet -o tiles.pdf
      chatuchak sheet my-tiles.txt -o tiles.pdf --paper Letter --back difficulty
      chatuchak sheet my-tiles.txt -o tiles.pdf --width 60 --bleed 3 --back solution
      chatuchak sheet --cards -o cards.pdf
      chatuchak sheet --scores stand -o scores.pdf
      chatuchak sheet --scores playtest -o cards.pdf
    """
    from chatuchak_cli.render.sheet_jobs import cards_on_paper, scores_on_paper, tiles_on_paper
    from chatuchak_solver.io.files import write_file

    if cards and scores is not None:
        raise click.UsageError("--cards and --scores are two kinds of sheets; expected one")
    if scores is not None:
        if files:
            raise click.UsageError(f"score sheets need no file, found {escaped(str(files[0]))}")
        job = scores_on_paper(scores, given["paper"])
    elif cards:
        if len(files) > 1:
            raise click.UsageError("cards are those of one deck file; several files were given")
        deck = files[0] if files else None
        job = cards_on_paper(deck, box, **given)
    else:
        job = tiles_on_paper(files, box, **given)
    write_file(out, job.pages)
    if as_json:
        made: JsonObject = {job.what: job.number, **assumed_fields(job.assumed)}
        emit_json(SheetAnswer(file=str(out), bytes=len(job.pages), **made))
    else:
        tell(f"{job.number} {job.what}: {out}")
        print_assumed(job.assumed, err=True)
    return job.code
