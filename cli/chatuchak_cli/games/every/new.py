"""``game GAME new``: a game from its setup."""

from __future__ import annotations

import secrets

import click

from chatuchak_cli.games.game_input import GameCommands, setup_choice, setup_options
from chatuchak_cli.games.game_output import emit_record, out_option
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import tell
from chatuchak_solver.games.record import GameRecord


def make_command(commands: GameCommands) -> click.Command:
    """Return the command for one game."""
    name = commands.entry.name
    counts = commands.entry.load_state().player_counts

    @click.command(
        name="new",
        help=f"""Set up a game and show it, or save it with --out.

        \b
        Examples:
          chatuchak game {name} new --seed 7 --out game.json
          chatuchak game {name} new --json | chatuchak game {name} legal -
        """,
    )
    @click.option(
        "--players",
        type=click.IntRange(counts[0], counts[-1]),
        default=counts[0],
        show_default=True,
        help="How many play.",
    )
    @click.option("--seed", type=click.IntRange(0), help="Makes the setup repeatable.")
    @setup_options(commands)
    @out_option
    @json_option
    def command(
        *, players: int, seed: int | None, out: str | None, as_json: bool, **given: str | None
    ) -> None:
        setup = setup_choice(commands, given)
        if seed is None:
            seed = secrets.randbits(32)
            tell(f"seed {seed}")
        start = setup.start(commands, players, seed)
        emit_record(GameRecord.begin(start), out=out, as_json=as_json)

    return command
