"""``game GAME show``: a position as a person reads it."""

import click

from chatuchak_cli.games.game_input import GameCommands, Options, read_record
from chatuchak_cli.games.game_output import show_answer
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.contract import play_log


def options(_: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (
        document_argument,
        click.option("--after", type=click.IntRange(0), metavar="N",
                     help="The position after the first N actions of the log."),
        box_option,
        json_option,
    )  # fmt: skip


def command(game: GameCommands, *, file: str, after: int | None, box: Box, as_json: bool) -> None:
    r"""Show the position in FILE: a saved game or a position, - for standard input.

    \b
    Examples:
      chatuchak game {game.entry.name} show game.json
      chatuchak game {game.entry.name} show game.json --after 10 --json
    """
    record = read_record(file, game.entry.state)
    played = len(record.log) if after is None else after
    if played > len(record.log):
        raise InputError(f"--after {after}: the log has {len(record.log)} actions")
    state = play_log(record.start, record.log[:played])
    assumed = assumed_in_game(record.start, box)
    answer = show_answer(state, played)
    print_answer(answer, lambda: str(state), as_json=as_json, assumed=assumed)
