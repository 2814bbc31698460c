"""``score stand``: final scores of the market stand game."""

from __future__ import annotations

from typing import Final

import click

from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_cli.shared.score_sheets import scored
from chatuchak_cli.stand.saved_game import score_saved
from chatuchak_solver.rendering.stand_text import score_report
from chatuchak_solver.stand.score_file import StandFile
from chatuchak_solver.stand.scoring import Variant

__all__ = ["command"]

MOST_PLAYERS: Final = 4

ALONE: Final = (
    'note: four players without "teams" are scored each alone; for teams, as a game of four plays, '
    'add "teams": [[0, 2], [1, 3]], or else "variant": "standard"'
)


@click.command(name="stand")
@sheet_options
@json_option
def command(*, source: SheetOptions, as_json: bool) -> None:
    r"""Score finished stands and say who wins and why.

    FILE is JSON, or - for standard input. Each player gives the placements in the order in which
    they were laid, or the stand as seen:

    \b
      {"players": [
        {"name": "Ola", "announce": ["S"], "placements":
           [{"card": "c07", "x": 0, "y": 0, "rotation": 90}, ...]},
        {"name": "Jan", "visible": ["S S . G", "c* S B G"]}, ...]}

    \b
    Goods S B G C M: strawberry, banana, grape, carrot, mushroom. Empties c p b: crate, pallet,
    barrel. "*" after a space is a mouse, "." is no card. Without "announce" the best choice for
    its owner is made where goods tie. "variant" is standard, two-player (the default for two)
    or teams ("teams": [[0, 2], [1, 3]]); "deck" names a deck file of your own. A game that
    `game market-stand` saved is scored as well, as it stands if it is not over. Without FILE a
    terminal asks for the stands.

    \b
    Examples:
      chatuchak score stand game.json
      chatuchak score stand --json - < game.json
      chatuchak score stand --sheet --out game.json --picture game.svg
    """
    document, directory = source.document("stand")
    source.draw(lambda: scored("stand", document, directory).picture())
    if "game" in document.mapping():
        score_saved(document, as_json=as_json)
        return
    game = StandFile.from_node(document, directory=directory)
    final = game.score()
    for player in game.players:
        for doubt in player.doubts():
            tell(f"note: {player.name}: {doubt}")
    is_named = "variant" in document.mapping()
    if len(game.players) == MOST_PLAYERS and game.variant is Variant.STANDARD and not is_named:
        tell(ALONE)
    if as_json:
        emit_json(final.to_dict())
    else:
        console().print(score_report(final, [player.picture for player in game.players]))
