"""``playtest``: what games of people say about tiles, players and the formula."""

from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import options


@click.command(name="playtest")
@click.argument("files", metavar="FILES...", nargs=-1, required=True,
                type=click.Path(path_type=Path))  # fmt: skip
@options.tiles_option("The set that a column 'tile' counts in.")
@options.formula_option
@options.file_option("--fit", metavar="FILE.json", writes=(".json",), dir_okay=False,
             help="Fit the formula's weights to the games, and write them.")  # fmt: skip
@click.option("--settle", nargs=2, metavar="TILE TILE",
              help="Tell how many more games would settle which is harder.")  # fmt: skip
@options.file_option(
    "--html",
    metavar="FILE.html",
    writes=(".html", ".htm"),
    dir_okay=False,
    help="Write a page with plots.",
)
@options.threads_option
@options.json_option
def command(**given: Any) -> int:
    r"""Measure from games of people how hard tiles are, how good players are, and who agrees.

    FILES hold one game a line as JSON (the page, play and serve save them so), or a table typed
    from paper: CSV with columns player, tile or grid, moves, and whatever is known of seconds,
    hints, undos, solved, date. - is standard input.

    A tile's difficulty is the moves that an average player of these games needs, apart from who
    happened to play it; a player's skill is by how many percent fewer moves than the average.
    Each has a 95% interval: few games give wide ones, and tiles that chance could have put in
    this order are not told apart. TILE is a number of the set, or a grid.

    \b
    Examples:
      chatuchak playtest evening.jsonl
      chatuchak playtest table.csv --tiles my-tiles.txt --html evening.html
      chatuchak playtest table.csv --tiles my-tiles.txt --settle 1 3
      chatuchak playtest evening.jsonl --fit formula.json
    """
    from chatuchak_cli.analysis.playtesting import playtest_and_tell

    return playtest_and_tell(**given)
