"""``playtest``: plan playtests, and measure difficulty and skill from games of people."""

from typing import Any

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.file_roles import InputFile, output_option


@click.command(name="playtest")
@click.argument("files", metavar="FILES...", nargs=-1, type=InputFile())
@options.tiles_option("The set that numbers the tiles.")
@options.formula_option
@output_option("--fit", metavar="FILE.json", writes=(".json",), dir_okay=False,
               help="Fit the formula's weights to the games and write them.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write the fit even if it is not recommended.")
@click.option("--power", nargs=2, metavar="TILE TILE",
                help="How many more games tell two tiles apart.")  # fmt: skip
@click.option("--settle", nargs=2, hidden=True)
@click.option("--plan", is_flag=True, help="Plan a playtest: who plays which tile.")
@click.option("--players", metavar="N|NAMES", help="Number or names of players for --plan [12].")
@click.option("--each", type=int, metavar="N",
                help="Games of each player for --plan [all tiles, at most 8].")  # fmt: skip
@click.option("--difference", type=float, metavar="PERCENT",
                help="Difference of two tiles that --plan has to detect.")  # fmt: skip
@output_option("--cards", metavar="FILE.txt", writes=(), dir_okay=False,
               help="Write the score cards of the plan as text.")  # fmt: skip
@output_option("--html", metavar="FILE.html", writes=(".html", ".htm"), dir_okay=False,
               help="Write a page with plots, or the score cards of the plan.")  # fmt: skip
@options.threads_option
@options.json_option
def command(**given: Any) -> int:
    r"""Measure difficulty and skill from games of people, or plan a playtest.

    FILES hold one game a line as JSON (the page, play and serve save them so), or a table: CSV
    with columns player, tile or grid, moves, and optionally seconds, hints, undos, solved, date.
    - is standard input.

    The difficulty of a tile is the number of moves that an average player of these games needs.
    The skill of a player is the percentage of moves saved compared with the average. Each has a
    95% interval. Tiles that do not differ significantly are marked ~. TILE is a number of the
    set, or a grid.

    --plan prints a rota in which players link all tiles, and the number of players for a
    difference. FILES of earlier games improve the estimate of chance.

    \b
    Examples:
      chatuchak playtest --plan --players 12 --html cards.html
      chatuchak playtest evening.jsonl
      chatuchak playtest table.csv --tiles my-tiles.txt --html evening.html
      chatuchak playtest table.csv --tiles my-tiles.txt --power 1 3
      chatuchak playtest evening.jsonl --fit formula.json
    """
    from chatuchak_cli.analysis.playtesting import run_plan, run_playtest

    plan = given.pop("plan")
    planning = {name: given.pop(name) for name in ("players", "each", "difference", "cards")}
    measuring = ("fit", "force", "power", "settle", "formula")
    _refuse(planning if not plan else {name: given[name] for name in measuring}, plan=plan)
    if plan:
        shared = ("files", "tiles", "html", "as_json")
        return run_plan(**planning, **{name: given[name] for name in shared})
    if not given["files"]:
        raise click.UsageError("Missing argument 'FILES...'.")
    if given["force"] and given["fit"] is None:
        raise click.UsageError("--force needs --fit FILE.json")
    return run_playtest(**given)


def _refuse(options: dict[str, object], *, plan: bool) -> None:
    for name, value in options.items():
        if value:
            raise click.UsageError(f"--{name} {'excludes' if plan else 'needs'} --plan")
