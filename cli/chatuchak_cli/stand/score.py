"""``score stand``: final scores of the market stand game."""

from typing import Final

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.score_options import SheetOptions, sheet_options
from chatuchak_solver.box import Box

ALONE: Final = (
    'note: four players without "teams" are scored each alone; for teams, as a game of four plays, '
    'add "teams": [[0, 2], [1, 3]], or else "variant": "standard"'
)


@click.command(name="stand")
@sheet_options
@box_option
@json_option
def command(*, source: SheetOptions, box: Box, as_json: bool) -> None:
    r"""Score finished stands and say who wins and why.

    FILE is JSON, or - for standard input. Each player gives the placements in the order in which
    they were laid, or the stand as seen:

    \b
      {"players": [
        {"name": "Ola", "announce": ["S"], "placements":
           [{"card": "c07", "x": 0, "y": 0, "rotation": 90}, "c21@2:1r0", ...]},
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
    from chatuchak_cli.shared.score_sheets import scored
    from chatuchak_solver.stand.score_file import MAX_PLAYERS, sheet_of

    document, directory = source.document("stand", sheet_of(box.deck))
    found = scored("stand", document, directory, box)
    fields = document.mapping()
    undecided = {"game", "variant", "teams"}.isdisjoint(fields)
    alone = undecided and len(fields["players"].items()) == MAX_PLAYERS
    source.finish(found, as_json=as_json, notes=[ALONE] if alone else ())
