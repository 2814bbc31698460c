"""``score mercado``: final scores of Mercado de Lisboa."""

from chatuchak_cli.shared.score_options import score_command


@score_command("mercado")
def command() -> None:
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
