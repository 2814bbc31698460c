"""The ``score`` group: one command per score form."""

import itertools
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from chatuchak_cli.shared import files, options, output
from chatuchak_cli.shared.lazy import lazy_group
from chatuchak_cli.shared.pictures import PictureOptions, format_of, save_picture
from chatuchak_cli.shared.score_forms import score_forms
from chatuchak_solver import Box, InputError, new_game
from chatuchak_solver.arguments import check_choice
from chatuchak_solver.codec import JsonObject, Label, convert, error_context
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.registry import every_game
from chatuchak_solver.games.score_form import Number, Question, ScoreForm, ScoreRequest
from chatuchak_solver.rendering.scores import report_svg, score_report

T = TypeVar("T")

EXAMPLES = """\
    \b
    Examples:
      chatuchak score {name} game.json
      chatuchak score {name} --json - < game.json
      chatuchak score {name} --sheet --out game.json --picture game.svg
    """


@lazy_group({
    form.name: ("games.score:score_command", form.summary) for form in score_forms().values()
})  # fmt: skip
def command() -> None:
    """Score a finished game."""


def score_command(name: str) -> click.Command:
    """Return the command that scores the games of a form."""
    form = score_forms()[name]

    @options.optional_document_argument
    @click.option("--sheet", is_flag=True,
                  help="Ask for the game, as a terminal without FILE does.")  # fmt: skip
    @options.output_option("--out", help="Save the game to FILE.")
    @options.output_option("--picture", help="Draw it to FILE, SVG or PNG.")
    @options.box_option
    @options.json_option
    def score(
        *, file: str | None, sheet: bool, out: Path | None, picture: Path | None, box: Box,
        data: Path | None = None,
    ) -> None:  # fmt: skip
        # A wrong suffix or missing extra is reported before questions.
        if picture is not None:
            look = PictureOptions(format=format_of(picture))
            look.check_still(f"invalid picture file {picture}: expected .svg or .png")
        document = _document(form, file, box, asks=sheet)
        if out is not None:
            files.write_json(out, document.value)
        if data is not None:
            figures = files.read_document(data).fields
            with error_context(str(data)):
                new_game(form.name, data=figures)
            box = box.with_data(form.name, figures)
        report = form.score(ScoreRequest(document.fields, document.source, document.directory, box))
        for note in report.notes:
            output.print_message(f"note: {note}")
        output.print_answer(report.result, lambda: score_report(report), assumed=report.assumed)
        if picture is not None:
            save_picture(picture, lambda: look.in_format(report_svg(report)), report.assumed)
            output.print_message(f"picture: {picture}")
        for end in report.ends:
            output.print_message(end)

    if form.takes_data:
        score = options.input_option(
            "--data", help="JSON file whose fields, such as marker_stars, replace the shipped ones."
        )(score)
    text = f"{form.score.__doc__}\n{EXAMPLES.format(name=name)}"
    return click.command(name, help=text)(score)


def _document(form: ScoreForm, file: str | None, box: Box, *, asks: bool) -> files.Document:
    if file is not None:
        options.reject_with("file", "sheet")
        document = files.read_document(file)
    elif asks or sys.stdin.isatty():
        return files.Document(ask(form, box), "the sheet")
    else:
        raise click.UsageError("Missing argument 'FILE'; --sheet asks for the game instead")
    game = document.fields.get("game")
    for entry in every_game():
        if entry.name == game and entry.score not in (None, form):
            name = entry.score.name
            raise document.error(f"a game of {game}; 'chatuchak score {name}' scores it")
    return document


# The questions of a form


class Asker:
    """Asks at the terminal, or reads another program's lines."""

    def __init__(self) -> None:
        self._lines = 0

    def ask(
        self, question: str, read: Callable[[Any], T], default: str = "", *, many: bool = False
    ) -> T:
        """Return the next line, parsed; if ``many``, the lines up to an empty one."""
        shown = f"{question} [{default}]> " if default else f"{question}> "
        while True:
            taken: str | list[str] = self.line(shown) or default
            if many:
                taken = [str(taken), *iter(lambda: self.line("  > "), "")] if taken else []
            try:
                return read(taken)
            except InputError as error:
                if not sys.stdin.isatty():
                    where = f"up to line {self._lines}" if many else f"line {self._lines}"
                    raise InputError(f"{where}: {error}") from None
                output.print_message(f"error: {error}")

    def line(self, shown: str) -> str:
        """Return the next line with single blanks."""
        self._lines += 1
        click.echo(shown, nl=False, err=True)  # standard output is for the score alone
        line = files.typed_line("", "answers, one a line", f"line {self._lines}")
        if line is None:
            raise InputError(f"line {self._lines}: the input ends; expected more answers")
        return line

    def fill(
        self, part: JsonObject, field: Question, document: JsonObject, box: Box, who: str = ""
    ) -> None:
        """Add the answer to a due question to its part of the document."""
        question = f"{who}{field.text}"
        if field.lines:
            part |= self.ask(question, partial(field.read, box=box), many=True)
            return
        if field.each:
            answers = [
                (n, self.ask(f"{n} {question}", field.read, field.default)) for n in field.each
            ]
            part[field.name] = dict(answers)
            return
        read, default = field.read, field.default
        if field.choices is not None:
            choices = field.choices(document)
            if len(choices) < 2:
                return
            read = partial(check_choice, choices=choices, name="answer")
            question = f"{question}: {', '.join(choices)}"
            default = choices[0] if field.first else ""
        part[field.name] = self.ask(question, read, default)


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
    count = asker.ask(f"players, {least} to {most}", Number(least, most), "2")
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
