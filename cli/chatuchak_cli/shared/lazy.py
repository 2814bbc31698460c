"""A click group that knows its commands by name and imports only the one that runs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group whose commands are modules, imported when they are looked up.

    Parameters
    ----------
    table
        For each command's name the module whose attribute ``command`` it is, and its one-line
        help; in the order in which a newcomer meets them.
    """

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the commands' names in their stated order."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return one command, or None where there is none of that name."""
        if cmd_name not in self.table:
            return None
        command = importlib.import_module(self.table[cmd_name][0]).command
        assert isinstance(command, click.Command)
        if command.help is not None:
            # Click's mark for a block that keeps its lines is a backspace; docstrings with
            # backslashes are raw, so there it is written as the two characters \b.
            command.help = command.help.replace("\\b", "\b")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands from their summaries."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.table.items()])
