"""``score mercado``: final scores of Mercado de Lisboa."""

from __future__ import annotations

import click

from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_cli.shared.score_sheets import scored
from chatuchak_solver.games.mercado.score_file import ScoreFile
from chatuchak_solver.rendering.mercado_text import score_report

__all__ = ["command"]


@click.command(name="mercado")
@sheet_options
@json_option
def command(*, source: SheetOptions, as_json: bool) -> None:
    r"""Score a finished game of Mercado de Lisboa and say who wins.

    FILE is JSON, or - for standard input. Each player gives the coins, the restaurant tiles still
    unplaced (their number or their names) and the stands in the market, which settle ties and may
    be left out without one:

    \b
      {"players": [
        {"name": "Ana", "coins": 31, "restaurants": ["pub"], "stands": 7},
        {"name": "Rui", "coins": 30, "restaurants": 0, "stands": 6}]}

    Instead of "stands", "market" may show the board: {"stands": {"c3": {"type": "fish",
    "owner": 0}, ...}}, with players numbered from 0. A game that `game mercado` saved is
    scored as well, as it stands if it is not over. Without FILE a terminal asks for the game.

    \b
    Examples:
      chatuchak score mercado game.json
      chatuchak score mercado --json - < game.json
      chatuchak score mercado --sheet --out game.json --picture game.svg
    """
    document, _ = source.document("mercado")
    game = ScoreFile.from_node(document)
    if as_json:
        emit_json(game.to_dict())
    else:
        console().print(score_report(game.names, game.scores, game.winners))
    source.draw(lambda: scored("mercado", document).picture())
    if game.to_move is not None:
        tell(f"the game is not over: it is the turn of {game.names[game.to_move]}")
