"""The questions of a score form, asked at the terminal."""

import itertools
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import click

from chatuchak_cli.shared.files import typed_line
from chatuchak_cli.shared.output import print_message
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject, Label, convert
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.score_form import Number, Question, ScoreForm

T = TypeVar("T")
V = TypeVar("V")


class Asker:
    """Asks at the terminal, or reads another program's lines."""

    def __init__(self) -> None:
        self._lines = 0

    def ask(self, question: str, read: Callable[[str], T], default: str = "") -> T:
        """Return the next line, parsed; the default for an empty one."""
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
                print_message(f"error: {error}")

    def line(self, shown: str) -> str:
        """Return the next line with single blanks."""
        self._lines += 1
        click.echo(shown, nl=False, err=True)  # standard output is for the score alone
        line = typed_line("", "answers, one a line", f"line {self._lines}")
        if line is None:
            raise InputError(f"line {self._lines}: the input ends; expected more answers")
        return line

    def rows(self, question: str, read: Callable[[list[str]], T]) -> T:
        """Return the result of ``read`` for the lines up to an empty one."""

        def take() -> list[str]:
            first = self.line(f"{question}> ")
            return [first, *iter(lambda: self.line("  > "), "")] if first else []

        return self._until_read(take, read, "up to line")

    def fill(
        self, part: JsonObject, field: Question, document: JsonObject, box: Box, who: str = ""
    ) -> None:
        """Add the answer to a due question to its part of the document."""
        question = f"{who}{field.text}"
        if field.lines:
            part |= self.rows(question, partial(field.read, box=box))
        elif field.each:
            part[field.name] = {
                name: self.ask(f"{name} {question}", field.read, field.default)
                for name in field.each
            }
        elif field.choices is not None:
            choices = field.choices(document)
            if len(choices) > 1:
                default = choices[0] if field.first else ""
                question = f"{question}: {', '.join(choices)}"
                part[field.name] = self.ask(question, _one_of(choices), default)
        else:
            part[field.name] = self.ask(question, field.read, field.default)


def ask(form: ScoreForm, box: Box) -> JsonObject:
    """Return the score file of the answers."""
    asker = Asker()
    document: JsonObject = {}
    if form.players:
        names = _names(asker, least=form.players[0], most=form.players[-1])
        document["players"] = [{"name": name} for name in names]
    players: list[JsonObject] = document.get("players", [])
    for late in (False, True):
        for player, field in itertools.product(players, form.of_player):
            if bool(field.when) == late and (not field.when or field.when(document, player)):
                asker.fill(player, field, document, box, f"{player['name']}: ")
    for field in form.of_game:
        asker.fill(document, field, document, box)
    return document


def _names(asker: Asker, *, least: int, most: int) -> Sequence[str]:
    count = asker.ask(f"players, {least} to {most}", Number(least, most).read, "2")
    names: list[str] = []

    def read(text: str) -> str:
        name = convert(text, Label, source="the name")
        if name in names:
            raise InputError(f"{name!r} is taken: expected a different name for each player")
        return name

    while len(names) < count:
        seat = seat_name(len(names))
        names.append(asker.ask(f"name of {seat}", read, seat))
    return names


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise InputError(f"invalid answer {text[:20]!r}: expected one of {', '.join(choices)}")
        return text

    return read
