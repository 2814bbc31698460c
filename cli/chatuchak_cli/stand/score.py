"""``score stand``: final scores of the market stand game."""

from __future__ import annotations

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_solver.rendering.stand_text import score_report
from chatuchak_solver.stand.score_file import StandFile

__all__ = ["command"]


@click.command(name="stand")
@click.argument("file")
@json_option
def command(*, file: str, as_json: bool) -> None:
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
    or teams ("teams": [[0, 2], [1, 3]]); "deck" names a deck file of your own.

    \b
    Examples:
      chatuchak score stand game.json
      chatuchak score stand --json - < game.json
    """
    document, directory = read_document(file)
    game = StandFile.from_node(document, directory=directory)
    final = game.score()
    for player in game.players:
        for doubt in player.doubts():
            tell(f"note: {player.name}: {doubt}")
    if as_json:
        emit_json(final.to_dict())
    else:
        console().print(score_report(final, [player.picture for player in game.players]))
