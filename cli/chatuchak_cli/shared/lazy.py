"""A click group that imports only the command that runs."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import click

CommandTable = Mapping[str, tuple[str, str]]


class LazyGroup(click.Group):
    """A group of lazily imported commands.

    Parameters
    ----------
    sections
        Tables of commands by heading. By command, in the order of the help: the module of
        `chatuchak_cli`, with ``:`` and the attribute if it is not ``command``, and the summary. The
        attribute is a command, or a function that returns one, of the subject or of the command's
        name.
    subject
        Of all commands, for example a game.
    """

    def __init__(
        self, *args: Any, sections: Mapping[str, CommandTable], subject: object = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.subject, self.sections = subject, sections
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
        """Import and return a command; None if unknown."""
        if cmd_name not in self.table:
            return None
        module, _, name = self.table[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name or "command")
        if not isinstance(command, click.Command):
            command = command(self.subject or cmd_name)
        assert isinstance(command, click.Command)
        if command.help is not None:
            # Click marks literal blocks by a backspace, \b in raw docstrings.
            command.help = command.help.replace("\\b", "\b")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands with their summaries."""
        width = max(map(len, self.table))
        for title, table in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, (_, text) in table.items()])


def lazy_group(table: CommandTable) -> Callable[[Callable[..., object]], LazyGroup]:
    """Return the decorator of a group whose help has a single section of commands."""
    return click.group(cls=LazyGroup, sections={"Commands": table})
