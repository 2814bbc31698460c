"""``game GAME legal``: every legal action."""

import click

from chatuchak_cli.games.game_input import GameCommands, Options, read_record
from chatuchak_cli.games.game_output import legal_answer
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed, tell
from chatuchak_solver.box import Box
from chatuchak_solver.games.assumptions import assumed_in_game


def options(_: GameCommands) -> Options:
    """Return the command's options for one game."""
    return document_argument, box_option, json_option


def command(game: GameCommands, *, file: str, box: Box, as_json: bool) -> None:
    r"""List every legal action of the position in FILE, one a line.

    FILE is a saved game or a position, - for standard input. If chance is next, each
    outcome has its weight.

    \b
    Examples:
      chatuchak game {game.entry.name} legal game.json
      chatuchak game {game.entry.name} legal game.json --json
    """
    record = read_record(file, game.entry.state)
    state, assumed = record.state, assumed_in_game(record.start, box)
    if as_json:
        emit_json({**legal_answer(state).to_dict(), **assumed_fields(assumed)})
        return
    outcomes = [f"{text}  (weight {weight})" for text, weight in state.chance_texts()]
    for line in outcomes or state.legal_texts():
        click.echo(line)
    if state.is_over:
        tell("the game is over")
    else:
        print_assumed(assumed, err=True)
