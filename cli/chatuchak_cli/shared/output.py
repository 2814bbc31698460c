"""Standard streams of commands."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sys
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from chatuchak_solver.errors import counted as counted
from chatuchak_solver.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, RenderableType
    from typing_extensions import Buffer

    from chatuchak_solver.box import Reasons
    from chatuchak_solver.codec import JsonObject

MAX_WIDTH = 1000
PIPED_WIDTH = 200
JSON = "chatuchak_cli.json"
"""The value of ``--json`` in the context of a command."""
WRITES_FILES = "chatuchak_cli.writes_files"
"""Whether an option names a file to write, in the context of a command."""
CLOSED_PIPE = {errno.EPIPE, errno.EINVAL} if sys.platform == "win32" else {errno.EPIPE}
"""Errors of writing to a pipe that its reader closed."""
ASSUMED_PLAYERS = "The simulated players are assumed, not fitted to people."


def terminal_size() -> os.terminal_size:
    """Return columns and lines of the terminal: COLUMNS and LINES, or of a stream."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        with suppress(AttributeError, OSError, ValueError):
            size = os.get_terminal_size(stream.fileno())
            if all(size):
                return shutil.get_terminal_size(size)
    return shutil.get_terminal_size()


def console(*, stderr: bool = False) -> Console:
    """Return a console that prints texts literally; piped ones are not cut."""
    from rich.console import Console

    # Rich fails to read COLUMNS with digits like ².
    width, height = terminal_size()
    out = Console(
        stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True,
        width=min(width, MAX_WIDTH), height=height,
    )  # fmt: skip
    if not out.is_terminal:
        out.width = max(out.width, PIPED_WIDTH)
    return out


def print_message(message: str) -> None:
    """Print a message on standard error, as one printable line."""
    click.echo(one_line(message), err=True)


def fitted(text: str) -> str:
    """Return text wrapped at the terminal's width, unchanged if piped."""
    if not sys.stdout.isatty():
        return text
    width, lines = terminal_size().columns, []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += [line] if len(line) <= width else textwrap.wrap(
            line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )  # fmt: skip
    return "\n".join(lines)


def is_json() -> bool:
    """Return whether the command prints JSON."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get(JSON, False)


def emit_json(answer: object, assumed: Reasons | None = None, *more: str) -> None:
    """Print an answer and its assumptions as one line of JSON.

    Characters outside the encoding of standard output are escaped.
    """
    from chatuchak_solver.codec import to_builtins

    document = to_builtins(answer)
    if fields := assumed_fields(assumed or {}, *more):
        document = {**document, **to_builtins(fields)}
    text = json.dumps(document, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document)
    click.echo(text)


def print_answer(
    answer: object, report: Callable[[], RenderableType | str],
    assumed: Reasons | None = None, *more: str, is_last: bool = True, err: bool = False,
) -> None:  # fmt: skip
    """Print an answer as JSON or text, with assumptions; in texts only after the last answer.

    ``err`` if the text is a message, on standard error.
    """
    if is_json():
        emit_json(answer, assumed, *more)
        return
    if isinstance(text := report(), str):
        click.echo(one_line(text) if err else text.rstrip("\n"), err=err)
    else:
        console().print(text)
    if is_last:
        print_assumed(assumed or {}, err=err)


def assumed_fields(reasons: Reasons, *more: str) -> JsonObject:
    """Return the JSON fields of assumptions in the box and ``more``."""
    why = (*reasons.values(), *more)
    parts = {"assumed_parts": tuple(reasons)} if reasons else {}
    return {"assumed": True, "why_assumed": why, **parts} if why else {}


def assumed_line(reasons: Reasons) -> str:
    """Return a line with the assumed parts, or an empty text."""
    names = ", ".join(part.replace("_", " ") for part in reasons)
    return f"Assumed: {names} ('chatuchak box show' has the reasons)." if names else ""


def print_assumed(reasons: Reasons, *, err: bool = False) -> None:
    """Print `assumed_line` except in JSON; on standard error if standard output is data."""
    if (line := assumed_line(reasons)) and not is_json():
        click.echo(fitted(line), err=err)


class NullStream(io.TextIOWrapper):
    """The null device in place of a standard stream."""


def open_missing_streams() -> None:
    """Open the null device in place of closed or missing standard streams.

    Otherwise a file opened later would get a stream's descriptor.
    """
    for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
        stream = getattr(sys, name)
        if stream is None or getattr(stream, "closed", False):
            number = os.open(os.devnull, os.O_RDONLY if mode == "rb" else os.O_WRONLY)
            null = open(number, mode, closefd=False)  # noqa: SIM115
            setattr(sys, name, NullStream(null, encoding="utf-8"))


class Output(io.BufferedWriter):
    """The buffer of standard output; its errors, e.g. of a full disk, include its name.

    If its reader closed it (``chatuchak ... | head``), the program ends without an error, or
    continues silently if it `WRITES_FILES`.
    """

    @classmethod
    def replacing(cls, stream: io.TextIOWrapper) -> io.TextIOWrapper:
        """Return a replacement of a stream, which escapes characters outside its encoding."""
        encoding = stream.encoding
        by_line = stream.line_buffering or stream.write_through
        buffer: Any = stream.detach()
        raw = buffer.detach() if isinstance(buffer, io.BufferedWriter) else buffer  # python -u
        return io.TextIOWrapper(cls(raw), encoding, "backslashreplace", line_buffering=by_line)

    def write(self, data: Buffer, /) -> int:
        """Write bytes."""
        try:
            return super().write(data)
        except OSError as error:
            self._handle(error)
            return memoryview(data).nbytes

    def flush(self) -> None:
        """Flush the buffer."""
        try:
            super().flush()
        except OSError as error:
            self._handle(error)

    def _handle(self, error: OSError) -> None:
        self._discard()
        if error.errno not in CLOSED_PIPE:
            error.filename = "standard output"
            raise error
        context = click.get_current_context(silent=True)
        if context is None or not context.meta.get(WRITES_FILES):
            # Click and Rich would catch a BrokenPipeError, and exit with 1.
            raise click.exceptions.Exit(0) from None

    def _discard(self) -> None:
        """Replace the stream by the null device, for the buffer's rest at the end."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


class Messages(Output):
    """Standard error; messages that cannot be written are lost, and the program continues."""

    def _handle(self, error: OSError) -> None:  # noqa: ARG002
        self._discard()
