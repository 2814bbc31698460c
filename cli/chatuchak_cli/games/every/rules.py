"""``game GAME rules``: short rules of a game."""

import click
import msgspec

from chatuchak_cli.games.game_input import GameCommands, Options
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import fitted, print_answer
from chatuchak_solver.box import Box
from chatuchak_solver.games.game import LANGUAGES


def options(_: GameCommands) -> Options:
    """Return the command's options for one game."""
    return (
        click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True,
                     help="The language."),
        box_option,
        json_option,
    )  # fmt: skip


def command(game: GameCommands, *, language: str, box: Box, as_json: bool) -> None:
    r"""Print short rules of the game and its assumptions.

    \b
    Examples:
      chatuchak game {game.entry.name} rules
      chatuchak game {game.entry.name} rules --language de
    """
    rules = game.entry.short_rules(language)
    parts = game.entry.parts
    if not box.assumed_parts(*parts):
        rules = msgspec.structs.replace(rules, sections=rules.sections[:-1])
    assumed = box.reasons(*parts)
    print_answer(rules, lambda: fitted(str(rules)), as_json=as_json, assumed=assumed)
