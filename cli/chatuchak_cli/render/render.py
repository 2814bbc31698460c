"""``render``: pictures of grids, solutions, stands and markets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from json import detect_encoding
from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import options, output, pictures, runner
from chatuchak_cli.shared.files import STDOUT, InputFile, first_bytes, standard_input, use_output
from chatuchak_cli.shared.grid_argument import GridParameter
from chatuchak_solver.arguments import check_choice
from chatuchak_solver.box import AssumedAnswer, Box, Reasons, deck_reasons
from chatuchak_solver.codec import Count, error_context
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame
from chatuchak_solver.rendering.gallery_svg import MAX_GRIDS, gallery_svg

GRIDS, MOVES = {"grid", "arrows", "several grids"}, {"arrows", "strip", "animation"}
EFFECTS: Mapping[str, set[str]] = {
    "numbers": GRIDS, "groups": GRIDS, "moves": MOVES, "solve": MOVES, "rule": MOVES,
    "columns": {"strip", "several grids"}, "zoom": {"png", "gif"},
    "title": {"svg", "html", "score"},
}  # fmt: skip
"""The pictures and formats on which each option has an effect."""


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
        The size of the file.
    """

    files: tuple[str, ...] = ()
    file: str | None = None
    format: str
    bytes: Count | None = None


@options.command("render")
@click.argument("source", metavar="SOURCE", type=InputFile(path_type=str))
@options.output_option("-o", "--out", required=True, allow_dash=True,
                       help="The picture, or a folder; - for standard output.")  # fmt: skip
@click.option("--format", "format_", type=click.Choice(tuple(pictures.FORMATS)),
              help="[default: by FILE; svg for -]")  # fmt: skip
@click.option("--kind", type=click.Choice(pictures.KINDS), help="[default: by format and moves]")
@click.option("--moves", metavar="MOVES", help="Moves from the grid, such as 15,3,7.")
@click.option("--solve", is_flag=True, help="Draw a shortest solution.")
@options.rule_option()
@click.option("--numbers", is_flag=True, help="Show the numbers of the spots.")
@click.option("--groups", is_flag=True, help="Connect the booths of each group.")
@click.option("--columns", type=int, default=5, help="Frames per row.")
@click.option("--zoom", type=float, metavar="Z", help="Pixels per unit of PNG [2] and GIF [1].")
@options.title_option(help="The picture's name for screen readers.")
@options.tiles_shorthand
def command(
    *, source: str, out: Path, format_: str | None, moves: str | None, solve: bool,
    rule: str | None, box: Box, **look: Any,
) -> int:  # fmt: skip
    r"""Draw a grid, moves, a solution, a stand or a market.

    SOURCE is a GRID (grid notation, a file, - for standard input, tile:N, or daily), a saved
    solution of solve --json, a stand file, a file for `score`, or a saved game of any game but
    river-market. The name of the file determines the format: .svg, .png, .gif or .html. Kinds: grid
    (default without moves), arrows (moves drawn on the grid), strip (the grid after every move),
    animation (GIF, HTML, and animated SVG).

    Several grids go into one picture, numbered, or into separate files if FILE is a folder. Letters
    and shapes identify colors without color, and pictures of grids need no fonts.

    \b
    Examples:
      chatuchak render tile:1 -o tile.svg --numbers
      chatuchak render tile:1 --solve -o solution.png
      chatuchak render tile:1 --solve -o solution.html
      chatuchak render tile:1 --moves 18,23 --kind arrows -o arrows.svg
      chatuchak render my-tiles.txt -o tiles.svg --columns 4
      chatuchak render game.json -o market.png
    """
    options.reject_with("moves", "solve")
    is_stdout = str(out) == "-"
    is_folder = not is_stdout and out.is_dir()
    form = format_ or ("svg" if is_stdout or is_folder else pictures.format_of(out))
    picture = pictures.PictureOptions(format=form, **look)
    has_moves = moves is not None or solve

    def draw(game: SavedGame) -> tuple[str | bytes, int]:
        grid, code, drawn_rule = game.grid, 0, rule or "jump"
        drawn_moves: Sequence[int] = ()
        if moves is not None:
            drawn_moves = parse_moves(moves, board=grid.board)
        elif solve:
            from chatuchak_solver.search.solve import solve as search

            solution, code = runner.run_job(partial(search, grid, rule=drawn_rule))
            drawn_moves = solution.moves or ()
        elif game.moves is not None:
            drawn_moves, drawn_rule = game.moves, rule or game.rule or "jump"
        return pictures.grid_picture(grid, drawn_moves, drawn_rule, picture), code

    drawn: Iterable[tuple[str | bytes, int]]
    if not is_folder and _is_document(source):
        if has_moves:
            raise InputError(f"invalid source {source}: expected a grid with --moves or --solve")
        content, assumed = _document_picture(source, picture, box)
        drawn = [(content, 0)]
    else:
        grids = GridParameter().convert(source, None, click.get_current_context())
        assumed, games = grids.assumed, grids.games()
        first = [] if is_folder else list(islice(games, MAX_GRIDS + 1))
        if is_folder or len(first) == 1:
            with_moves = {has_moves, True} if is_folder else {has_moves or bool(first[0].moves)}
            _check_effects(*sorted({picture.kind_for(has_moves=has) for has in with_moves}), form)
            drawn = map(draw, games if is_folder else first)
        elif has_moves:
            raise InputError("pictures of moves of several grids: expected a folder with -o")
        else:
            picture.check_still("several grids: expected svg or png, or a folder with -o")
            _check_effects("several grids", form)
            gallery = gallery_svg(
                [game.grid for game in first], columns=picture.columns, numbers=picture.numbers,
                groups=picture.groups, **picture.named,
            )  # fmt: skip
            drawn = [(picture.in_format(gallery), 0)]
    code, files, size = 0, [], 0
    for number, (content, found) in enumerate(drawn, 1):
        file = out / f"{number:03}.{form}" if is_folder else out
        use_output(file, "--out", updates=STDOUT)
        size = pictures.save_picture(file, lambda: content, assumed)  # noqa: B023
        code = code or found
        files.append(str(file))
    if not output.is_json():
        if is_folder:
            output.print_message(f"{output.counted(len(files), 'picture')}: {out}")
        output.print_assumed(assumed, err=True)
    elif is_folder:
        output.emit_json(RenderAnswer(files=tuple(files), format=form), assumed)
    elif not is_stdout:
        output.emit_json(RenderAnswer(file=str(out), format=form, bytes=size), assumed)
    return code


