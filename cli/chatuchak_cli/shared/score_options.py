"""What every command that scores a game takes: a file, or a sheet that is asked for."""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import optional_document_argument, output_option
from chatuchak_cli.shared.files import read_document, typed_line, write_json
from chatuchak_cli.shared.options import gathered, json_option
from chatuchak_cli.shared.output import print_answer, tell
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.document import JsonObject, Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.new_game import new_game
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.sheets import SHEETS
from chatuchak_solver.rendering.svg import Svg
from chatuchak_solver.sheet import Field, Number, Sheet

if TYPE_CHECKING:
    from chatuchak_cli.shared.score_sheets import Scored

Scorer = Callable[[Callable[..., None]], click.Command]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What the options say."""

    file: str | None
    sheet: bool
    out: Path | None
    picture: Path | None

    def document(self, kind: str, sheet: Sheet | None = None) -> tuple[Node, Path]:
        """Return the document to score, asked for where no file is given, and its directory.

        Parameters
        ----------
        sheet
            By default the one of `SHEETS`.

        Raises
        ------
        InputError
            If it cannot be read.
        """
        if self.file is not None:
            if self.sheet:
                raise click.UsageError("FILE and --sheet both say what to score; expected one")
            document, directory = read_document(self.file)
        elif self.sheet or sys.stdin.isatty():
            document, directory = Node(asked(sheet or SHEETS[kind]), source="the sheet"), Path()
        else:
            raise click.UsageError("Missing argument 'FILE'; --sheet asks for the game instead")
        _check_game(kind, document)
        if self.out is not None:
            write_json(self.out, document.value)
        return document, directory

    def finish(self, found: Scored, *, as_json: bool, notes: Sequence[str] = ()) -> None:
        """Print a score with its notes, and draw it if that is requested."""
        for note in (*(f"note: {note}" for note in found.notes), *notes):
            tell(note)
        print_answer(found.result, found.report, as_json=as_json, assumed=found.assumed)
        self.draw(found.picture, found.assumed)
        for end in found.ends:
            tell(end)

    def draw(self, picture: Callable[[], Svg], assumed: Reasons) -> None:
        """Save the picture if that is requested, with the assumed parts of the box.

        Raises
        ------
        InputError
            If it cannot be written, or its name ends with no format of a still picture.
        """
        if self.picture is None:
            return
        from chatuchak_cli.shared.pictures import save_picture, still_picture, with_note

        path = self.picture
        save_picture(path, still_picture(with_note(picture(), assumed), path))
        if str(path) != "-":
            tell(f"picture: {path}")


def _check_game(kind: str, document: Node) -> None:
    """Raise InputError, naming the right command, if this is a saved game of another game."""
    fields = document.mapping() if isinstance(document.value, dict) else {}
    game = fields["game"].value if "game" in fields else None
    scores = {entry.name: entry.name for entry in GAMES} | {"market-stand": "stand"}
    if isinstance(game, str) and scores.get(game, kind) != kind:
        raise document.error(f"a game of {game}; 'chatuchak score {scores[game]}' scores it")


sheet_options: Final = gathered(
    "source",
    SheetOptions,
    optional_document_argument,
    click.option(
        "--sheet", is_flag=True, help="Ask for the game, as a terminal without FILE does."
    ),
    output_option("--out", help="Keep the game in FILE."),
    output_option("--picture", help="Draw it to FILE, SVG or PNG."),
)
"""Gives a command ``FILE``, ``--sheet``, ``--out`` and ``--picture``, as a `SheetOptions`."""


def score_command(kind: str) -> Scorer:
    """Make a command that scores a game of a function with the command's help.

    Parameters
    ----------
    kind
        One of the sheets.
    """

    def make(function: Callable[..., None]) -> click.Command:
        @click.command(name=kind, help=inspect.getdoc(function))
        @sheet_options
        @box_option
        @json_option
        def command(
            *, source: SheetOptions, box: Box, as_json: bool, data: str | None = None
        ) -> None:
            from chatuchak_cli.shared.score_sheets import scored

            if data is not None:
                figures = read_document(data)[0]
                figures.blamed(new_game, kind, data=figures.object())
                box = box.with_data(kind, figures.object())
            document, directory = source.document(kind)
            source.finish(scored(kind, document, directory, box), as_json=as_json)

        command.params[-1:-1] = getattr(function, "__click_params__", [])
        return command

    return make


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
        self._lines += 1
        click.echo(shown, nl=False, err=True)  # standard output is for the score alone
        line = typed_line("", "answers, one a line", f"line {self._lines}")
        if line is None:
            raise InputError(f"line {self._lines}: the input ends; expected more answers")
        return line

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


def asked(sheet: Sheet) -> JsonObject:
    """Return the score file of a game that a person describes at its sheet."""
    asker = Asker()
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
