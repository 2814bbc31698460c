"""``score chatuchak``: final scores of the multiplayer game."""

import click

from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_cli.shared.score_options import score_command


@score_command("chatuchak")
@click.option(
    "--data",
    metavar="FILE",
    type=InputFile(path_type=str),
    help="JSON whose fields, such as marker_stars, take the place of the shipped figures.",
)
def command() -> None:
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
