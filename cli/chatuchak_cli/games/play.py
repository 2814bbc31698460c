"""``game GAME play``: a game of people and computer players."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import click

from chatuchak_cli.games.game_commands import (
    default_others,
    game_command,
    setup_choice,
    setup_options,
)
from chatuchak_cli.games.play_table import PlayTable
from chatuchak_cli.games.setup_table import SetupTable
from chatuchak_cli.shared.file_roles import OutputFile, use_output
from chatuchak_cli.shared.files import default_save_path, read_document
from chatuchak_cli.shared.options import RenamedOption
from chatuchak_cli.shared.output import counted
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.new_game import assumed_in_game
from chatuchak_solver.games.record import GameRecord, read_record
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start

AUTO: Final = "auto"
MANUAL: Final = "manual"


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The options of the command.

    Attributes
    ----------
    seats
        The players, the start player first; None by default.
    dice, laying
        ``auto`` or ``manual``: dice and cards, and the setup; None by default.
    """

    game: Game
    path: Path
    seats: tuple[str, ...] | None
    names: tuple[str, ...]
    seed: int | None
    dice: str | None
    laying: str | None

    @classmethod
    def of(
        cls, game: Game, path: Path, seats: str | None, seed: int | None,
        *, dice: str | None, laying: str | None,
    ) -> Self:  # fmt: skip
        """Return the request with parsed seats."""
        around = [] if seats is None else [seat.strip() for seat in seats.split(",")]
        parts = [seat.partition(":") if seat.startswith(HUMAN) else (seat,) for seat in around]
        kinds = None if seats is None else tuple(seat[0] for seat in parts)
        names = tuple(seat[-1].strip() if len(seat) > 1 else "" for seat in parts)
        return cls(game, path, kinds, names if any(names) else (), seed, dice, laying)


def resume_table(request: PlayRequest, given: Mapping[str, str | None]) -> PlayTable:
    """Return the table of a resumed game."""
    path, seed, dice = request.path, request.seed, request.dice
    document, _ = read_document(str(path))
    record = read_record(document.value, request.game.state, source=document.source)
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
        assumed=assumed_in_game(record.start, setup_choice(request.game, given).box),
    )


def new_table(
    request: PlayRequest, around: Sequence[str], given: Mapping[str, str | None]
) -> PlayTable | None:
    """Return the table of a new game; None if its setup was aborted.

    ``around`` are the default seats, before the start player is drawn or typed.
    """
    seed = seed_or_random(request.seed)
    seats = request.seats or seats_from_start(tuple(around), seed)
    setup = setup_choice(request.game, given)
    start = setup.start(request.game, len(seats), seed)
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
    """Return the given seed or a random one."""
    return secrets.randbits(32) if seed is None else seed


DICE: Final = (AUTO, MANUAL)
OLD_DICE: Final = {"drawn": AUTO, "typed": MANUAL}


@game_command(lambda game: (
    click.argument("file", required=False, type=OutputFile(path_type=str)),
    click.option("--seats", metavar="A,B,...",
                 help=f"The players; {HUMAN}{default_others(game)} by default."),
    click.option("--dice", "dice", cls=RenamedOption, old=["--chance"], old_values=OLD_DICE,
                 type=click.Choice(DICE),
                 help="auto (the default): drawn here; manual: from your dice and cards."),
    click.option("--setup", "laying", cls=RenamedOption, old_values=OLD_DICE,
                 type=click.Choice(DICE),
                 help="The same for the setup alone [as --dice]."),
    click.option("--new", is_flag=True, help="Start over even if the file is there."),
    click.option("--seed", type=click.IntRange(0),
                 help="Makes setup, chance and computer players repeatable."),
    *setup_options(game),
))  # fmt: skip
def play(
    game: Game, *, file: str | None, seats: str | None, dice: str | None,
    laying: str | None, new: bool, seed: int | None, **given: str | None,
) -> int:  # fmt: skip
    r"""Play a game in company: people at this screen, and computer players.

    A game in FILE continues; else a new one is set up. It is saved there after every action, as
    a saved game that all commands read; without FILE it is stored in your data folder, and the
    first line prints the path. Type ? for help. Hidden cards are shown to their owners only.

    With --dice manual you type the results of your dice and cards, from the setup on: the command
    asks for each part, and Enter draws it. The person who types a hidden card sees it.

    Seats: human or human:NAME, {players}; advisor:N simulates N games per decision. The first of
    --seats is the start player; without --seats one is drawn.

    \b
    Examples:
      chatuchak game {game} play
      chatuchak game {game} play --seats human:Ana{others}
      chatuchak game {game} play tonight.json --seats human{others} --dice manual
    """
    path = default_save_path(f"{game.name}-play.json") if file is None else Path(file)
    use_output(path, "FILE")
    request = PlayRequest.of(game, path, seats, seed, dice=dice, laying=laying)
    if request.path.exists() and not new:
        return resume_table(request, given).run()
    table = new_table(request, f"{HUMAN}{default_others(game)}".split(","), given)
    return 0 if table is None else table.run()
