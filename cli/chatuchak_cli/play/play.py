"""``play``: the puzzle in a terminal."""

from typing import Any

import click

from chatuchak_cli.shared.box_option import box_option, ranks_shorthand
from chatuchak_cli.shared.file_roles import input_option, output_option
from chatuchak_cli.shared.grid_argument import optional_grid_argument
from chatuchak_cli.shared.options import rule_option
from chatuchak_cli.shared.runner import ExitCode


@click.command(name="play")
@optional_grid_argument
@click.option("--random", "is_random", is_flag=True, help="Play a random start grid.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S", help="Seed for --random.")
@rule_option
@input_option("--resume",
              help="Continue a saved game.")  # fmt: skip
@output_option("--save", "save_file", updates="--resume",
               help="File of the game [the resumed file, or chatuchak-game.json].")  # fmt: skip
@output_option("--playtest", dir_okay=False,
               help="Append each game, solved or given up, to FILE for `playtest`: JSON "
               "lines or CSV.")  # fmt: skip
@click.option("--player", metavar="NAME", help="Name of the player, for --playtest.")
@ranks_shorthand
@box_option
def command(**given: Any) -> int:
    r"""Play the puzzle with the keyboard.

    GRID is grid notation, a file, tile:N, or daily; tile:1 by default. Arrows or digits choose a
    booth of the empty spot's row or column, Enter moves it. Undo (u or Ctrl-Z), redo, hints in four
    steps, the review of the game, the optimal solution and saving have one key each. The screen
    adapts to the size of the terminal, down to 40 characters by 12 lines. With --save or --resume
    the game is also saved at the end, after Ctrl-C, and when the terminal is closed. NO_COLOR
    disables colors; letters and marks are sufficient.

    \b
    Examples:
      chatuchak play
      chatuchak play tile:7
      chatuchak play --random --seed 5 --save mine.json
      chatuchak play --resume mine.json
      chatuchak play tile:3 --playtest evening.jsonl --player Ola
    """
    from chatuchak_cli.play.start import play

    return ExitCode.INTERRUPTED if play(**given) else ExitCode.DONE
