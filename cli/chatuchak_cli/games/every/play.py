"""``game GAME play``: a game of people and computer players."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
import numpy as np

from chatuchak_cli.games.game_input import GameCommands, read_record, setup_choice, setup_options
from chatuchak_cli.games.play_table import PlayTable
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start

__all__ = ["make_command"]


def make_command(commands: GameCommands) -> click.Command:
    """Return the command for one game."""
    entry = commands.entry
    name, counts = entry.name, entry.load_state().player_counts
    usual = ",".join([HUMAN, *["advisor"] * (counts[0] - 1)])

    @click.command(
        name="play",
        help=f"""Play a game in company: people at this screen, and computer players.

        A game in FILE goes on; else a new one is set up. It is saved there after every action, as
        a saved game that all commands read. Type ? for help. Where cards are hidden, each person
        is shown their own.

        Seats: {HUMAN}, {", ".join(entry.player_names)}; advisor:N plays N games on for each
        decision. The first of --seats is the start player; without --seats one is drawn.

        \b
        Examples:
          chatuchak game {name} play
          chatuchak game {name} play tonight.json --seats {usual} --chance typed
        """,
    )
    @click.argument("file", required=False, default=f"{name}-play.json")
    @click.option("--seats", metavar="A,B,...", help=f"Who plays; {usual} if not given.")
    @click.option("--chance", type=click.Choice(["drawn", "typed"]),
                  help="drawn (the default): here; typed: from your dice and cards.")  # fmt: skip
    @click.option("--new", is_flag=True, help="Begin anew although the file is there.")
    @click.option(
        "--seed", type=click.IntRange(0), help="Makes setup, chance and computers repeat."
    )
    @setup_options(commands)
    def command(
        *, file: str, seats: str | None, chance: str | None, new: bool, seed: int | None,
        **given: str | None,
    ) -> int:  # fmt: skip
        path = Path(file)
        kinds = None if seats is None else tuple(seat.strip() for seat in seats.split(","))
        luck = secrets.randbits(32) if seed is None else seed
        typed = None if chance is None else chance == "typed"
        if path.exists() and not new:
            record = read_record(file, entry.load_state())
            if given["data"] is not None:
                raise InputError(f"{file}: holds a game; --data needs --new or another file")
            kept = Session.of_record(record)
            if kept is None:
                missing = record.start.num_players - 1
                kept = Session(record, (HUMAN, *["advisor"] * missing), luck)
            session = Session(
                record, kinds or kept.seats, kept.seed if seed is None else seed,
                kept.typed if typed is None else typed,
            )  # fmt: skip
        else:
            players = kinds or seats_from_start(tuple(usual.split(",")), luck)
            setup = setup_choice(commands, given)
            set_up = setup.set_up or entry.load_state().new
            rng = np.random.default_rng(luck)
            try:
                start = set_up(len(players), rng=rng, data=setup.data, options=setup.options)
            except InvalidInstanceError as error:
                raise setup.located(error) from None
            session = Session(GameRecord.begin(start), players, luck, bool(typed))
        return PlayTable(session, path).run()

    return command
