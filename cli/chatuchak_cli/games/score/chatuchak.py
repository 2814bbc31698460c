"""``score chatuchak``: final scores of the multiplayer game."""

from __future__ import annotations

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_cli.shared.score_sheets import scored_chatuchak
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.chatuchak.figures import load_figures
from chatuchak_solver.games.chatuchak.score_file import ScoreFile
from chatuchak_solver.rendering.chatuchak_text import final_score_table

__all__ = ["command"]


@click.command(name="chatuchak")
@sheet_options
@click.option(
    "--data",
    metavar="FILE",
    help="JSON whose fields, such as marker_stars, take the place of the shipped figures.",
)
@json_option
def command(*, source: SheetOptions, data: str | None, as_json: bool) -> None:
    r"""Score a finished multiplayer game and say who wins.

    Stars on markers in the grid and on tokens, less the groups plus single booths of the color
    that has most of them. FILE is JSON, or - for standard input:

    \b
      {"players": [{"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR",
         "markers": [{"marker": "group:R", "in_grid": true}, ...],
         "tokens": [{"token": "general", "stars": 1}, ...]}, ...]}

    Markers and tokens: group:R, mix:RG, path, rectangle; tokens also general. Without "in_grid"
    the grid decides, without "stars" a token has its own number. Ties are broken by the stars on
    general tokens, then by the number of mix tokens. A game that `game chatuchak` saved is
    scored as well, as it stands if it is not over. Without FILE a terminal asks for the game.

    \b
    Examples:
      chatuchak score chatuchak game.json
      chatuchak score chatuchak --json - < game.json
      chatuchak score chatuchak --sheet --out game.json --picture game.svg
    """
    figures = load_figures()[0]
    if data is not None:
        document, _ = read_document(data)
        try:
            figures = load_figures({n: node.value for n, node in document.mapping().items()})[0]
        except InvalidInstanceError as error:
            raise document.error(str(error)) from None
    document, _ = source.document("chatuchak")
    game = ScoreFile.from_node(document, figures)
    for player in game.players:
        for doubt in player.doubts():
            tell(f"note: {player.name}: {doubt}")
    final = game.score()
    if as_json:
        emit_json(final.to_dict())
    else:
        console().print(final_score_table(final))
    source.draw(lambda: scored_chatuchak(document, figures).picture())
    if game.to_move is not None:
        tell(f"the game is not over: it is the turn of {game.players[game.to_move].name}")
