"""``game GAME show``: a position as a person reads it."""

import click

from chatuchak_cli.games.game_input import GameCommands, Options, SavedGame, saved_game
from chatuchak_cli.games.game_output import show_answer
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.contract import AnyState, play_log


def options(game: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (
        click.option("--after", type=click.IntRange(0), metavar="N",
                     help="The position after the first N actions of the log."),
        saved_game(game.entry.state),
    )  # fmt: skip


def command(
    _: GameCommands, *, saved: SavedGame[AnyState], after: int | None, as_json: bool
) -> None:
    r"""Show the position in FILE: a saved game or a position, - for standard input.

    \b
    Examples:
      chatuchak game {game.entry.name} show game.json
      chatuchak game {game.entry.name} show game.json --after 10 --json
    """
    record = saved.record
    played = len(record.log) if after is None else after
    if played > len(record.log):
        raise InputError(f"--after {after}: the log has {len(record.log)} actions")
    state = play_log(record.start, record.log[:played])
    answer = show_answer(state, played)
    print_answer(answer, lambda: str(state), as_json=as_json, assumed=saved.assumed)
