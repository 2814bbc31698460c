"""``score stand``: final scores of the market stand game."""

from typing import Final

from chatuchak_cli.shared.score_options import score_command
from chatuchak_solver.document import Node
from chatuchak_solver.stand.scoring import FinalScore, Variant

MOST_PLAYERS: Final = 4

ALONE: Final = (
    'note: four players without "teams" are scored each alone; for teams, as a game of four plays, '
    'add "teams": [[0, 2], [1, 3]], or else "variant": "standard"'
)


def alone(document: Node, final: FinalScore) -> list[str]:
    """Return what to say where four play each alone and nobody says that they do."""
    is_told = {"game", "variant"} & set(document.mapping())
    is_meant = len(final.players) == MOST_PLAYERS and final.variant is Variant.STANDARD
    return [ALONE] if is_meant and not is_told else []


@score_command("stand", alone)
def command() -> None:
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