def _check_effects(*picture: str) -> None:
    """Raise a usage error for an option without effect on pictures of these kinds and format."""
    unused = [name for name in EFFECTS if EFFECTS[name].isdisjoint(picture)]
    for option in options.typed_options(*unused):
        raise click.UsageError(f"{option} has no effect on this picture: {', '.join(picture)}")


def _document_picture(
    name: str, picture: pictures.PictureOptions, box: Box
) -> tuple[str | bytes, Reasons]:
    """Draw the stands, board or score of a JSON document; also return the assumed parts."""
    from chatuchak_cli.shared.files import read_document
    from chatuchak_cli.shared.score_forms import form_of, score_forms
    from chatuchak_cli.shared.shown_stands import stands_of_document
    from chatuchak_solver.games.market_stand import MarketStandState
    from chatuchak_solver.games.registry import assumed_in_game, every_game
    from chatuchak_solver.games.score_form import ScoreRequest
    from chatuchak_solver.games.session import read_record
    from chatuchak_solver.rendering.boards import board_svg
    from chatuchak_solver.rendering.scores import report_svg
    from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg

    picture.check_still(f"no moves in {name}: expected svg or png")
    document = read_document(name)
    form = form_of(document.fields)
    if form is not None:
        report = form.score(ScoreRequest(document.fields, document.source, document.directory, box))
        _check_effects("score", picture.format)
        return picture.in_format(report_svg(replace(report, **picture.named))), report.assumed
    _check_effects("stands or a board", picture.format)
    game = document.fields.get("game")
    drawn = [name for name, form in score_forms().items() if form.draws_games]
    for entry in every_game():
        if entry.pictured_board is not None:
            if entry.name == game:
                record = document.load(read_record, entry.state)
                drawing = board_svg(entry.pictured_board(record.state), picture.title)
                return picture.in_format(drawing), assumed_in_game(record.start, box)
            drawn.append(entry.name)
    if game is not None:
        with error_context(document.source):
            check_choice(game, [*drawn, MarketStandState.game], name="game")
    stands, deck = stands_of_document(document, box.deck)
    panels = [StandPanel.of(stand.name, stand.picture, stand.stand) for stand in stands]
    return picture.in_format(stands_svg(panels, **picture.named)), deck_reasons(deck)


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
