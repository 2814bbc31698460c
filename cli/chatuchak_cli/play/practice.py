"""``practice``: exercises with exactly one right move, and one's own mistakes."""

import re
from pathlib import Path

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import input_option, output_option, use_output
from chatuchak_cli.shared.files import default_save_path
from chatuchak_cli.shared.interrupt import hangups_raised
from chatuchak_cli.shared.options import json_option, read_by
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quoted


def _range(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", text)
    if found is None:
        raise InputError(f"{quoted(text)} is no range of moves; expected one such as 3..6")
    return int(found[1]), int(found[2] or found[1])


@click.command(name="practice")
@click.option("-n", "--number", type=click.IntRange(min=0), default=5, show_default=True,
              metavar="N", help="How many exercises.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), metavar="S",
              help="The same seed gives the same exercises [those of the day].")  # fmt: skip
@click.option("--remaining", default="3..6", show_default=True, metavar="A..B",
              callback=read_by(_range), help="How many moves are left, within 3..16.")  # fmt: skip
@input_option("--mistakes", exists=True, dir_okay=False, multiple=True,
              help="Practice where you lost moves: a file of games.")  # fmt: skip
@output_option("--progress", dir_okay=False, help="Where your rating and your mistakes are kept "
              "[chatuchak-practice.json in your data folder].")  # fmt: skip
@box_option
@json_option
def command(
    *, number: int, seed: int | None, remaining: tuple[int, int], mistakes: tuple[Path, ...],
    progress: Path | None, box: Box, as_json: bool,
) -> int:  # fmt: skip
    r"""Find the only move without loss.

    Each exercise is a position a few moves from the end in which exactly one move preserves the
    optimum, and another one looks better. Type the spot of the moving booth; h gives a hint, q
    ends. Your rating follows Elo's method against exercises, which are rated by their miss rate
    with simulated players. Without --seed there are five exercises per day.

    --mistakes asks the positions of your games in which you lost a move. Missed ones return after
    1, 2, 4, 8 and 16 days (Leitner's boxes). Every move without loss is correct.

    --json prints the exercises, one per line, without questions.

    \b
    Examples:
      chatuchak practice -n 3 --seed 1 --remaining 3..4 --json
      chatuchak practice
      chatuchak practice --mistakes my-games.jsonl
    """
    from chatuchak_cli.play.practicing import Practice, print_exercises

    if as_json:
        if mistakes:
            raise click.UsageError("--json prints exercises; --mistakes asks for answers")
        return print_exercises(number, seed, remaining, box)
    file = progress or default_save_path("chatuchak-practice.json")
    use_output(file, "--progress")
    with hangups_raised():
        practice = Practice(file)
        if mistakes:
            done = practice.on_mistakes(mistakes)
        else:
            done = practice.on_exercises(number, seed, remaining, box)
    tell(f"rating and mistakes: {file}")
    return ExitCode.DONE if done else ExitCode.INTERRUPTED
