"""``playtest``: plans of playtests, and difficulty and skill from people's games."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.shared import options, runner
from chatuchak_cli.shared.files import InputFile, read_input, write_json, write_output
from chatuchak_cli.shared.output import counted, print_answer, print_message
from chatuchak_solver import Grid, InputError
from chatuchak_solver.arguments import parse_int
from chatuchak_solver.rendering import templates

if TYPE_CHECKING:
    from chatuchak_solver import Box, FormulaFit, PlayedGame, Playtest, StartTiles

PLANNING = ("players", "each", "difference", "cards")
MEASURING = ("fit", "force", "power", "settle", "formula", "workers")
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
@options.html_option("--html", metavar="FILE.html", dir_okay=False,
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
    options.reject_with("plan", *MEASURING)
    options.require("--plan", plan, *PLANNING)
    given = {name: given[name] for name in given if name not in (MEASURING if plan else PLANNING)}
    if plan:
        return run_plan(**given)
    if not given["files"]:
        raise click.UsageError("Missing argument 'FILES...'.")
    options.require("--fit FILE.json", given["fit"], "force")
    return run_playtest(**given)


def run_playtest(
    *, files: tuple[Path, ...], formula: Path | None, fit: Path | None, force: bool,
    power: tuple[str, str] | None, settle: tuple[str, str] | None, html: Path | None,
    workers: int | None, box: Box,
) -> runner.ExitCode:  # fmt: skip
    """Measure and print; the exit code is negative if a fit is not written."""
    from chatuchak_solver import RankingReference, report_playtest

    tile_set = box.own_tiles
    games = _read_games(files, tile_set)
    if {game.grid for game in games} <= set(box.tiles.grids):
        tile_set = box.tiles
    reference = RankingReference(formula=options.formula_of(formula))
    pair = tuple(_tile(name, tile_set) for name in power or settle or ())
    measure = partial(
        report_playtest, games, reference, tiles=tile_set, workers=workers,
        fit_name=None if fit is None else fit.stem,
    )  # fmt: skip
    report, code = runner.run_job(measure, unit="tiles", before="all was measured")
    document = report.to_dict()
    answer = report.power(*pair) if pair else None
    if answer is not None:
        document["power" if power else "settle"] = answer

    values = template_values(report)
    text = partial(templates.report, "playtest.txt", power=answer, **values)
    print_answer(document, text, {} if tile_set is None else box.reasons("tiles"))
    title = f"Playtest: {counted(len(report.games), 'game')}"
    page = partial(templates.html_page, "playtest.html", title=title, **values)
    write_output(html, "report", page)
    if fit is not None and report.fit is not None and not _write_fit(fit, report.fit, force=force):
        return code or runner.ExitCode.NEGATIVE
    return code


def template_values(report: Playtest) -> dict[str, Any]:
    """Return the values for the templates of the text and the page."""
    from chatuchak_solver.rendering.interval_plots import Measurement, Scale

    measurement, places = report.measurement, range(len(report.tiles))
    names = {
        tile.grid: f"no. {place}" if tile.tile is None else f"tile {tile.tile}"
        for place, tile in enumerate(report.tiles, start=1)
    }
    pairs = [
        measurement.is_significant(*pair)
        for pair in combinations(places, 2)
        if measurement.is_comparable(*pair)
    ]
    measured = [
        Measurement(names[tile.grid], tile.difficulty, tile.low, tile.high, tile.predicted)
        for tile in report.tiles
        if tile.difficulty is not None
    ]
    players = [
        Measurement(player.player, player.skill, player.low, player.high)
        for player in report.players
        if player.skill is not None
    ]
    return {
        "report": report, "names": names, "pairs": pairs, "scale": Scale, "measured": measured,
        "players": players,
    }  # fmt: skip


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
    from chatuchak_solver.analysis.playtest.games import parse_games
    from chatuchak_solver.analysis.playtest.store import is_collected, read_collected

    games: list[PlayedGame] = []
    errors = []
    for file in files:
        try:
            if str(file) != "-" and is_collected(file):
                games += read_collected(file)
                continue
            data, source = read_input(file, "games, one per line")
            games += parse_games(data, source=source, tiles=tiles, on_note=print_message)
        except InputError as error:
            errors.append(str(error))
    if errors:
        raise InputError("; ".join(errors))
    return tuple(games)


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
) -> runner.ExitCode:  # fmt: skip
    """Plan a playtest; print the plan and write score cards."""
    from chatuchak_solver.analysis.playtest import plan as plans
    from chatuchak_solver.analysis.playtest.measurement import measure_playtest

    grids, measured = box.tiles.grids, None
    if files:
        measured = measure_playtest(_read_games(files, box.tiles)).chance
        if measured is None:
            raise InputError("chance cannot be estimated from these games: expected more games")
    chance = plans.DEFAULT_CHANCE if measured is None else measured
    tiles = len(set(grids))
    around: int | list[str] = 12
    games = min(tiles, 8) if each is None else each
    if players is not None:
        number = parse_int(players)
        around = players.split(",") if number is None else number
    elif difference is not None and 1 <= difference <= 1000 and 2 <= games <= tiles:
        around = plans.players_for(difference, tiles, games, chance)
    plan = plans.plan_playtest(
        grids, around, games_each=each, chance=chance,
        differences=plans.DIFFERENCES if difference is None else (difference,),
    )  # fmt: skip
    text = partial(templates.report, "playtest_plan.txt", plan=plan, is_measured=bool(files))
    print_answer(plan, text, box.reasons("tiles"))
    write_output(cards, "score cards", partial(templates.text, "score_cards.txt", plan=plan))
    title = "Playtest: score cards"
    page = partial(templates.html_page, "score_cards.html", title=title, plan=plan)
    write_output(html, "score cards", page)
    return runner.ExitCode.DONE
