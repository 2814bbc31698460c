"""``game GAME legal``: every legal action."""

from __future__ import annotations

import click

from chatuchak_cli.games.game_input import GameCommands, read_record
from chatuchak_cli.games.game_output import whose_turn
from chatuchak_cli.shared.answers import LegalAnswer
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, tell


def make_command(commands: GameCommands) -> click.Command:
    """Return the command for one game."""
    name = commands.entry.name

    @click.command(
        name="legal",
        help=f"""List every legal action of the position in FILE, one a line.

        FILE is a saved game or a position, - for standard input. Where chance is next, each
        outcome comes with its weight.

        \b
        Examples:
          chatuchak game {name} legal game.json
          chatuchak game {name} legal game.json --json
        """,
    )
    @click.argument("file")
    @json_option
    def command(*, file: str, as_json: bool) -> None:
        state = read_record(file, commands.entry.load_state()).state
        outcomes = state.chance_texts()
        if as_json:
            answer: LegalAnswer = {
                "game": name,
                "current_player": whose_turn(state),
                "over": state.is_over,
                "actions": state.legal_texts(),
                "chance": [{"outcome": text, "weight": weight} for text, weight in outcomes],
            }
            emit_json(answer)
        elif outcomes:
            for text, weight in outcomes:
                click.echo(f"{text}  (weight {weight})")
        else:
            for action in state.legal_texts():
                click.echo(action)
        if state.is_over and not as_json:
            tell("the game is over")

    return command
