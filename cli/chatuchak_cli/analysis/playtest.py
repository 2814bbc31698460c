"""``playtest``: plans of playtests, and difficulty and skill from people's games."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import STDIN, InputFile, standard_input, write_json, write_output
from chatuchak_cli.shared.output import print_answer, print_message
from chatuchak_cli.shared.runner import ExitCode, JobLabels, run_job
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import read_file, read_stream
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles

if TYPE_CHECKING:
    from chatuchak_solver.analysis.playtest.formula_fit import FormulaFit
    from chatuchak_solver.analysis.playtest.games import PlayedGame
    from chatuchak_solver.box import Box

PLANNING: Final = ("players", "each", "difference", "cards")
MEASURING: Final = ("fit", "force", "power", "settle", "formula")
"""Options of one mode only."""


@options.command("playtest")
@click.argument("files", metavar="FILES...", nargs=-1, type=InputFile())
@options.tiles_shorthand
@options.formula_option
@options.output_option("--fit", metavar="FILE.json", writes=(".json",), dir_okay=False,
               help="Fit the formula's weights to the games and write them.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write the fit even if it is not recommended.")
@click.option("--power", nargs=2, metavar="TILE TILE",
                help="Number of further games that separate two tiles.")  # fmt: skip
@click.option("--settle", nargs=2, hidden=True)
@click.option("--plan", is_flag=True, help="Plan a playtest: the tiles of each player.")
@click.option("--players", metavar="N|NAMES", help="Number or names of players for --plan [12].")
@click.option("--each", type=int, metavar="N",
                help="Games of each player for --plan [all tiles, at most 8].")  # fmt: skip
@click.option("--difference", type=float, metavar="PERCENT",
                help="Difference of two tiles that --plan has to detect.")  # fmt: skip
@options.output_option("--cards", metavar="FILE.txt", writes=(), dir_okay=False,
               help="Write the score cards of the plan as text.")  # fmt: skip
@options.output_option("--html", metavar="FILE.html", writes=(".html", ".htm"), dir_okay=False,
               help="Write a page with plots, or the score cards of the plan.")  # fmt: skip
@options.threads_option
def command(**given: Any) -> int:
    r"""Measure difficulty and skill from games of people, or plan a playtest.

    FILES contain one game per line as JSON, as saved by the page, play and serve, or a CSV table
    with the columns player, tile or grid, moves, and optionally seconds, hints, undos, solved,
    date. - is standard input.

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
    plan = given.pop("plan")
    for name in MEASURING if plan else PLANNING:
        value = given.pop(name)
        if value is not None and value is not False:
            problem = "cannot be combined with" if plan else "needs"
            raise click.UsageError(f"--{name} {problem} --plan")
    if plan:
        del given["workers"]
        return run_plan(**given)
    if not given["files"]:
        raise click.UsageError("Missing argument 'FILES...'.")
    if given["force"] and given["fit"] is None:
        raise click.UsageError("--force needs --fit FILE.json")
    return run_playtest(**given)


def run_playtest(
    *, files: tuple[Path, ...], formula: Path | None, fit: Path | None, force: bool,
    power: tuple[str, str] | None, settle: tuple[str, str] | None, html: Path | None,
    workers: int | None, box: Box,
) -> ExitCode:  # fmt: skip
    """Measure and print; the exit code is negative if a fit is not written."""
    from rich.console import Group

    from chatuchak_cli.analysis.playtest_report import playtest_html, playtest_text
    from chatuchak_solver.analysis.playtest.report import report_playtest
    from chatuchak_solver.analysis.ranking import RankingReference
    from chatuchak_solver.rendering.templates import text_lines

    tile_set = box.own_tiles
    games = _read_games(files, tile_set)
    if {game.grid for game in games} <= set(box.tiles.grids):
        tile_set = box.tiles
    assumed = {} if tile_set is None else box.reasons("tiles")
    reference = RankingReference(formula=options.formula_of(formula))
    pair = tuple(_tile(name, tile_set) for name in power or settle or ())
    measure = partial(
        report_playtest, games, reference, tiles=tile_set, workers=workers,
        fit_name=None if fit is None else fit.stem,
    )  # fmt: skip
    report, code = run_job(measure, words=JobLabels(unit="tiles"), before="all was measured")
    document = report.to_dict()
    answer = report.power(*pair) if pair else None
    if answer is not None:
        document["power" if power else "settle"] = answer

    def text() -> Group:
        lines = [] if answer is None else text_lines("playtest_power.txt", power=answer)
        return Group(playtest_text(report), *lines)

    print_answer(document, text, assumed)
    write_output(html, "report", partial(playtest_html, report))
    if fit is not None and report.fit is not None and not _write_fit(fit, report.fit, force=force):
        return code or ExitCode.NEGATIVE
    return code


