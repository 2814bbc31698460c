"""A game as a dialog: prompts, answers, saves, stops and resumes."""

import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

import click

from chatuchak_cli.shared import files, output, runner
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, one_line

QUIT = ("quit", "q", "exit")
"""Words that end a dialog."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal and its scrollback."""


class Conversation(ABC):
    """A game in progress at a terminal, or driven by another program's lines."""

    EXPECTED: ClassVar[str]
    """The expected content of a line."""

    def __init__(self, path: Path, *, quiet: bool = False) -> None:
        self.path = path
        self.lines = 0
        self.quiet = quiet
        """Whether standard output is for documents only."""

    @abstractmethod
    def greet(self) -> None:
        """Print the initial position."""

    def step(self) -> bool:
        """Play and print automatic steps; return whether there were any."""
        return False

    @abstractmethod
    def report_end(self) -> bool:
        """Print the end of the game; return whether it ended."""

    @abstractmethod
    def prompt(self) -> str:
        """Return the next prompt."""

    @abstractmethod
    def answer(self, line: str) -> None:
        """Execute a line."""

    def document(self) -> JsonObject:
        """Return the document to save, or None."""
        return {}

    def prepare(self) -> bool:
        """Show the position before the next line; return False to stop."""
        return True

    def run(self) -> int:
        """Run until the game ends or is stopped; return the exit code."""
        self.save()
        self.greet()
        try:
            with runner.hangups_raised():
                while self.go_on():
                    pass
        except KeyboardInterrupt:
            with runner.interrupts_ignored():
                self.save()
                click.echo(err=True)
                output.print_message(self.farewell())
            raise
        return 0

    def go_on(self) -> bool:
        """Play automatic steps and process a line; return whether to continue."""
        while self.step():
            pass
        if self.report_end():
            return False
        files.standard_input(f"{self.EXPECTED}, one per line")
        try:
            if not self.prepare():
                return self.stop()
            line = self.read(self.prompt())
            if line is None or line in QUIT:
                return self.stop()
            self.answer(line)
        except InputError as error:
            if not sys.stdin.isatty():
                raise type(error)(f"line {self.lines}: {error}") from None
            click.echo(output.fitted(one_line(f"error: {error}")), err=True)
        return True

    def read(self, prompt: str) -> str | None:
        """Return the next line with single blanks, or None at the end of the input."""
        self.lines += 1
        line = files.typed_line("" if self.quiet else prompt, self.EXPECTED)
        if line is None and not self.quiet:
            click.echo()
        return line

    def hand_over(self, prompt: str, *, clear: bool) -> bool:
        """Let a person take the screen, cleared of hidden cards; return False to stop."""
        if clear and sys.stdout.isatty():
            click.echo(CLEAR, nl=False)
        line = self.read(prompt)
        return line is not None and line not in QUIT

    def print_text(self, text: str) -> None:
        """Print a message, on standard error if documents are requested."""
        click.echo(text, err=self.quiet)

    def stop(self) -> bool:
        """Print that the game can be resumed."""
        words = self.farewell()
        self.print_text(one_line(f"{words[0].upper()}{words[1:]}."))
        return False

    def farewell(self) -> str:
        """Return the path of the saved game and the command to resume it."""
        return f"saved in {self.path}; the same command continues"

    def save(self) -> None:
        """Write the game atomically."""
        if self.path.is_dir():
            raise InputError(f"{self.path}: is a directory; expected a file's name")
        if document := self.document():
            with runner.signals_deferred():
                files.write_json(self.path, document)
