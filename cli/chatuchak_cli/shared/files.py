"""Files that commands read and write; no output may overwrite another file of the command.

Files are registered when parameters are parsed, or by `use_file`.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, cast

import click

from chatuchak_cli.shared.output import WRITES_FILES, NullStream, print_message
from chatuchak_solver.codec import JsonObject, convert, encode, parse_json
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.paths import can_write, user_folder
from chatuchak_solver.io.untrusted import escape, quote, read_file, read_stream

if TYPE_CHECKING:
    from io import BufferedReader

    from chatuchak_solver.adapters.tables import DataTable

STDIN, STDOUT = "standard input", "standard output"
T = TypeVar("T")
FileName = str | os.PathLike[str]

STANDARD = ("-", Path("-"))
_USES = "chatuchak_cli.files"
_READER = "chatuchak_cli.reader"  # of standard input


class _Use(NamedTuple):
    path: FileName
    label: str
    is_output: bool
    updates: str


def use_file(path: FileName, label: str, *, is_output: bool = False, updates: str = "") -> None:
    """Register a file to read or write, or ``-``; InputError if it is also used otherwise.

    Standard input is read once. ``updates`` is the label of the input that an output may replace.
    """
    use = _Use(path, label, is_output, updates)
    context, key = click.get_current_context(silent=True), _identity(path, is_output)
    if context is not None and path == "-" and not is_output:
        if reader := context.meta.get(_READER):
            raise InputError(f"invalid {label} -: expected a file, since {reader} reads {STDIN}")
        context.meta[_READER] = label
    if context is None or key is None:
        return
    every = context.meta.setdefault(_USES, {STDOUT: [_Use("-", STDOUT, True, "")]})
    uses: list[_Use] = every.setdefault(key, [])
    for other in uses:
        is_shared = use.label in (other.label, other.updates) or use.updates == other.label
        if (use.is_output or other.is_output) and not is_shared:
            output, input_ = (use, other) if use.is_output else (other, use)
            raise InputError(
                f"invalid {output.label} {escape(str(output.path), 200)}: "
                f"expected a file other than {input_.label}"
            )
    uses.append(use)


use_output = partial(use_file, is_output=True)


def _identity(path: FileName, is_output: bool) -> object:
    """Return device and inode of a file or pipe, or the path of a new one; None for others."""
    is_standard = path in STANDARD
    if is_standard and is_output:
        return None
    try:
        status = os.fstat(sys.stdin.fileno()) if is_standard else os.stat(path)
    except (AttributeError, OSError, ValueError):
        with suppress(OSError):  # of a deleted working directory: the write will report it
            return os.path.normcase(os.path.realpath(path)) if is_output else None
        return None
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode)):
        return None
    with suppress(OSError):  # standard output is closed
        if is_output and os.path.samestat(status, os.fstat(1)):
            return STDOUT
    return status.st_dev, status.st_ino


SUFFIXES = {
    ".csv", ".gif", ".graphml", ".htm", ".html", ".jpeg", ".jpg", ".json", ".jsonl", ".parquet",
    ".pdf", ".png", ".sqlite", ".svg",
}  # fmt: skip
"""The suffixes of formats."""


class InputFile(click.Path):
    """A parameter for a file to read."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"path_type": Path, **options})

    def convert(
        self, value: FileName, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Return the path and register it."""
        path = super().convert(value, param, ctx)
        if param is not None:
            self.register(os.fsdecode(path), label_of(param))
        return path

    def register(self, path: str, label: str) -> None:
        """Register the file."""
        use_file(path, label)


class OutputFile(InputFile):
    """A parameter for a file or folder to write; ``-`` needs ``allow_dash``.

    Parameters
    ----------
    updates
        Label of an input that may be the same file.
    writes
        Suffixes of the format; None for any.
    """

    def __init__(
        self, *, updates: str = "", writes: tuple[str, ...] | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.updates, self.writes = updates, writes

    def register(self, path: str, label: str) -> None:
        """Register the file after a check of its suffix."""
        if path == "-" and not self.allow_dash:
            raise InputError(f"invalid {label} -: expected a name, not standard output")
        if path != "-" and label.startswith("-"):
            click.get_current_context().meta[WRITES_FILES] = True
        use_output(path, label, updates=STDOUT if self.allow_dash else self.updates)
        if self.writes is not None and Path(path).suffix.lower() in SUFFIXES - {*self.writes}:
            expected = " or ".join(self.writes) or ".txt"
            raise InputError(f"invalid output file {quote(path)}: expected a name with {expected}")


def label_of(param: click.Parameter) -> str:
    """Return a parameter's name in messages: ``--html`` or ``FILES``."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[].").upper()


def standard_input(expected: str) -> BinaryIO:
    """Return standard input as bytes; InputError with ``expected`` if it is closed."""
    if sys.stdin is None or isinstance(sys.stdin, NullStream):
        raise InputError(f"{STDIN} is closed: expected {expected}")
    return sys.stdin.buffer


def first_bytes(stream: BinaryIO, number: int = 64) -> bytes:
    """Return the first bytes of a stream without consuming them."""
    return cast("BufferedReader", stream).peek(number)[:number]


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


def read_input(path: FileName, expected: str) -> tuple[bytes, str]:
    """Return the content and the name of a file, or of standard input for ``-``."""
    if str(path) == "-":
        return read_stream(standard_input(expected), source=STDIN), STDIN
    return read_file(Path(path)), str(path)


def read_document(path: FileName) -> Document:
    """Read a JSON document from a file, or from standard input for ``-``."""
    try:
        data, source = read_input(path, "a document")
    except (OSError, ValueError) as error:
        if str(path) == "-":
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot read it: {reason}") from None
    directory, value = Path(path).parent, parse_json(data, source=source)
    deck = value.get("deck") if isinstance(value, dict) else None
    if isinstance(deck, str):
        for folder in (directory, Path()):
            use_file(folder / deck, "the deck")
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
    return f"{encode(document, indent=1)}\n"


def save_path(path: FileName | None, name: str, label: str) -> Path:
    """Return and register the file to save in.

    By default it has a name in the working directory if it exists there, or else in the user's data
    folder if that is writable. The session that it saves ends with the reader of its output.
    """
    click.get_current_context().meta[WRITES_FILES] = False
    file, folder = Path(name if path is None else path), user_folder("data")
    if path is None and not file.exists() and folder is not None and can_write(folder):
        file = folder / name
    use_output(file, label)
    return file


def write_table(path: Path | None, make: Callable[[], DataTable]) -> None:
    """Write a table to the requested file, if any, with a message."""
    if path is not None:
        make().write(path)
        print_message(f"table: {path}")