def _write_fit(path: Path, fit: FormulaFit, *, force: bool) -> bool:
    """Write a fit if recommended or forced; return whether it was written."""
    story = fit.story
    if story.reversed:
        print_message(f"{path} not written: these games contradict formula 1")
    elif not story.recommended and not force:
        print_message(f"{path} not written: no significant gain over formula 1; --force writes it")
    else:
        write_json(path, fit.to_dict())
        print_message(f"formula: {path}{'' if story.recommended else ' (not recommended)'}")
        return True
    return False


def _read_games(files: tuple[Path, ...], tiles: StartTiles | None) -> tuple[PlayedGame, ...]:
    """Read all files; one error lists all invalid lines."""
    games: list[PlayedGame] = []
    errors = []
    for file in files:
        try:
            games += _games(file, tiles)
        except InputError as error:
            errors.append(str(error))
    if errors:
        raise InputError("; ".join(errors))
    return tuple(games)


def _games(file: Path, tiles: StartTiles | None) -> tuple[PlayedGame, ...]:
    from chatuchak_solver.analysis.playtest.games import parse_games
    from chatuchak_solver.analysis.playtest.store import is_collected, read_collected

    if str(file) == "-":
        data = read_stream(standard_input("games, one per line"), source=STDIN)
        return parse_games(data, source=STDIN, tiles=tiles, on_note=print_message)
    if is_collected(file):
        return read_collected(file)
    return parse_games(read_file(file), source=str(file), tiles=tiles, on_note=print_message)


def _tile(name: str, tiles: StartTiles | None) -> Grid:
    """Return a tile by number, ``tile:`` and number, or notation."""
    number = parse_int(name.removeprefix("tile:"))
    if number is None:
        return Grid.parse(name)
    if tiles is None:
        raise InputError(f"invalid tile {number}: expected a grid, or a set with --tiles FILE")
    return tiles.tile(number)


def run_plan(
    *, files: tuple[Path, ...], players: str | None, each: int | None, difference: float | None,
    cards: Path | None, html: Path | None, box: Box,
) -> ExitCode:  # fmt: skip
    """Plan a playtest; print the plan and write score cards."""
    from chatuchak_cli.analysis.playtest_report import cards_html, cards_text, plan_text
    from chatuchak_solver.analysis.playtest.measurement import measure_playtest
    from chatuchak_solver.analysis.playtest.plan import DEFAULT_CHANCE, DIFFERENCES, plan_playtest

    grids = box.tiles.grids
    chance = None
    if files:
        chance = measure_playtest(_read_games(files, box.tiles)).chance
        if chance is None:
            raise InputError("chance cannot be estimated from these games: expected more games")
    plan = plan_playtest(
        grids,
        _players(players, len(set(grids)), each, difference, chance),
        games_each=each,
        chance=DEFAULT_CHANCE if chance is None else chance,
        differences=DIFFERENCES if difference is None else (difference,),
    )
    text = partial(plan_text, plan, is_measured=chance is not None)
    print_answer(plan, text, box.reasons("tiles"))
    for path, document in ((cards, cards_text), (html, cards_html)):
        write_output(path, "score cards", partial(document, plan))
    return ExitCode.DONE


def _players(
    players: str | None, tiles: int, each: int | None, difference: float | None,
    chance: float | None,
) -> int | list[str]:  # fmt: skip
    """Return the number or names of players; by default as many as a difference needs."""
    from chatuchak_solver.analysis.playtest.plan import DEFAULT_CHANCE, players_for

    if players is not None:
        number = parse_int(players)
        return players.split(",") if number is None else number
    each = min(tiles, 8) if each is None else each
    if difference is None or not 1 <= difference <= 1000 or not 2 <= each <= tiles:
        return 12
    return players_for(difference, tiles, each, chance or DEFAULT_CHANCE)
