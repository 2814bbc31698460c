"""``game GAME legal``: every legal action."""

import click

from chatuchak_cli.games.game_input import GameCommands, Options, SavedGame, saved_game
from chatuchak_cli.games.game_output import legal_answer
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed, print_message
from chatuchak_solver.games.contract import AnyState


def options(game: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (saved_game(game.entry.state),)


def command(_: GameCommands, *, saved: SavedGame[AnyState], as_json: bool) -> None:
    r"""List every legal action of the position in FILE, one a line.

    FILE is a saved game or a position, - for standard input. If chance is next, each
    outcome has its weight.

    \b
    Examples:
      chatuchak game {game.entry.name} legal game.json
      chatuchak game {game.entry.name} legal game.json --json
    """
    state, assumed = saved.state, saved.assumed
    if as_json:
        emit_json({**legal_answer(state).to_dict(), **assumed_fields(assumed)})
        return
    outcomes = [f"{text}  (weight {weight})" for text, weight in state.chance_texts()]
    for line in outcomes or state.legal_texts():
        click.echo(line)
    if state.is_over:
        print_message("the game is over")
    else:
        print_assumed(assumed, err=True)
