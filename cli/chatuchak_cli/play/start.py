"""Setup and end of a game of ``play``."""

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.play.player import Player
from chatuchak_cli.play.playtest_record import PlaytestRecord
from chatuchak_cli.play.session import Session
from chatuchak_cli.play.terminal import check_terminal, play_on_terminal
from chatuchak_cli.shared.file_roles import use_output
from chatuchak_cli.shared.files import read_document, write_json
from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_cli.shared.interrupt import interruptible
from chatuchak_cli.shared.output import assumed_line, counted
from chatuchak_cli.shared.runner import long_job
from chatuchak_generators.start_grids import generate_start_grids
from chatuchak_solver.analysis.review import Review, review
from chatuchak_solver.box import Box, Part
from chatuchak_solver.execution.limits import OnProgress, Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve

DEFAULT_FILE: Final = Path("chatuchak-game.json")
SEARCH_S: Final[Mapping[MoveRule, float]] = {MoveRule.JUMP: 10.0, MoveRule.SLIDE: 1.0}
"""Maximum seconds of a search. Jumps take milliseconds, slides the full time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of ``play``."""

    grid: GridSource | None
    is_random: bool
    seed: int | None
    rule: str
    resume: Path | None
    save_file: Path | None
    box: Box
    playtest: Path | None = None
    player: str | None = None


def play(options: PlayOptions) -> bool:
    """Play a game in the terminal; return whether Ctrl-C ended it."""
    given = (options.grid is not None, options.is_random, options.resume is not None)
    named = list(compress(("GRID", "--random", "--resume"), given))
    if len(named) > 1:
        raise click.UsageError(f"{' and '.join(named)} cannot be combined")
    record = _record(options)
    ranks = options.box.ranks
    seed = secrets.randbits(32) if options.seed is None else options.seed
    randoms = (start.grid for start in generate_start_grids(seed=seed, counts=options.box.counts))
    session = _begin(options, lambda: next(randoms))
    if record is not None:
        record.begin(session)
    check_terminal()
    file = options.save_file or options.resume or DEFAULT_FILE
    use_output(file, "--save", updates="--resume")

    def save(game: Session) -> str:
        write_json(file, game.to_dict())
        return str(file)

    with long_job() as job:
        _find(session.start, session.rule, job.stop, job.show)
        if job.interrupted:
            return True
    with interruptible(patient=True, hangups=True) as interrupt:
        ended = Stop(interrupt=interrupt.is_requested)
        player = Player(
            session,
            ranks=ranks,
            solve=lambda grid: _find(grid, player.session.rule, ended),
            review=lambda game: _review(game, ended),
            new_grid=lambda: next(randoms),
            store=save,
            record=record,
        )
        interrupted = play_on_terminal(player, interrupt)
        messages = []
        if player.unsaved and (options.save_file or options.resume):
            player.save()
            messages.append(player.message)
        if record is not None and player.session.moves:
            record.add(player.session, hints=player.hints, undos=player.undos)
        try:
            click.echo(
                "\n".join(filter(None, (*messages, _summary(player), _mark(options, player))))
            )
            sys.stdout.flush()
        except OSError:  # the terminal is closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return interrupted


def _mark(options: PlayOptions, player: Player) -> str:
    """Return the line with the assumed parts of a game."""
    parts: tuple[Part, ...] = ("tiles",) if options.grid is None else options.grid.parts
    if options.is_random:
        parts = ("counts",)
    elif options.resume is not None:
        parts = ()
    ranked = player.session.grid.is_solved and player.rank() is not None
    return assumed_line(options.box.reasons(*parts, *(("ranks",) if ranked else ())))


def _summary(player: Player) -> str:
    made = counted(len(player.session.moves), "move")
    state = "solved" if player.session.grid.is_solved else "not solved yet"
    rank = player.rank() if player.session.grid.is_solved else None
    return f"{player.session.start}: {made}, {state}{f', {rank}' if rank else ''}."


def _record(options: PlayOptions) -> PlaytestRecord | None:
    """Return the record of a playtest, if requested."""
    if options.playtest is None:
        if options.player is not None:
            raise click.UsageError("--player needs --playtest FILE")
        return None
    if options.player is None:
        raise click.UsageError("--playtest needs --player NAME")
    if options.rule != MoveRule.JUMP:
        raise click.UsageError("--playtest needs --rule jump")
    return PlaytestRecord(options.playtest, options.player, options.box.own_tiles)


def _begin(options: PlayOptions, new_grid: Callable[[], Grid]) -> Session:
    if options.resume is not None:
        document, _ = read_document(str(options.resume))
        return Session.from_dict(document.value, source=document.source)
    if options.is_random:
        return Session.begin(new_grid(), rule=options.rule)
    grid = options.box.tiles.tile(1) if options.grid is None else options.grid.only()
    return Session.begin(grid, rule=options.rule)


def _review(game: Session, ended: Stop) -> Review:
    stop = Stop(time_s=SEARCH_S[game.rule]) | ended
    return review(game.start, game.moves, rule=game.rule, stop=stop)


def _find(
    grid: Grid, rule: MoveRule, ended: Stop, on_progress: OnProgress | None = None
) -> Solution:
    stop = Stop(time_s=SEARCH_S[rule]) | ended
    return solve(grid, rule=rule, stop=stop, on_progress=on_progress)
