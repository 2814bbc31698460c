"""``{commands}``: the reference of the command line, generated from the commands.

Each command has its help text, a table of options, and its first quick example with the output. The
examples run while the site is built.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from chatuchak_cli.main import COMMANDS, cli
from docs.extensions.shell import Shell, is_quick

if TYPE_CHECKING:
    from sphinx.application import Sphinx


MAX_LINES = 60
"""Maximum lines of printed output."""


def every_command(
    command: click.Command = cli, context: click.Context | None = None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield every command that is not a group, with its full name."""
    context = context or command.make_context("chatuchak", [], resilient_parsing=True)
    if not isinstance(command, click.Group):
        yield context.command_path, command, context
        return
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        yield from every_command(child, click.Context(child, info_name=name, parent=context))


class Commands(SphinxDirective):
    """The commands below ``chatuchak NAME``, or those of a section of the program's help."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a section per command."""
        wanted = self.arguments[0]
        paths = {f"chatuchak {name}" for name in COMMANDS.get(wanted, ())}
        lines: list[str] = []
        for path, command, context in every_command():
            if path in paths or path.rsplit(" ", 1)[0] == f"chatuchak {wanted}":
                lines += described(path, command, context)
        if not lines:
            raise self.error(f"invalid commands {wanted!r}: expected a group or a section")
        parent = nodes.section()
        self.state.nested_parse(StringList(lines, "commands"), self.content_offset, parent, True)
        return parent.children


def described(path: str, command: click.Command, context: click.Context) -> list[str]:
    """Return the section of a command, as Markdown."""
    text, examples = parts(command)
    usage = " ".join(("chatuchak", *path.split()[1:], *command.collect_usage_pieces(context)))
    lines = [f"## {path.removeprefix('chatuchak ')}", "", "```text", usage, "```", "", *text, ""]
    lines += table(command, context)
    if examples:
        lines += ["", "Examples:", "", "```console", *(f"$ {line}" for line in examples), "```", ""]
    return lines + shown(examples)


def parts(command: click.Command) -> tuple[list[str], list[str]]:
    """Split a help text into paragraphs and examples."""
    text = inspect.cleandoc(command.help or "")
    paragraphs, _, behind = text.partition("\b\nExamples:")
    examples = [line.strip() for line in behind.splitlines() if line.strip()]
    # Blocks that click does not wrap are literal blocks.
    text = re.sub(r"\x08\n(.*?)(?=\n\n|\Z)", r"```text\n\1\n```", paragraphs, flags=re.DOTALL)
    return text.strip().splitlines(), examples


def table(command: click.Command, context: click.Context) -> list[str]:
    """Return the table of the options of a command."""
    rows = [option.get_help_record(context) for option in command.get_params(context)]
    lines = ["| option | |", "|---|---|"]
    for row in rows:
        if row is not None and row[1]:
            name, text = (re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in row)
            lines.append(f"| `{name}` | {text} |")
    return lines


def shown(examples: list[str]) -> list[str]:
    """Return the first quick example with its output."""
    for example in examples:
        # A number of playouts gives the same output on any machine; a time does not.
        line = re.sub(r" advise game.json$", r"\g<0> --playouts 40", example)
        if is_quick(line):
            with Shell() as shell:
                shell.prepare(line)
                printed = shell.run(line)
            if printed.code == 0 and 0 < printed.out.count("\n") <= MAX_LINES:
                return [f"`{line}` prints:", "", "```text", printed.out.rstrip(), "```", ""]
    return []


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("commands", Commands)
    return {"version": "1", "parallel_read_safe": True}
