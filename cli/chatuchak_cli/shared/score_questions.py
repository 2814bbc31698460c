"""Score sheets in the terminal: questions, one a line, whose answers make a score file."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from chatuchak_cli.shared.files import standard_input
from chatuchak_cli.shared.output import tell
from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.sheets import SHEETS
from chatuchak_solver.sheet import Field, Number

T = TypeVar("T")
V = TypeVar("V")


class Asker:
    """Asks a person at the terminal, or reads another program's lines."""

    def __init__(self) -> None:
        self._lines = 0

    def ask(self, question: str, read: Callable[[str], T], default: str = "") -> T:
        """Return what ``read`` makes of the next line; where it is empty, of the default.

        Raises
        ------
        InputError
            If the input ends, or a line that no person typed cannot be read.
        """
        shown = f"{question} [{default}]> " if default else f"{question}> "
        return self._until_read(lambda: self.line(shown) or default, read, "line")

    def _until_read(self, take: Callable[[], V], read: Callable[[V], T], where: str) -> T:
        while True:
            taken = take()
            try:
                return read(taken)
            except InputError as error:
                if not sys.stdin.isatty():
                    raise InputError(f"{where} {self._lines}: {error}") from None
                tell(f"error: {error}")

    def line(self, shown: str) -> str:
        """Return the next line with single blanks.

        Raises
        ------
        InputError
            If the input ends before the sheet is filled in.
        """
        standard_input("answers, one a line")
        self._lines += 1
        click.echo(shown, nl=False, err=True)  # standard output is for the score alone
        try:
            return " ".join(input().split())
        except EOFError:
            raise InputError(f"line {self._lines}: the input ends; expected more answers") from None
        except UnicodeDecodeError:
            raise InputError(f"line {self._lines} is not text (UTF-8)") from None

    def rows(self, question: str, read: Callable[[list[str]], T]) -> T:
        """Return what ``read`` makes of the lines up to an empty one."""

        def take() -> list[str]:
            first = self.line(f"{question}> ")
            return [first, *iter(lambda: self.line("  > "), "")] if first else []

        return self._until_read(take, read, "up to line")

    def fill(self, part: JsonObject, field: Field, document: JsonObject, who: str = "") -> None:
        """Ask for a field, if a person is to be asked, and put it into its part of the document."""
        question = f"{who}{field.question}"
        if not field.question:
            return
        if field.lines:
            part |= self.rows(question, field.typed)
        elif field.each:
            part[field.name] = {
                name: self.ask(f"{name} {question}", field.typed, field.default)
                for name in field.each
            }
        elif field.choices is not None:
            choices = field.choices(document)
            if len(choices) > 1:
                default = choices[0] if field.first else ""
                question = f"{question}: {', '.join(choices)}"
                part[field.name] = self.ask(question, _one_of(choices), default)
        else:
            part[field.name] = self.ask(question, field.typed, field.default)


def asked(kind: str) -> JsonObject:
    """Return the score file of a game that a person describes at its sheet."""
    sheet, asker = SHEETS[kind], Asker()
    document: JsonObject = {}
    if sheet.players:
        names = _names(asker, least=sheet.players[0], most=sheet.players[-1])
        document["players"] = [{"name": name} for name in names]
    players: list[JsonObject] = document.get("players", [])
    for late in (False, True):
        for player, field in itertools.product(players, sheet.of_player):
            if bool(field.when) == late and (not field.when or field.when(document, player)):
                asker.fill(player, field, document, f"{player['name']}: ")
    for field in sheet.of_game:
        asker.fill(document, field, document)
    return document


def _names(asker: Asker, *, least: int, most: int) -> Sequence[str]:
    count = asker.ask(f"players, {least} to {most}", Number(least, most).read, "2")
    names: list[str] = []

    def read(text: str) -> str:
        name = Node(text, source="the name").label()
        if name in names:
            raise InputError(f"{name!r} is there already; every player has another name")
        return name

    while len(names) < count:
        seat = seat_name(len(names))
        names.append(asker.ask(f"name of {seat}", read, seat))
    return names


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise InputError(f"{text[:20]!r} is none of: {', '.join(choices)}")
        return text

    return read
