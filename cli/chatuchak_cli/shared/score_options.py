"""What every command that scores a game takes: a file or a sheet, and where to keep both."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import gathered, json_option
from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_solver.document import Node
from chatuchak_solver.files import write_file
from chatuchak_solver.games.registry import GAMES

if TYPE_CHECKING:
    from chatuchak_solver.rendering.svg import Svg

Scorer = Callable[[Callable[..., None]], click.Command]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What the options say."""

    file: str | None
    sheet: bool
    out: str | None
    picture: str | None

    def document(self, kind: str) -> tuple[Node, Path]:
        """Return the document to score, asked for where no file is given, and its directory.

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
            from chatuchak_cli.shared.score_questions import asked

            document, directory = Node(asked(kind), source="the sheet"), Path()
        else:
            raise click.UsageError("Missing argument 'FILE'; --sheet asks for the game instead")
        _check_game(kind, document)
        if self.out is not None:
            text = json.dumps(document.value, ensure_ascii=False, indent=1)
            write_file(Path(self.out), f"{text}\n")
        return document, directory

    def draw(self, picture: Callable[[], Svg]) -> None:
        """Save the picture where it is asked for.

        Raises
        ------
        InputError
            If it cannot be written, or its name ends with no format of a still picture.
        """
        if self.picture is None:
            return
        from chatuchak_cli.shared.pictures import save_picture, still_picture

        path = Path(self.picture)
        save_picture(path, still_picture(picture(), path))
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
    click.argument("file", required=False),
    click.option(
        "--sheet", is_flag=True, help="Ask for the game, as a terminal without FILE does."
    ),
    click.option("--out", metavar="FILE", help="Keep the game in FILE."),
    click.option("--picture", metavar="FILE", help="Draw it to FILE, SVG or PNG."),
)
"""Gives a command ``FILE``, ``--sheet``, ``--out`` and ``--picture``, as a `SheetOptions`."""


def score_command(
    kind: str, more: Callable[..., list[str]] | None = None, *, draws_first: bool = False
) -> Scorer:
    """Make a command that scores a game of a function with the command's help.

    Parameters
    ----------
    kind
        One of the sheets.
    more
        Returns notes on a document and its score that nobody but the command tells.
    draws_first
        Whether the picture comes before the score, or behind it.
    """

    def make(function: Callable[..., None]) -> click.Command:
        @click.command(name=kind, help=inspect.getdoc(function))
        @sheet_options
        @json_option
        def command(*, source: SheetOptions, as_json: bool, data: str | None = None) -> None:
            from chatuchak_cli.shared.score_sheets import scored

            own = None if data is None else read_document(data)[0]
            document, directory = source.document(kind)
            found = scored(kind, document, directory, own)
            if draws_first:
                source.draw(found.picture)
            notes = [f"note: {note}" for note in found.notes]
            for note in [*notes, *(more(document, found.result) if more else ())]:
                tell(note)
            if as_json:
                emit_json(found.result)
            else:
                console().print(found.report())
            if not draws_first:
                source.draw(found.picture)
            for end in found.ends:
                tell(end)

        command.params[-1:-1] = getattr(function, "__click_params__", [])
        return command

    return make
