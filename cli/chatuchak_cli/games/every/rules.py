"""``game GAME rules``: how the game goes, in short."""

from __future__ import annotations

import click

from chatuchak_cli.games.game_input import GameCommands
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, fitted
from chatuchak_solver.games.short_rules import LANGUAGES, short_rules


def make_command(commands: GameCommands) -> click.Command:
    """Return the command for one game."""
    name = commands.entry.name

    @click.command(
        name="rules",
        help=f"""Tell how the game goes, in short, and what of it is assumed.

        \b
        Examples:
          chatuchak game {name} rules
          chatuchak game {name} rules --language de
        """,
    )
    @click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True,
                  help="The language.")  # fmt: skip
    @json_option
    def command(*, language: str, as_json: bool) -> None:
        rules = short_rules(name, language)
        if as_json:
            emit_json(rules.to_dict())
        else:
            click.echo(fitted(str(rules)))

    return command
