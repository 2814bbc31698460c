"""``score chatuchak-speed``: who won a speed game, and how far the others are."""

from __future__ import annotations

import click

from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_cli.shared.score_sheets import scored
from chatuchak_solver.games.chatuchak_speed.score_file import ScoreFile
from chatuchak_solver.rendering.chatuchak_speed_text import standing_table

__all__ = ["command"]


@click.command(name="chatuchak-speed")
@sheet_options
@json_option
def command(*, source: SheetOptions, as_json: bool) -> None:
    r"""Say who won a speed game of Chatuchak, and how far everybody else is.

    The first whose colors are one group each wins; the rules know nobody behind. The others are
    listed by what is left: groups and single booths beyond one a color. FILE is JSON, or - for
    standard input:

    \b
      {"players": [
        {"name": "Amy", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": 21},
        {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}], "first": "Amy"}

    "moves" may be left out; "first" is for several who are done. A game that
    `game chatuchak-speed` saved is told as well, also one that is not over. Without FILE a
    terminal asks for the grids.

    \b
    Examples:
      chatuchak score chatuchak-speed game.json
      chatuchak score chatuchak-speed --json - < game.json
      chatuchak score chatuchak-speed --sheet --out game.json --picture game.svg
    """
    document, _ = source.document("chatuchak-speed")
    game = ScoreFile.from_node(document)
    if as_json:
        emit_json(game.to_dict())
    else:
        console().print(standing_table(game))
    source.draw(lambda: scored("chatuchak-speed", document).picture())
    for doubt in game.doubts():
        tell(doubt)
