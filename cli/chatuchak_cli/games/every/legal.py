"""``game GAME legal``: every legal action."""

import click

from chatuchak_cli.games.game_input import GameCommands, Options, read_record
from chatuchak_cli.games.game_output import legal_answer
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, tell


def options(_: GameCommands) -> Options:
    """Return the command's options for one game."""
    return document_argument, json_option


def command(game: GameCommands, *, file: str, as_json: bool) -> None:
    r"""List every legal action of the position in FILE, one a line.

    FILE is a saved game or a position, - for standard input. Where chance is next, each
    outcome comes with its weight.

    \b
    Examples:
      chatuchak game {game.entry.name} legal game.json
      chatuchak game {game.entry.name} legal game.json --json
    """
    state = read_record(file, game.entry.state).state
    if as_json:
        emit_json(legal_answer(state))
        return
    outcomes = [f"{text}  (weight {weight})" for text, weight in state.chance_texts()]
    for line in outcomes or state.legal_texts():
        click.echo(line)
    if state.is_over:
        tell("the game is over")
