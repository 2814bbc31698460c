"""``{commands}``: the reference of the command line, made from the commands themselves.

Each command has its help as it is, its options as a table, and its first quick example with what it
prints, run while the site is built.
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


MOST_LINES = 60
"""Longer output is left to the reader's own terminal."""


def every_command(
    command: click.Command = cli, context: click.Context | None = None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command that does something, with its full name."""
    context = context or click.Context(command, info_name="chatuchak")
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
        """Make a section a command."""
        wanted = self.arguments[0]
        paths = {f"chatuchak {name}" for name in COMMANDS.get(wanted, ())}
        lines: list[str] = []
        for path, command, context in every_command():
            if path in paths or path.rsplit(" ", 1)[0] == f"chatuchak {wanted}":
                lines += described(path, command, context)
        if not lines:
            raise self.error(f"there is neither a group nor a section {wanted!r}")
        parent = nodes.section()
        self.state.nested_parse(StringList(lines, "commands"), self.content_offset, parent, True)
        return parent.children


def described(path: str, command: click.Command, context: click.Context) -> list[str]:
    """One command's section, as Markdown."""
    text, examples = parts(command)
    usage = " ".join(("chatuchak", *path.split()[1:], *command.collect_usage_pieces(context)))
    lines = [f"## {path.removeprefix('chatuchak ')}", "", "```text", usage, "```", "", *text, ""]
    lines += table(command, context)
    if examples:
        lines += ["", "Examples:", "", "```console", *(f"$ {line}" for line in examples), "```", ""]
    return lines + shown(examples)


def parts(command: click.Command) -> tuple[list[str], list[str]]:
    """Tell a help text's paragraphs from its examples."""
    text = inspect.cleandoc(command.help or "")
    paragraphs, _, behind = text.partition("\b\nExamples:")
    examples = [line.strip() for line in behind.splitlines() if line.strip()]
    # What click is told not to wrap stays as it is here, too.
    kept = re.sub(r"\x08\n(.*?)(?=\n\n|\Z)", r"```text\n\1\n```", paragraphs, flags=re.DOTALL)
    return kept.strip().splitlines(), examples


def table(command: click.Command, context: click.Context) -> list[str]:
    """Put a command's options into a table."""
    rows = [option.get_help_record(context) for option in command.get_params(context)]
    lines = ["| option | |", "|---|---|"]
    for row in rows:
        if row is not None and row[1]:
            name, text = (re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in row)
            lines.append(f"| `{name}` | {text} |")
    return lines


def shown(examples: list[str]) -> list[str]:
    """Show what the first quick example prints."""
    for example in examples:
        # So much, and not a time: it reads the same wherever the site is built.
        line = re.sub(r" advise game.json$", r"\g<0> --playouts 300", example)
        if is_quick(line):
            with Shell() as shell:
                shell.prepare(line)
                printed = shell.run(line)
            if printed.code == 0 and 0 < printed.out.count("\n") <= MOST_LINES:
                return [f"`{line}` prints:", "", "```text", printed.out.rstrip(), "```", ""]
    return []


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_directive("commands", Commands)
    return {"version": "1", "parallel_read_safe": True}
