"""``score chatuchak-speed``: who won a speed game, and how far the others are."""

from chatuchak_cli.shared.score_options import score_command


@score_command("chatuchak-speed")
def command() -> None:
    r"""Say who won a speed game of Chatuchak, and how far everybody else is.

    The first whose colors are one group each wins; the rules rank nobody behind. The others are
    listed by what is left: groups and single booths beyond one a color. FILE is JSON, or - for
    standard input:

    \b
      {"players": [
        {"name": "Amy", "grid": "RRRRRR/YYYYYY/GGGGGG/BBBBBB/PPPPP.", "moves": 21},
        {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}], "first": "Amy"}

    "moves" may be left out; "first" is for several who are done. A game that
    `game chatuchak-speed` saved is read as well, even one that is not over. Without FILE a
    terminal asks for the grids.

    \b
    Examples:
      chatuchak score chatuchak-speed game.json
      chatuchak score chatuchak-speed --json - < game.json
      chatuchak score chatuchak-speed --sheet --out game.json --picture game.svg
    """
