"""Files that commands read and write."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

import click

from chatuchak_cli.shared.file_roles import FileName, OutputFile, use_input
from chatuchak_cli.shared.options import read_by
from chatuchak_cli.shared.output import NullStream, print_message
from chatuchak_solver.codec import JsonObject, convert, parse_json
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.paths import can_write, user_data_folder
from chatuchak_solver.io.untrusted import read_file, read_stream

if TYPE_CHECKING:
    from chatuchak_solver.adapters.tables import DataTable

STDIN: Final = "standard input"

T = TypeVar("T")


def standard_input(expected: str) -> BinaryIO:
    """Return standard input as bytes; InputError with ``expected`` if it is closed."""
    if sys.stdin is None or isinstance(sys.stdin, NullStream):
        raise InputError(f"{STDIN} is closed: expected {expected}")
    return sys.stdin.buffer


def first_bytes(stream: BinaryIO, number: int = 64) -> bytes:
    """Return the first bytes of a stream without consuming them."""
    if isinstance(stream, io.BufferedReader):
        return stream.peek(number)[:number]
    head = stream.read(number)
    stream.seek(-len(head), io.SEEK_CUR)
    return head


def typed_line(prompt: str, expected: str, name: str = "a line") -> str | None:
    """Return the next line of standard input with single blanks, or None."""
    standard_input(expected)
    try:
        return " ".join(input(prompt).split())
    except EOFError:
        return None
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text (UTF-8): expected {expected}") from None


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document, its name in messages, and the directory of its relative file names."""

    value: Any
    source: str
    directory: Path = Path()

    @property
    def fields(self) -> JsonObject:
        """The fields of an object; InvalidInstanceError for other values."""
        return convert(self.value, JsonObject, source=self.source)

    def load(self, read: Callable[..., T], *values: Any, **named: Any) -> T:
        """Return the value that ``read`` makes of the document, given also its ``source``."""
        return read(self.value, *values, source=self.source, **named)

    def error(self, message: str) -> InvalidInstanceError:
        """Return an error that names the document."""
        return InvalidInstanceError(f"{self.source}: {message}")


def read_document(name: FileName) -> Document:
    """Read a JSON document from a file, or from standard input for ``-``."""
    name = str(name)
    if name == "-":
        source, directory = STDIN, Path()
        data = read_stream(standard_input("a document"), source=STDIN)
    else:
        source, directory = name, Path(name).parent
        try:
            data = read_file(Path(name))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"{name}: cannot read it: {reason}") from None
    value = parse_json(data, source=source)
    deck = value.get("deck") if isinstance(value, dict) else None
    if isinstance(deck, str):
        for folder in (directory, Path()):
            use_input(folder / deck, "the deck")
    return Document(value, source, directory)


def write_output(path: Path | None, name: str, make: Callable[[], str | bytes]) -> None:
    """Write a requested file, if any, with a message."""
    if path is not None:
        write_file(path, make())
        print_message(f"{name}: {path}")


def write_json(path: Path, document: object) -> None:
    """Write a JSON document, one field per line."""
    write_file(path, json_text(document))


def json_text(document: object) -> str:
    """Return a JSON document, one field per line."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def default_save_path(name: str) -> Path:
    """Return the path of an existing file, or else in the user's data folder if writable."""
    path, folder = Path(name), user_data_folder()
    return path if path.exists() or folder is None or not can_write(folder) else folder / name


Command = TypeVar("Command", bound=Callable[..., object])


def table_option(command: Command) -> Command:
    """Give a command ``--table``; its file name is checked before any work."""
    return click.option(
        "--table", metavar="FILE", type=OutputFile(dir_okay=False), callback=read_by(_checked),
        help="Write a table: .csv or .parquet.",
    )(command)  # fmt: skip


def write_table(path: Path | None, make: Callable[[], DataTable]) -> None:
    """Write a table to the requested file, if any, with a message."""
    if path is not None:
        make().write(path)
        print_message(f"table: {path}")


def _checked(path: Path) -> Path:
    from chatuchak_solver.adapters.tables import check_table_file

    check_table_file(path)
    return path
