"""Setup and end of a game of ``play``."""

import os
import secrets
import sys
from collections.abc import Mapping
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
"""Maximum seconds of a search; jumps take milliseconds, slides the full time."""


def play(
    *, grid: GridSource | None, is_random: bool, seed: int | None, rule: str, resume: Path | None,
    save_file: Path | None, box: Box, playtest: Path | None, player: str | None,
) -> bool:  # fmt: skip
    """Play a game in the terminal; return whether Ctrl-C ended it."""
    given = (grid is not None, is_random, resume is not None)
    named = list(compress(("GRID", "--random", "--resume"), given))
    if len(named) > 1:
        raise click.UsageError(f"{' and '.join(named)} cannot be combined")
    record = _record(playtest, player, rule, box)
    seed = secrets.randbits(32) if seed is None else seed
    randoms = (start.grid for start in generate_start_grids(seed=seed, counts=box.counts))
    parts: tuple[Part, ...]
    if resume is not None:
        document, _ = read_document(str(resume))
        session, parts = Session.from_dict(document.value, source=document.source), ()
    elif is_random:
        session, parts = Session.begin(next(randoms), rule=rule), ("counts",)
    elif grid is not None:
        session, parts = Session.begin(grid.only(), rule=rule), grid.parts
    else:
        session, parts = Session.begin(box.tiles.tile(1), rule=rule), ("tiles",)
    if record is not None:
        record.begin(session)
    check_terminal()
    file = save_file or resume or DEFAULT_FILE
    use_output(file, "--save", updates="--resume")

    def save(game: Session) -> str:
        write_json(file, game.to_dict())
        return str(file)

    with long_job() as job:
        _find(session.start, session.rule, job.stop, job.show)
        if job.interrupted:
            return True
    with interruptible(patient=True, hangups=True) as interrupt:
        ended = Stop(interrupt=lambda: interrupt.requested)
        keyboard = Player(
            session,
            ranks=box.ranks,
            solve=lambda grid: _find(grid, keyboard.session.rule, ended),
            review=lambda game: _review(game, ended),
            new_grid=lambda: next(randoms),
            store=save,
            record=record,
        )
        interrupted = play_on_terminal(keyboard, interrupt)
        messages = []
        if keyboard.unsaved and (save_file or resume):
            keyboard.save()
            messages.append(keyboard.message)
        if record is not None and keyboard.session.moves:
            record.add(keyboard.session, hints=keyboard.hints, undos=keyboard.undos)
        rank = keyboard.rank() if keyboard.session.grid.is_solved else None
        assumed = box.reasons(*parts, *(() if rank is None else ("ranks",)))
        messages += [_summary(keyboard.session, rank), assumed_line(assumed)]
        try:
            click.echo("\n".join(filter(None, messages)))
            sys.stdout.flush()
        except OSError:  # the terminal is closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return interrupted


def _summary(game: Session, rank: str | None) -> str:
    state = "solved" if game.grid.is_solved else "not solved yet"
    moves = counted(len(game.moves), "move")
    return f"{game.start}: {moves}, {state}{f', {rank}' if rank else ''}."


def _record(file: Path | None, player: str | None, rule: str, box: Box) -> PlaytestRecord | None:
    if file is None:
        if player is not None:
            raise click.UsageError("--player needs --playtest FILE")
        return None
    if player is None:
        raise click.UsageError("--playtest needs --player NAME")
    if rule != MoveRule.JUMP:
        raise click.UsageError("--playtest needs --rule jump")
    return PlaytestRecord(file, player, box.own_tiles)


def _review(game: Session, ended: Stop) -> Review:
    stop = Stop(time_s=SEARCH_S[game.rule]) | ended
    return review(game.start, game.moves, rule=game.rule, stop=stop)


def _find(
    grid: Grid, rule: MoveRule, ended: Stop, on_progress: OnProgress | None = None
) -> Solution:
    stop = Stop(time_s=SEARCH_S[rule]) | ended
    return solve(grid, rule=rule, stop=stop, on_progress=on_progress)
