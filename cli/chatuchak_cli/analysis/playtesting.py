"""Playtests, as `playtest` runs and prints them."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from chatuchak_cli.analysis.playtest_report import playtest_html, playtest_text
from chatuchak_cli.shared.files import STDIN, standard_input, write_json
from chatuchak_cli.shared.options import formula_of
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_cli.shared.runner import ExitCode, JobWords, run_job
from chatuchak_solver.analysis.playtest.agreement import Settling
from chatuchak_solver.analysis.playtest.games import PlayedGame, parse_games
from chatuchak_solver.analysis.playtest.report import report_playtest
from chatuchak_solver.analysis.playtest.store import is_collected, read_collected
from chatuchak_solver.analysis.ranking import Yardsticks
from chatuchak_solver.arguments import read_whole
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.foreign import read_file, read_stream
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles


def playtest_and_tell(
    *, files: tuple[Path, ...], tiles: Path | None, formula: Path | None, fit: Path | None,
    settle: tuple[str, str] | None, html: Path | None, workers: int | None, as_json: bool,
) -> ExitCode:  # fmt: skip
    """Read the games, measure, print and write as the command line says; return the exit code."""
    of_set = load_start_tiles(tiles) if tiles else None
    games = tuple(game for file in files for game in _games(file, of_set))
    yardsticks = Yardsticks(formula=formula_of(formula))
    pair = tuple(_named(name, of_set) for name in settle or ())
    name = None if fit is None else fit.stem
    measure = partial(report_playtest, games, yardsticks, fit_name=name, workers=workers)
    words = JobWords(unit="tiles")
    report, code = run_job(measure, words=words, before="all was measured")
    settled = report.settle(*pair) if pair else None
    if as_json:
        emit_json(report.to_dict() | ({} if settled is None else {"settle": settled}))
    else:
        for part in playtest_text(report):
            console().print(part)
        for line in _settled_words(settled):
            click.echo(line)
    if fit is not None and report.fit is not None:
        write_json(fit, report.fit.to_dict())
        tell(f"formula: {fit}")
    if html is not None:
        write_file(html, playtest_html(report, of_set))
        tell(f"report: {html}")
    return code


def _games(file: Path, tiles: StartTiles | None) -> tuple[PlayedGame, ...]:
    if str(file) == "-":
        data = read_stream(standard_input("games, one a line"), source=STDIN)
        return parse_games(data, source=STDIN, tiles=tiles)
    if is_collected(file):
        return read_collected(file)
    return parse_games(read_file(file), source=str(file), tiles=tiles)


def _named(name: str, tiles: StartTiles | None) -> Grid:
    """Return the tile of a number, with or without ``tile:`` before it, or of grid notation."""
    number = read_whole(name.removeprefix("tile:"))
    if number is None:
        return Grid.parse(name)
    if tiles is None:
        raise InputError(f"tile {number}: a number needs its set: --tiles FILE, or a grid")
    return tiles.tile(number)


def _settled_words(settled: Settling | None) -> Iterator[str]:
    if settled is None:
        return
    yield f"The second tile takes {settled.gap_percent:+.1f}% moves."
    more = settled.more_games
    if settled.settled:
        yield "The games so far settle it."
    elif more is None:
        yield "No number of games that one could play would settle it."
    else:
        yield (
            f"Should that be so, some {more:,} more games of each, by players of both, would "
            "settle it (with an even chance)."
        )
