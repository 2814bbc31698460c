"""``score river-market``: the title of a finished solo game."""

from chatuchak_cli.shared.score_options import score_command


@score_command("river-market")
def command() -> None:
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
