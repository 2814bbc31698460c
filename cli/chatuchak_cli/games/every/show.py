"""``game GAME show``: a position as a person reads it."""

from __future__ import annotations

import click

from chatuchak_cli.games.game_input import GameCommands, read_record
from chatuchak_cli.games.game_output import whose_turn
from chatuchak_cli.shared.answers import ShowAnswer
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import play_log


def make_command(commands: GameCommands) -> click.Command:
    """Return the command for one game."""
    name = commands.entry.name

    @click.command(
        name="show",
        help=f"""Show the position in FILE: a saved game or a position, - for standard input.

        \b
        Examples:
          chatuchak game {name} show game.json
          chatuchak game {name} show game.json --after 10 --json
        """,
    )
    @click.argument("file")
    @click.option(
        "--after",
        type=click.IntRange(0),
        metavar="N",
        help="The position after the first N actions of the log.",
    )
    @json_option
    def command(*, file: str, after: int | None, as_json: bool) -> None:
        record = read_record(file, commands.entry.load_state())
        played = len(record.log) if after is None else after
        if played > len(record.log):
            raise InputError(f"--after {after}: the log has {len(record.log)} actions")
        state = play_log(record.start, record.log[:played])
        if as_json:
            answer: ShowAnswer = {
                "game": name,
                "current_player": whose_turn(state),
                "over": state.is_over,
                "scores": state.scores(),
                "winners": state.winners() if state.is_over else None,
                "actions_played": played,
                "state": state.to_dict(),
            }
            emit_json(answer)
        else:
            click.echo(str(state))

    return command
