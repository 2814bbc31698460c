"""The start of `game GAME play`: a saved game, or a new one with a random or typed setup."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from chatuchak_cli.games.game_input import GameCommands, read_record, setup_choice
from chatuchak_cli.games.play_table import PlayTable
from chatuchak_cli.games.setup_table import SetupTable
from chatuchak_cli.shared.output import counted
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.new_game import assumed_in_game
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start

AUTO: Final = "auto"
MANUAL: Final = "manual"


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The options of the command.

    Attributes
    ----------
    commands
        The game.
    path
        Its file.
    seats
        The players, the start player first; None by default.
    names
        Their names, empty for unnamed players.
    seed
        As given, or None.
    dice, laying
        ``auto`` or ``manual``: dice and cards, and the setup; None by default.
    """

    commands: GameCommands
    path: Path
    seats: tuple[str, ...] | None
    names: tuple[str, ...]
    seed: int | None
    dice: str | None
    laying: str | None

    @classmethod
    def of(
        cls, commands: GameCommands, path: Path, seats: str | None, seed: int | None,
        *, dice: str | None, laying: str | None,
    ) -> Self:  # fmt: skip
        """Return the typed players as a list of seats."""
        around = [] if seats is None else [seat.strip() for seat in seats.split(",")]
        parts = [seat.partition(":") if seat.startswith(HUMAN) else (seat,) for seat in around]
        kinds = None if seats is None else tuple(seat[0] for seat in parts)
        names = tuple(seat[-1].strip() if len(seat) > 1 else "" for seat in parts)
        return cls(commands, path, kinds, names if any(names) else (), seed, dice, laying)


def resume_table(request: PlayRequest, given: Mapping[str, str | None]) -> PlayTable:
    """Return the table at which a saved game continues."""
    path, seed, dice = request.path, request.seed, request.dice
    record = read_record(str(path), request.commands.entry.state)
    for option, value in (("--data", given["data"]), ("--setup", request.laying)):
        if value is not None:
            raise InputError(f"{path}: holds a game; {option} needs --new or another file")
    count = record.start.num_players
    if request.seats is not None and len(request.seats) != count:
        raise InputError(
            f"{path}: holds a game of {counted(count, 'player')}; "
            f"--seats for {len(request.seats)} needs --new or another file"
        )
    saved = Session.of_record(record, seed=seed_or_random(seed))
    typed = saved.typed if dice is None else dice == MANUAL
    seats, names = request.seats or saved.seats, request.names or saved.names
    seed = saved.seed if seed is None else seed
    return PlayTable(
        Session(record, seats, seed, typed, names),
        path,
        assumed=assumed_in_game(record.start, setup_choice(request.commands, given).box),
    )


def new_table(
    request: PlayRequest, around: Sequence[str], given: Mapping[str, str | None]
) -> PlayTable | None:
    """Return the table of a new game; None if its setup was aborted.

    Parameters
    ----------
    around
        The default seats; the start player is drawn or typed.
    given
        The setup options.
    """
    seed = seed_or_random(request.seed)
    seats = request.seats or seats_from_start(tuple(around), seed)
    setup = setup_choice(request.commands, given)
    start = setup.start(request.commands, len(seats), seed)
    table = SetupTable(
        start, seats, request.path, setup.box, seed=seed, asks_start=request.seats is None
    )
    if (request.laying or request.dice) == MANUAL and HUMAN in seats:
        table.run()
        if table.stopped:
            return None
    typed = request.dice == MANUAL
    session = Session(GameRecord.begin(table.start()), table.seats, seed, typed, request.names)
    assumed = setup.assumed(session.record.start)
    return PlayTable(session, request.path, table, assumed=assumed)


def seed_or_random(seed: int | None) -> int:
    """Return the given seed, or a random one."""
    return secrets.randbits(32) if seed is None else seed
