"""A click group that imports only the command that runs."""

import importlib
from collections.abc import Mapping
from typing import Any

import click

CommandTable = Mapping[str, tuple[str, str]]


class LazyGroup(click.Group):
    """A group of lazily imported commands.

    Parameters
    ----------
    table
        By command, in the order of the help: the module of `chatuchak_cli`, with ``:`` and the
        attribute if it is not ``command``, and the summary.
    sections
        Tables by heading.
    """

    def __init__(
        self,
        *args: Any,
        table: CommandTable | None = None,
        sections: Mapping[str, CommandTable] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections or {"Commands": table or {}}
        self.table: CommandTable = {
            name: (f"chatuchak_cli.{module}", summary)
            for commands in self.sections.values()
            for name, (module, summary) in commands.items()
        }
        self.commands = dict.fromkeys(self.table, click.Command(None))  # for suggestions

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the commands in order."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command; None if unknown."""
        if cmd_name not in self.table:
            return None
        command = self.load(cmd_name)
        if command.help is not None:
            # Click marks literal blocks by a backspace, \b in raw docstrings.
            command.help = command.help.replace("\\b", "\b")
        return command

    def load(self, cmd_name: str) -> click.Command:
        """Import or make a command of the table."""
        module, _, name = self.table[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name or "command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands with their summaries."""
        width = max(map(len, self.table))
        for title, table in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, (_, text) in table.items()])
