"""``score river-market``: the title of a finished solo game."""

from __future__ import annotations

import click

from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, tell
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_cli.shared.score_sheets import score_so_far, scored, solo_game_under_way
from chatuchak_solver.games.river_market.score_file import ScoreFile
from chatuchak_solver.games.river_market.text import what_next

__all__ = ["command"]


@click.command(name="river-market")
@sheet_options
@json_option
def command(*, source: SheetOptions, as_json: bool) -> None:
    r"""Say which title a finished solo game of River Market earns.

    FILE is JSON, or - for standard input, with the answers to the four questions. "ended_by" is
    deck, rival-houses or your-houses; "left_over" holds amounts of veggies, fish, cloth, tools,
    lilies and coins, or just the one you have most of. Where several tie, "choose" names one:

    \b
      {"helpers": 3, "score": 30, "left_over": {"fish": 2, "coins": 2}, "choose": "fish",
       "ended_by": "rival-houses"}

    A game that `game river-market` saved, or a companion's session, is read as well; one that is
    not over has no title yet. Without FILE a terminal asks for the four answers.

    \b
    Examples:
      chatuchak score river-market game.json
      chatuchak score river-market --json - < game.json
      chatuchak score river-market --sheet --out game.json --picture game.svg
    """
    document, _ = source.document("river-market")
    source.draw(lambda: scored("river-market", document).picture())
    under_way = solo_game_under_way(document)
    if under_way is not None:
        if as_json:
            emit_json(score_so_far(under_way))
        else:
            click.echo(str(under_way))
        tell(f"the game is not over: {what_next(under_way)}")
        return
    game = ScoreFile.from_node(document)
    if as_json:
        emit_json(game.to_dict())
        return
    titles = game.titles()
    for title in titles.values():
        click.echo(str(title))
    if len(titles) > 1:
        tell(f"choose one: {', '.join(titles)} tie for most left over")
